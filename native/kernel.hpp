// The double-dummy kernel: all hands open, two sides, one law of play, one objective.
//
// Cards are (suit, rank): suit 0 the taroks (rank 0 the I, 20 the XXI, 21 the fool), suits 1-4 with the
// highest rank the king. The search is a null-window alpha-beta over a transposition table whose entries
// describe a set of positions (partition search): the shape of the position exactly - how many plain cards each
// seat has in each suit, who holds each special card - and of the plain cards only the owners of the highest
// ones that decided a trick. A card is special where its identity matters (it counts more, or a rule names it);
// the special cards of a suit stand above or below all its plain ones.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "table.hpp"

namespace tarok {

constexpr int SUITS = 5;
constexpr int SEATS = 4;
constexpr int RANKS = 22;
constexpr int TRICKS = 25;
constexpr int FOOL = 21, MOND = 20, PAGAT = 0;

using Cards = std::array<std::uint32_t, SUITS>;

struct Card {
    std::int8_t suit = -1, rank = -1;
    bool operator==(const Card& o) const { return suit == o.suit && rank == o.rank; }
};

// What the rules of a contract say about play, as far as the kernel has to know.
struct Law {
    bool colour = false;        // a tarok beats no suit card; taroks are led only without suit cards
    bool overtake = false;      // the trick must be overtaken where that is possible
    bool pagat_last = false;    // the pagat is the last tarok to go
    bool mond_restricted = false;  // Varsava: the mond neither led nor laid under the fool with other taroks in hand
    bool from_top = false;      // taroks are led first and from the top
    bool excuse = false;        // the fool is an excuse (78 cards): playable at any turn, never wins
    bool excuse_endgame = false;   // ... but not to the last trick but one
    bool excuse_any_name = false;  // a led fool may be named as a suit nobody holds while somebody has a tarok
    int kaiserstich = 0;        // the pagat wins a trick with mond and fool: 1 in any order, 2 in that order
    bool kaiserstich_tarok_led = false;  // ... only where a tarok was led
    bool kaiserstich_forced = false;     // ... and the pagat must then be played
    std::array<Cards, SEATS> kept{};     // cards of each seat that leave the hand only when nothing else is legal
    std::array<std::array<std::int8_t, RANKS>, SUITS> kept_until{};  // ... until the trick of this number
    bool highest_first = false; // of several kept taroks that must go the highest goes first
};

// What is counted for the side.
struct Objective {
    bool points = true;         // values of the cards in tricks won; else per_trick only
    std::array<std::array<std::int16_t, RANKS>, SUITS> value{};
    std::array<std::int16_t, TRICKS + 1> per_trick{};  // by the number of the trick
    bool fool_stays = false;    // the value of the fool goes to the side of whoever plays it ...
    bool fool_lost_last = false;   // ... but not in the last trick of the hand
    int trick = 0;              // 0: all tricks; else only the trick of that number counts, 1 if won by the side ...
    Card with{};                // ... with this card winning it (or lying in it) where suit >= 0
    bool lying = false;
};

struct Problem {
    int seats = 4;
    int total = 12;             // tricks of a hand
    int done = 0;               // tricks already complete
    std::uint8_t side = 1;      // seats whose tricks count
    std::uint8_t maximisers = 1;  // seats that want that to be much (in a game to lose tricks: the others)
    int leader = 0;
    std::vector<Card> table;    // cards of the running trick
    std::array<Cards, SEATS> hands{};
    int named = -1;             // suit as which a fool led to the running trick was named
    Law law;
    Objective objective;
};

// Of one question; 0: no limit.
struct Limits {
    double seconds = 0;
    std::uint64_t nodes = 0;
};

struct Bounds {
    int low = 0, high = 0;
    std::uint64_t nodes = 0;
};

// A card as one number.
constexpr int CODES = SUITS << 5;
constexpr int code_of(int suit, int rank) { return suit << 5 | rank; }
constexpr int suit_of(int code) { return code >> 5; }
constexpr int rank_of(int code) { return code & 31; }

// Plain cards whose rank mattered, as a set: the first three suits in one word, the others in another.
struct Need {
    std::uint64_t low = 0, high = 0;
    static constexpr int SHIFT[SUITS] = {0, 22, 36, 0, 14};
    void add(const Need& o) {
        low |= o.low;
        high |= o.high;
    }
    void add(int suit, std::uint32_t ranks) { (suit < 3 ? low : high) |= std::uint64_t(ranks) << SHIFT[suit]; }
    std::uint32_t of(int suit) const {
        return std::uint32_t((suit < 3 ? low : high) >> SHIFT[suit]) & ((1u << (suit ? 14 : 22)) - 1);
    }
};

struct Stopped {};

// Answers questions about the positions of one hand. The table is kept from one to the next; so a hand is analysed
// soonest from its end. Not to be used by two threads at once, but for stop().
class Solver {
public:
    // A legal card, with the suit as which a led fool is named (-1: none).
    struct Move { Card card; std::int8_t named; };

    // memory: bytes of the table at most. Throws std::length_error where there are too many cards for it.
    Solver(const Problem& problem, std::size_t memory);
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // What the side still gains from the running trick on, known to lie in [low, high] (high -1: no bound).
    // guess: a value that is likely, -1 none. At a limit what has been proven so far.
    Bounds value(int low, int high, int guess, const Limits& limits);
    // The same after a card, what it gains at once included.
    Bounds value_after(const Move& move, int low, int high, int guess, const Limits& limits);
    // Legal cards of the seat to play.
    std::vector<Move> moves() const;
    // Plays a card; what the side gains at once if it ends the trick.
    int advance(const Move& move);
    // Back to the position that the solver was made for.
    void reset() { restore(first_); }
    // Ends a question that another thread has asked; it then gives what has been proven.
    void stop() { stopped_ = true; }

private:
    struct Running {            // the running trick
        std::uint32_t cards;    // eight bits each, the first lowest
        int points;             // value of its cards so far
        int leader, count;
        int best;               // place of the best card, -1 none yet
        int strength;           // of that card, -1 none yet
        int led;                // suit to follow, -1 none yet
        int named;
        int fool;               // place of the fool in it, -1 none
        unsigned plain;         // suits of which a plain card lies in it; eight bits higher, of which more than one
        int at(int place) const { return cards >> 8 * place & 255; }
    };
    struct Choice {
        std::uint8_t card;
        std::int8_t named;
        std::uint8_t low;       // the lowest plain rank that it stands for
        bool close;             // ... which it does only as that card's neighbour
        std::uint8_t sure;      // ... and only while this plain card stays above the others' (NO_CARD: none)
        int score;
    };
    struct Later {              // what the seats after the mover can do where a suit has been led
        int count;
        std::array<int, SEATS> seats, replies;   // strengths with which they would win
        std::array<int, 2> threat;               // the best of those not of the side, and of those of the side
    };
    struct Info {               // of a card
        std::uint64_t weight;   // in the key
        int value;
        unsigned plain;         // a bit for its suit, if it is plain
    };
    struct Shape {              // of a position at the start of a trick
        std::uint64_t key;
        std::array<std::uint64_t, 2> owners;   // of its plain cards
        std::array<std::uint8_t, SUITS + 1> at;   // place of each suit in them, and their end
    };
    struct State {              // what play changes
        std::array<Cards, SEATS> hands;
        Cards all;
        std::uint64_t key;
        int done, rest, left;
        Running root;
    };

    // layout.cpp
    void find_special(const std::vector<Card>& table);
    void lay_out_key();
    void lay_out_owners();
    Shape shape(int leader) const;
    std::uint64_t key(int leader) const { return key_ + std::uint64_t(leader) + (std::uint64_t(left_) << LEFT_SHIFT); }

    // entries.cpp
    bool known(const Shape& shape, int target, Need& need, int& value, int& lead);
    template <int WORDS>
    bool known(const Table<WORDS>& table, const Shape& shape, int target, Need& need, int& value, int& lead);
    void store(const Shape& shape, int target, int value, const Need& mine, int lead);
    template <int WORDS>
    void store(Table<WORDS>& table, const Shape& shape, int low, int high, const Need& mine, int lead);
    void make_room();

    // rules.cpp
    void legal(const Running& trick, int seat, Cards& out, Need& need) const;
    int strength(int card, int led) const;
    Running laid(const Running& trick, int card, int named) const;
    void kaiserstich(Running& trick) const;
    int gain(const Running& trick, int place) const;
    int worth(const Running& trick) const { return trick.points + objective_.per_trick[done_ + 1]; }

    // moves.cpp
    int generate(const Running& trick, int seat, Choice* out, int lead, Need& need) const;
    int list(const Running& trick, int seat, int suit, std::uint32_t cards, int lead, Choice* out) const;
    int list_named(const Running& trick, int seat, Choice* out) const;
    Later look(const Running& trick, int led) const;
    std::uint32_t pick(const Running& trick, int seat, int suit, std::uint32_t run, const Later& later, int& sure) const;
    int reply(int seat, int led) const;
    int score(const Running& trick, int seat, int card, int named, const Later& later) const;
    void equals(const Choice* moves, int count, Need& need) const;

    // search.cpp
    bool settled(int target, int& value) const;
    int boundary(int leader, int target, Need& need);
    int deeper(const Shape& at, int leader, int target, Need& need, int lead);
    int turn(const Running& trick, int target, Need& need, int* lead);
    int last_turn(const Running& trick, int seat, Choice* moves, int count, int target, Need& need);
    int finish(const Running& trick, int target, Need& need);
    struct Ended { int won, value, leader; };
    Ended end(const Running& trick, Need& need);
    void take_back(const Ended& ended);
    void play(int seat, int card);
    void unplay(int seat, int card);

    // kernel.cpp
    Running fresh(int leader) const;
    State save() const;
    void restore(const State& state);
    void tick() { if (++nodes_ >= look_up_) look_up(); }
    void look_up();
    int turn_of() const { return seat_at(root_, root_.count); }
    int search(int target);
    int search_after(const Move& move, int target);
    template <class Search> Bounds bounds(Search&& search, int low, int high, int guess, const Limits& limits);

    int seat_at(const Running& trick, int place) const {
        const int seat = trick.leader + place;
        return seat < n_ ? seat : seat - n_;
    }
    bool of_side(int seat) const { return side_ >> seat & 1; }
    bool maximises(int seat) const { return maximisers_ >> seat & 1; }
    int remaining() const { return objective_.trick ? int(done_ < objective_.trick) : rest_; }

    static constexpr int LEADER_BITS = 2, LEFT_SHIFT = LEADER_BITS, LEFT_BITS = 5;
    Law law_;
    Objective objective_;
    int n_, total_, done_;
    std::uint8_t side_, maximisers_;
    std::array<Cards, SEATS> hands_;
    Cards all_{}, special_{}, plain_{};
    bool plays_plainly_;        // the law asks no more than to follow suit or else to play a tarok
    std::array<std::uint8_t, SEATS> beats_{};   // whether a seat would beat a trick of the others, 1, and of the side, 2
    bool wins_simply_;          // the strongest card wins
    bool exchangeable_;         // a card is no more than its strength and its value
    bool wins_plainly_;         // the strongest card wins, and its side all that the trick is worth
    State first_;
    Running root_;
    int rest_ = 0;              // value of all cards and tricks that are left
    int left_ = 0;              // cards left in the hand of the seat that has most

    std::array<Info, CODES> info_{};
    std::uint64_t key_ = 0;
    struct Owners { std::uint32_t owners; std::int32_t bits; };
    std::array<std::vector<Owners>, SUITS> upper_, lower_;   // of the plain cards from a rank up and below it
    std::array<int, SUITS> split_{};                         // that rank, 0: all are upper ones

    Budget budget_;
    Table<1> small_{budget_};   // where the owners of the plain cards that are left need one word
    Table<2> large_{budget_};   // ... two
    std::uint64_t nodes_ = 0, node_limit_ = 0;
    std::uint64_t look_up_ = 0; // nodes at which limits are next looked at
    std::atomic<bool> stopped_{false};
    bool timed_ = false;
    std::chrono::steady_clock::time_point deadline_;
};

}  // namespace tarok
