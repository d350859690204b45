// A solver and what it is asked: values within limits, legal cards, the next position.

#include "kernel.hpp"

#include <algorithm>

#include "constants.hpp"

namespace tarok {

namespace {

constexpr std::uint64_t LOOK = 4096;            // nodes between two looks at the clock
constexpr std::size_t LEAST = 1 << 18;          // bytes without which there is no table

}  // namespace

Solver::Solver(const Problem& problem, std::size_t memory)
    : law_(problem.law), objective_(problem.objective), n_(problem.seats), total_(problem.total), done_(problem.done),
      side_(problem.side), maximisers_(problem.maximisers), hands_(problem.hands), budget_{std::max(memory, LEAST)} {
    for (int seat = 0; seat < n_; ++seat) {
        int held = 0;
        for (int s = 0; s < SUITS; ++s) {
            held += popcount(hands_[seat][s]);
            all_[s] |= hands_[seat][s];
        }
        left_ = std::max(left_, held);
    }
    find_special(problem.table);
    if (objective_.trick) objective_.value = {}, objective_.per_trick = {};
    wins_simply_ = !(law_.excuse || law_.kaiserstich);
    wins_plainly_ = !(law_.excuse || law_.kaiserstich || objective_.trick || objective_.fool_stays);
    plays_plainly_ = !(law_.overtake || law_.pagat_last || law_.mond_restricted || law_.from_top || law_.excuse ||
                       law_.kaiserstich_forced);
    for (const auto& kept : law_.kept)
        for (const std::uint32_t cards : kept) plays_plainly_ &= cards == 0;
    for (int s = 0; s < SUITS; ++s)
        for (int r = 0; r < RANKS; ++r) {
            Info& info = info_[code_of(s, r)];
            info.value = objective_.value[s][r];
            info.plain = (plain_[s] >> r & 1) << s;
        }
    for (int seat = 0; seat < n_; ++seat) {
        const bool mine = of_side(seat) == maximises(seat);
        for (const bool side : {false, true})
            if (law_.overtake || (mine && side != maximises(seat))) beats_[seat] |= side ? 2 : 1;
    }
    exchangeable_ = wins_plainly_ && plays_plainly_;
    root_ = fresh(problem.leader);
    for (const Card& card : problem.table) root_ = laid(root_, code_of(card.suit, card.rank), problem.named);
    rest_ = root_.points;
    for (int k = done_ + 1; k <= std::min(done_ + left_, TRICKS); ++k) rest_ += objective_.per_trick[k];
    for (int s = 0; s < SUITS; ++s)
        for (std::uint32_t m = all_[s]; m; m &= m - 1) rest_ += objective_.value[s][lowest(m)];
    lay_out_key();
    lay_out_owners();
    first_ = save();
}

Solver::Running Solver::fresh(int leader) const {
    return {0, 0, leader, 0, -1, -1, -1, -1, -1, 0};
}

Solver::State Solver::save() const { return {hands_, all_, key_, done_, rest_, left_, root_}; }

void Solver::restore(const State& state) {
    hands_ = state.hands;
    all_ = state.all;
    key_ = state.key;
    done_ = state.done;
    rest_ = state.rest;
    left_ = state.left;
    root_ = state.root;
}

void Solver::look_up() {
    if (node_limit_ && nodes_ > node_limit_) throw Stopped{};
    if (stopped_ || (timed_ && std::chrono::steady_clock::now() > deadline_)) throw Stopped{};
    look_up_ = nodes_ + LOOK;
    if (node_limit_) look_up_ = std::min(look_up_, node_limit_ + 1);
}

int Solver::search(int target) {
    Need need;
    if (root_.count == 0) return boundary(root_.leader, target, need);
    return turn(root_, target, need, nullptr);
}

int Solver::search_after(const Move& move, int target) {
    Need need;
    const int seat = turn_of();
    const int card = code_of(move.card.suit, move.card.rank);
    const Running after = laid(root_, card, move.named);
    play(seat, card);
    int value;
    if (after.count == n_)
        value = finish(after, target, need);
    else
        value = turn(after, target, need, nullptr);
    unplay(seat, card);
    return value;
}

// Null windows: near the guess first and then further away from it, else in the middle of what is open.
template <class Search>
Bounds Solver::bounds(Search&& search, int low, int high, int guess, const Limits& limits) {
    Bounds found{std::max(0, low), high < 0 ? remaining() : std::min(high, remaining()), 0};
    const State state = save();
    const std::uint64_t before = nodes_;
    node_limit_ = limits.nodes ? nodes_ + limits.nodes : 0;
    look_up_ = 0;
    timed_ = limits.seconds > 0;
    if (timed_)
        deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                           std::chrono::duration<double>(limits.seconds));
    try {
        int step = 1;
        while (found.low < found.high) {
            if (stopped_) throw Stopped{};
            int target = (found.low + found.high + 1) / 2;
            if (guess >= 0) target = std::max(found.low + 1, std::min(found.high, guess));
            const int value = search(target);
            if (value >= target)
                found.low = std::max(found.low, std::min(value, found.high));
            else
                found.high = std::min(found.high, std::max(value, found.low));
            if (guess >= 0) {
                guess = value >= target ? found.low + step : found.high - step + 1;
                if (step > 8) guess = -1;
                step *= 3;
            }
        }
    } catch (const Stopped&) {
        restore(state);
    } catch (...) {
        restore(state);
        throw;
    }
    found.nodes = nodes_ - before;
    return found;
}

Bounds Solver::value(int low, int high, int guess, const Limits& limits) {
    return bounds([this](int target) { return search(target); }, low, high, guess, limits);
}

Bounds Solver::value_after(const Move& move, int low, int high, int guess, const Limits& limits) {
    return bounds([this, &move](int target) { return search_after(move, target); }, low, high, guess, limits);
}

std::vector<Solver::Move> Solver::moves() const {
    std::vector<Move> result;
    if (left_ == 0) return result;
    Cards cards;
    Need need;
    const int seat = turn_of();
    legal(root_, seat, cards, need);
    if (law_.excuse && root_.count == 0 && cards[0] & F && done_ + 1 != total_) {
        Choice names[SUITS];
        cards[0] &= ~F;
        const int count = list_named(root_, seat, names);
        for (int i = 0; i < count; ++i) result.push_back({{0, FOOL}, names[i].named});
    }
    for (int s = 0; s < SUITS; ++s)
        for (std::uint32_t m = cards[s]; m; m &= m - 1) result.push_back({{std::int8_t(s), std::int8_t(lowest(m))}, -1});
    return result;
}

int Solver::advance(const Move& move) {
    const int seat = turn_of();
    const int card = code_of(move.card.suit, move.card.rank);
    root_ = laid(root_, card, move.named);
    play(seat, card);
    if (root_.count < n_) return 0;
    const int place = std::max(0, root_.best), won = gain(root_, place);
    rest_ -= worth(root_);
    ++done_;
    --left_;
    root_ = fresh(seat_at(root_, place));
    return won;
}

}  // namespace tarok
