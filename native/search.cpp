// The null-window search.

#include "kernel.hpp"

#include <algorithm>

#include "constants.hpp"

namespace tarok {

namespace {

constexpr int ENDLESS = 1 << 20;                // more than any value
constexpr int MOST = 32;                        // moves of a position

}  // namespace

// What follows from the tricks that are left alone.
bool Solver::settled(int target, int& value) const {
    if (left_ == 0 || (objective_.trick && done_ >= objective_.trick) || target <= 0)
        value = 0;
    else if (target > remaining())
        value = remaining();
    else
        return false;
    return true;
}

int Solver::boundary(int leader, int target, Need& need) {
    int value;
    if (settled(target, value)) return value;
    int lead = NO_CARD;
    if (left_ == 1) return turn(fresh(leader), target, need, &lead);
    const Shape at = shape(leader);
    if (known(at, target, need, value, lead)) return value;
    return deeper(at, leader, target, need, lead);
}

int Solver::deeper(const Shape& at, int leader, int target, Need& need, int lead) {
    Need mine;
    const int value = turn(fresh(leader), target, mine, &lead);
    store(at, target, value, mine, lead);
    need.add(mine);
    return value;
}

// lead: where a trick begins the card that is tried first; afterwards the one that was best.
int Solver::turn(const Running& trick, int target, Need& need, int* lead) {
    tick();
    const int seat = seat_at(trick, trick.count);
    Choice moves[MOST];
    const int count = generate(trick, seat, moves, lead ? *lead : NO_CARD, need);
    if (trick.count == n_ - 1) return last_turn(trick, seat, moves, count, target, need);
    const bool maximising = maximises(seat);
    int best = maximising ? -1 : ENDLESS;
    Need together;
    for (int i = 0; i < count; ++i) {
        const int card = moves[i].card;
        play(seat, card);
        Need child;
        const int value = turn(laid(trick, card, moves[i].named), target, child, nullptr);
        unplay(seat, card);
        if (maximising == (value >= target)) {
            need.add(child);
            if (lead) *lead = card;
            return value;
        }
        best = maximising ? std::max(best, value) : std::min(best, value);
        together.add(child);
    }
    if (lead) *lead = moves[0].card;
    equals(moves, count, together);
    need.add(together);
    return best;
}

// The card that ends a trick: first whether the table knows what any of them leads to.
int Solver::last_turn(const Running& trick, int seat, Choice* moves, int count, int target, Need& need) {
    if (count == 1) {
        Need child;
        play(seat, moves[0].card);
        const int value = finish(laid(trick, moves[0].card, moves[0].named), target, child);
        unplay(seat, moves[0].card);
        equals(moves, count, child);
        need.add(child);
        return value;
    }
    const bool maximising = maximises(seat);
    int best = maximising ? -1 : ENDLESS;
    Need together;
    struct Open { Shape shape; int lead, move; };
    Open open[MOST];
    int opens = 0;
    const auto enough = [&](int value, const Need& child) {
        if (maximising == (value >= target)) {
            need.add(child);
            return true;
        }
        best = maximising ? std::max(best, value) : std::min(best, value);
        together.add(child);
        return false;
    };
    for (int i = 0; i < count; ++i) {
        const Choice move = moves[i];
        play(seat, move.card);
        Need child;
        const Ended ended = end(laid(trick, move.card, move.named), child);
        int value = 0;
        bool found = settled(target - ended.won, value);
        if (!found && left_ > 1) {
            Open& here = open[opens];
            here = {shape(ended.leader), NO_CARD, i};
            found = known(here.shape, target - ended.won, child, value, here.lead);
        }
        take_back(ended);
        unplay(seat, move.card);
        if (found) {
            if (enough(ended.won + value, child)) return ended.won + value;
        } else {
            open[opens++].move = i;
        }
    }
    for (int i = 0; i < opens; ++i) {
        const Open& here = open[i];
        const Choice move = moves[here.move];
        play(seat, move.card);
        Need child;
        const Ended ended = end(laid(trick, move.card, move.named), child);
        const int value = ended.won + (left_ == 1 ? boundary(ended.leader, target - ended.won, child)
                                                  : deeper(here.shape, ended.leader, target - ended.won, child, here.lead));
        take_back(ended);
        unplay(seat, move.card);
        if (enough(value, child)) return value;
    }
    equals(moves, count, together);
    need.add(together);
    return best;
}

// The value from a complete trick on.
int Solver::finish(const Running& trick, int target, Need& need) {
    const Ended ended = end(trick, need);
    const int value = ended.won + boundary(ended.leader, target - ended.won, need);
    take_back(ended);
    return value;
}

// Ends a complete trick: play goes on from who has won it.
Solver::Ended Solver::end(const Running& trick, Need& need) {
    const int place = std::max(0, trick.best), card = trick.at(place);
    if (trick.plain >> 8 & info_[card].plain) need.add(suit_of(card), 1u << rank_of(card));
    const Ended ended{gain(trick, place), worth(trick), seat_at(trick, place)};
    ++done_;
    --left_;
    rest_ -= ended.value;
    return ended;
}

void Solver::take_back(const Ended& ended) {
    --done_;
    ++left_;
    rest_ += ended.value;
}

void Solver::play(int seat, int card) {
    const std::uint32_t bit = 1u << rank_of(card);
    hands_[seat][suit_of(card)] ^= bit;
    all_[suit_of(card)] ^= bit;
    key_ -= info_[card].weight;
}

void Solver::unplay(int seat, int card) {
    const std::uint32_t bit = 1u << rank_of(card);
    hands_[seat][suit_of(card)] ^= bit;
    all_[suit_of(card)] ^= bit;
    key_ += info_[card].weight;
}

}  // namespace tarok
