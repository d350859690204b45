// Which cards need be tried, and in which order.

#include "kernel.hpp"

#include <algorithm>

#include "constants.hpp"

namespace tarok {

namespace {

constexpr int FIRST = 1 << 20;                  // score of the card that is tried first

}  // namespace

// The moves that need be tried, those that promise most first. lead: a card that comes before all others.
int Solver::generate(const Running& trick, int seat, Choice* out, int lead, Need& need) const {
    int count = 0;
    const Cards& held = hands_[seat];
    const int suit = trick.led >= 0 && held[trick.led] ? trick.led : 0;
    if (plays_plainly_ && trick.count && held[suit]) {
        const std::uint32_t cards = held[suit];
        if (!(cards & (cards - 1))) {
            out[0] = {std::uint8_t(code_of(suit, lowest(cards))), -1, std::uint8_t(lowest(cards)), false, NO_CARD, 0};
            return 1;
        }
        count = list(trick, seat, suit, cards, lead, out);
    } else {
        Cards cards;
        legal(trick, seat, cards, need);
        if (law_.excuse && trick.count == 0 && cards[0] & F && done_ + 1 != total_) {
            cards[0] &= ~F;
            count = list_named(trick, seat, out);
        }
        for (int s = 0; s < SUITS; ++s)
            if (cards[s]) count += list(trick, seat, s, cards[s], lead, out + count);
    }
    for (int i = 1; i < count; ++i) {
        const Choice moving = out[i];
        int at = i;
        for (; at > 0 && out[at - 1].score < moving.score; --at) out[at] = out[at - 1];
        out[at] = moving;
    }
    return count;
}

// The cards of a suit that need be tried, from the lowest: of plain ones that no other card lies between the highest.
int Solver::list(const Running& trick, int seat, int suit, std::uint32_t cards, int lead, Choice* out) const {
    const Later later = look(trick, trick.led < 0 ? suit : trick.led);
    // The best card of the trick lies between as well; those that it beats are as good as gone.
    std::uint32_t others = all_[suit] & ~cards;
    if (trick.best >= 0 && suit_of(trick.at(trick.best)) == suit) others |= 1u << rank_of(trick.at(trick.best));
    const std::uint32_t plain = plain_[suit];
    int count = 0;
    int sure = NO_CARD;
    const auto add = [&](int rank, int low, bool close) {
        const int card = code_of(suit, rank);
        out[count++] = {std::uint8_t(card), -1, std::uint8_t(low), close, std::uint8_t(sure),
                        card == lead ? FIRST : score(trick, seat, card, -1, later)};
    };
    while (cards) {
        const int low = lowest(cards);
        const std::uint32_t higher = others & above(low);
        std::uint32_t run = higher ? cards & below(lowest(higher)) : cards;
        cards ^= run;
        std::uint32_t picked = run;
        sure = NO_CARD;
        if (exchangeable_ && run & ~plain) picked = pick(trick, seat, suit, run, later, sure);
        if (picked != run) {
            const std::uint32_t ordinary = run & plain;
            add(lowest(picked), ordinary ? lowest(ordinary) : lowest(picked), ordinary != 0);
            continue;
        }
        while (run) {
            std::uint32_t equal = run & (0u - run);
            if (equal & plain) equal = run & plain;
            run ^= equal;
            add(highest(equal), lowest(equal), false);
        }
    }
    return count;
}

// A led fool, as each suit that it may be named.
int Solver::list_named(const Running& trick, int seat, Choice* out) const {
    int count = 0;
    Cards others{};
    for (int other = 0; other < n_; ++other)
        for (int s = 0; s < SUITS && other != seat; ++s) others[s] |= hands_[other][s];
    others[0] &= ~F;
    for (int s = 0; s < SUITS; ++s)
        if (others[s] || (law_.excuse_any_name && others[0]))
            out[count++] = {FOOL, std::int8_t(s), FOOL, false, NO_CARD, score(trick, seat, FOOL, s, look(trick, s))};
    return count;
}

// What the seats after the one to play can do.
Solver::Later Solver::look(const Running& trick, int led) const {
    Later later;
    later.count = n_ - 1 - trick.count;
    later.threat = {-1, -1};
    for (int k = 0; k < later.count; ++k) {
        const int other = seat_at(trick, trick.count + 1 + k);
        later.seats[k] = other;
        later.replies[k] = reply(other, led);
        int& threat = later.threat[of_side(other)];
        threat = std::max(threat, later.replies[k]);
    }
    return later;
}

// Of neighbouring cards of a hand those that need be tried. Where it is certain which side will have the trick, only the
// one of most, or of least, value: what follows is the same but for the value of the card that is kept.
std::uint32_t Solver::pick(const Running& trick, int seat, int suit, std::uint32_t run, const Later& later,
                           int& sure) const {
    const int led = trick.led < 0 ? suit : trick.led;
    const int mine = strength(code_of(suit, highest(run)), led);
    const bool wins = mine > trick.strength;
    const bool side = of_side(wins ? seat : seat_at(trick, trick.best));
    const int threat = later.threat[!side];
    if (threat > (wins ? mine : trick.strength)) return run;
    const int winner = wins ? code_of(suit, highest(run)) : trick.at(trick.best);
    if (threat >= 0 && info_[winner].plain) sure = winner;
    const bool wanted = side == maximises(seat);
    int best = highest(run);
    for (std::uint32_t m = run & below(best); m; m &= m - 1) {
        const int rank = lowest(m), more = objective_.value[suit][rank] - objective_.value[suit][best];
        if (wanted ? more > 0 : more < 0 || (more == 0 && rank > best)) best = rank;
    }
    return 1u << best;
}

// Strength of the card with which a seat would beat a trick in which a suit was led; -1 where it has none that could.
int Solver::reply(int seat, int led) const {
    const Cards& held = hands_[seat];
    if (held[led]) return (led ? 0 : TAROK) + highest(held[led]);
    if (held[0] && !law_.colour) return TAROK + highest(held[0]);
    return -1;
}

// What a card promises: who would win if everybody after *seat* beat what is not good for him, with the best he has.
int Solver::score(const Running& trick, int seat, int card, int named, const Later& later) const {
    const int suit = suit_of(card), value = info_[card].value;
    int strong = trick.strength, holder = trick.best < 0 ? seat : seat_at(trick, trick.best);
    if (wins_simply_) {
        const int mine = strength(card, trick.led < 0 ? suit : trick.led);
        if (mine > strong) strong = mine, holder = seat;
    } else {
        const Running after = laid(trick, card, named);
        strong = after.best < 0 ? INVINCIBLE : after.strength;
        holder = after.best < 0 ? -1 : seat_at(trick, after.best);
    }
    for (int k = 0; k < later.count; ++k)
        if (later.replies[k] > strong && beats_[later.seats[k]] >> of_side(holder) & 1) {
            strong = later.replies[k];
            holder = later.seats[k];
        }
    // The weights are measured: fewest nodes on some hundred deals.
    const bool good = holder >= 0 && of_side(holder) == maximises(seat);
    int score = good ? 16 + (holder != seat ? value : 0)
                     : -64 * (trick.points + objective_.per_trick[done_ + 1] + 1 + value) - 32 * value;
    if (trick.count == 0)
        score += suit == 0 ? -8 : 8 * popcount(hands_[seat][suit]);
    else if (suit == 0 && trick.led > 0)
        score -= 8;
    else if (suit != trick.led)
        score += 8 * popcount(hands_[seat][suit]);
    return score;
}

// Where every move fails, each card that another stood for has been shown to fail as that other's equal: while the
// rank of the one matters, the cards between them must stay where they are.
void Solver::equals(const Choice* moves, int count, Need& need) const {
    for (int i = 0; i < count; ++i) {
        const int suit = suit_of(moves[i].card), rank = rank_of(moves[i].card), low = moves[i].low;
        if (moves[i].sure != NO_CARD) need.add(suit_of(moves[i].sure), 1u << rank_of(moves[i].sure));
        if (low == rank && !moves[i].close) continue;
        const std::uint32_t matter = need.of(suit);
        if (moves[i].close || (matter & below(rank + 1) && !(matter & below(low + 1)))) need.add(suit, 1u << low);
    }
}

}  // namespace tarok
