// The Python module tarok_pbn._kernel: cards are (suit, rank) pairs, sets of seats are masks, hands are five masks of
// ranks. tarok_pbn/analysis/kernel.py translates.
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "kernel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Whoever changes what the module offers changes this, and NEEDED in tarok_pbn/analysis/native.py.
constexpr const char* VERSION = "1.1";

std::string compiler() {
#if defined(__clang__)
    return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
    return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#elif defined(_MSC_VER)
    return "MSVC " + std::to_string(_MSC_VER / 100) + "." + std::to_string(_MSC_VER % 100);
#else
    return "an unnamed compiler";
#endif
}

using Pair = std::pair<int, int>;
using MoveTuple = std::tuple<int, int, int>;           // suit, rank, suit that is named or -1
using BoundsTuple = std::tuple<int, int, std::uint64_t>;  // low, high, nodes

tarok::Card card_of(Pair pair) {
    if (pair.first < 0) return {};
    if (pair.first >= tarok::SUITS || pair.second < 0 || pair.second > tarok::FOOL)
        throw std::invalid_argument("no such card");
    return {std::int8_t(pair.first), std::int8_t(pair.second)};
}

tarok::Solver::Move move_of(const MoveTuple& move) {
    return {card_of({std::get<0>(move), std::get<1>(move)}), std::int8_t(std::get<2>(move))};
}

tarok::Law law_of(const std::map<std::string, int>& flags, const std::vector<std::tuple<int, int, int, int>>& kept) {
    tarok::Law law;
    const std::map<std::string, bool*> switches{
        {"colour", &law.colour}, {"overtake", &law.overtake}, {"pagat_last", &law.pagat_last},
        {"mond_restricted", &law.mond_restricted}, {"from_top", &law.from_top}, {"excuse", &law.excuse},
        {"excuse_endgame", &law.excuse_endgame}, {"excuse_any_name", &law.excuse_any_name},
        {"kaiserstich_tarok_led", &law.kaiserstich_tarok_led}, {"kaiserstich_forced", &law.kaiserstich_forced},
        {"highest_first", &law.highest_first}};
    for (const auto& [name, value] : flags) {
        const auto found = switches.find(name);
        if (found != switches.end())
            *found->second = value != 0;
        else if (name == "kaiserstich")
            law.kaiserstich = value;
        else
            throw std::invalid_argument("no law is called " + name);
    }
    for (const auto& [seat, suit, rank, until] : kept) {
        if (seat < 0 || seat >= tarok::SEATS) throw std::invalid_argument("no such seat");
        const tarok::Card card = card_of({suit, rank});
        law.kept.at(seat).at(card.suit) |= 1u << card.rank;
        law.kept_until.at(card.suit).at(card.rank) = std::int8_t(until);
    }
    return law;
}

BoundsTuple told(const tarok::Bounds& bounds) { return {bounds.low, bounds.high, bounds.nodes}; }

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The double-dummy kernel; tarok_pbn.analysis.native loads it.";
    m.def("version", [] { return VERSION + (" (" + compiler() + ")"); },
          "Version of what the module offers, and the compiler that made it: '1.0 (GCC 12.2)'.");
    nb::class_<tarok::Solver>(m, "Solver")
        .def(
            "__init__",
            [](tarok::Solver* self, int seats, int total, int done, int side, int maximisers, int leader,
               const std::vector<std::array<std::uint32_t, tarok::SUITS>>& hands, const std::vector<Pair>& table,
               int named, const std::map<std::string, int>& law, const std::vector<std::tuple<int, int, int, int>>& kept,
               const std::vector<std::vector<int>>& values, const std::vector<int>& per_trick, bool fool_stays,
               bool fool_lost_last, int trick, Pair with, bool lying, std::size_t memory) {
                tarok::Problem problem;
                if (seats < 2 || seats > tarok::SEATS || int(hands.size()) != seats || leader < 0 || leader >= seats ||
                    int(table.size()) >= seats || total < 1 || total > tarok::TRICKS || done < 0 || done > total)
                    throw std::invalid_argument("no such position");
                problem.seats = seats;
                problem.total = total;
                problem.done = done;
                problem.side = std::uint8_t(side);
                problem.maximisers = std::uint8_t(maximisers);
                problem.leader = leader;
                problem.named = named;
                for (int seat = 0; seat < seats; ++seat) problem.hands[seat] = hands[seat];
                for (const Pair& pair : table) problem.table.push_back(card_of(pair));
                problem.law = law_of(law, kept);
                tarok::Objective& objective = problem.objective;
                objective.points = !values.empty();
                if (!values.empty() && values.size() != tarok::SUITS) throw std::invalid_argument("values of five suits");
                for (std::size_t s = 0; s < values.size(); ++s)
                    for (std::size_t r = 0; r < values[s].size() && r < tarok::RANKS; ++r)
                        objective.value[s][r] = std::int16_t(values[s][r]);
                for (std::size_t k = 0; k < per_trick.size() && k < objective.per_trick.size(); ++k)
                    objective.per_trick[k] = std::int16_t(per_trick[k]);
                objective.fool_stays = fool_stays;
                objective.fool_lost_last = fool_lost_last;
                objective.trick = trick;
                objective.with = card_of(with);
                objective.lying = lying;
                new (self) tarok::Solver(problem, memory);
            },
            nb::kw_only(), "seats"_a, "total"_a, "done"_a, "side"_a, "maximisers"_a, "leader"_a, "hands"_a, "table"_a,
            "named"_a, "law"_a, "kept"_a, "values"_a, "per_trick"_a, "fool_stays"_a, "fool_lost_last"_a, "trick"_a,
            "with_card"_a, "lying"_a, "memory"_a)
        .def(
            "value",
            [](tarok::Solver& self, int low, int high, int guess, double seconds, std::uint64_t nodes) {
                nb::gil_scoped_release released;
                return told(self.value(low, high, guess, {seconds, nodes}));
            },
            "low"_a = 0, "high"_a = -1, "guess"_a = -1, "seconds"_a = 0.0, "nodes"_a = 0)
        .def(
            "value_after",
            [](tarok::Solver& self, const MoveTuple& move, int low, int high, int guess, double seconds,
               std::uint64_t nodes) {
                const auto card = move_of(move);
                nb::gil_scoped_release released;
                return told(self.value_after(card, low, high, guess, {seconds, nodes}));
            },
            "move"_a, "low"_a = 0, "high"_a = -1, "guess"_a = -1, "seconds"_a = 0.0, "nodes"_a = 0)
        .def("moves",
             [](const tarok::Solver& self) {
                 std::vector<MoveTuple> moves;
                 for (const auto& move : self.moves()) moves.emplace_back(move.card.suit, move.card.rank, move.named);
                 return moves;
             })
        .def("advance", [](tarok::Solver& self, const MoveTuple& move) { return self.advance(move_of(move)); }, "move"_a)
        .def("reset", &tarok::Solver::reset)
        .def("stop", &tarok::Solver::stop);
}
