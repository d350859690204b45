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

namespace tarok {

constexpr int SUITS = 5;
constexpr int SEATS = 4;
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
    std::array<std::array<std::int8_t, 22>, SUITS> kept_until{};  // ... until the trick of this number
    bool highest_first = false; // of several kept taroks that must go the highest goes first
};

// What is counted for the side.
struct Objective {
    bool points = true;         // values of the cards in tricks won; else per_trick only
    std::array<std::array<std::int16_t, 22>, SUITS> value{};
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

struct Need {
    Cards cards{};
    void add(const Need& o) {
        for (int s = 0; s < SUITS; ++s) cards[s] |= o.cards[s];
    }
    void add(Card c) { cards[c.suit] |= 1u << c.rank; }
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
    // Seat to play, and the most that can still be gained.
    int turn_of() const { return (root_.leader + root_.count) % n_; }
    int maximum() const { return remaining(); }
    // Ends a question that another thread has asked; it then gives what has been proven.
    void stop() { stopped_ = true; }

private:
    struct Entry {
        std::uint64_t ranks[2], mask[2];
        std::uint32_t next;
        std::int16_t low, high;
        Card lead;             // that was best
        std::array<std::uint8_t, SUITS> top;   // how many of the highest plain cards of each suit mattered
    };
    struct Bucket {
        std::uint64_t key[2];
        std::uint32_t head;
    };
    struct Running {            // the running trick
        int leader, count;
        std::array<Card, SEATS> cards;
        int best;               // place of the best card
        int led;                // suit to follow, -1 none yet
        int points;             // value of its cards so far
        int named;
        int fool;               // place of the fool in it, -1 none
        Card hint;              // the lead that was best before
        bool kaiser;            // the pagat has won it by the Kaiserstich
    };
    struct Choice { Card card; std::int8_t named; int score; };
    struct State {              // what play changes
        std::array<Cards, SEATS> hands;
        Cards all;
        std::uint64_t key[2];
        int done, rest, left;
        Running root;
    };

    int boundary(int leader, int target, Need& need);
    int turn(Running& trick, int target, Need& need);
    bool finish(const Running& trick, int target, Need& need, int& result, bool deep);
    bool known(int leader, int target, Need& need, int& value, Card* hint);
    int deeper(int leader, int target, Need& need, Card hint);
    int generate(const Running& trick, int seat, Choice* out, Need& need, Need* merged) const;
    void legal(const Running& trick, int seat, Cards& out, Need& need) const;
    bool beats(const Running& trick, Card card) const;
    void order(const Running& trick, int seat, Choice* moves, int count) const;
    void put(Running& trick, Card card, int named) const;
    void play(int seat, Card card);
    void unplay(int seat, Card card);
    void strings(std::uint64_t out[2]) const;
    Bucket* bucket(std::uint64_t a, std::uint64_t b, bool create);
    int search(int target);
    int search_after(const Move& move, int target);
    template <class Search> Bounds bounds(Search&& search, int low, int high, int guess, const Limits& limits);
    Running fresh(int leader) const;
    State save() const;
    void restore(const State& state);
    void clear();
    void tick();
    int gain(const Running& trick, int place) const;
    int worth(const Running& trick) const { return objective_.trick ? 0 : trick.points + objective_.per_trick[done_ + 1]; }
    int remaining() const { return objective_.trick ? int(done_ < objective_.trick) : rest_; }

    Law law_;
    Objective objective_;
    int n_, total_, done_;
    std::uint8_t side_, maximisers_;
    std::array<Cards, SEATS> hands_;
    Cards all_{}, special_{}, plain_{};
    State first_;
    Running root_;
    int rest_ = 0;              // value of all cards and tricks that are left
    int left_ = 0;              // cards left in the hand of the seat that has most

    std::array<std::array<std::array<std::uint64_t, 2>, 22>, SUITS> weight_{};  // of a card in the key
    std::uint64_t key_[2] = {0, 0};
    int shift_[SUITS], bits_[SUITS];   // place and length of a suit's owners in an entry
    std::array<std::vector<std::uint64_t>, SUITS + 1> owners_;  // plain cards left -> owners, highest first
    int split_ = 11;

    std::vector<Bucket> buckets_;
    std::vector<Entry> entries_;
    std::size_t used_ = 0, capacity_ = 0, max_buckets_ = 0;
    std::uint64_t nodes_ = 0, node_limit_ = 0;
    std::atomic<bool> stopped_{false};
    bool timed_ = false;
    std::chrono::steady_clock::time_point deadline_;
};

}  // namespace tarok
