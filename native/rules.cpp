// What the laws of play say: which cards are legal, which card wins a trick, and what the side gains by it.

#include "kernel.hpp"

#include "constants.hpp"

namespace tarok {

void Solver::legal(const Running& trick, int seat, Cards& out, Need& need) const {
    const Cards& held = hands_[seat];
    const int number = done_ + 1;
    const std::uint32_t spare = held[0] & ~I;
    out = held;
    if (law_.excuse) {
        const bool fool = held[0] & F;
        out[0] &= ~F;
        if (trick.count && trick.led >= 0) {
            const std::uint32_t follow = out[trick.led], trumps = out[0];
            if (follow) {
                out = Cards{};
                out[trick.led] = follow;
            } else if (trumps) {
                out = Cards{};
                out[0] = trumps;
            }
        }
        const bool any = out[0] | out[1] | out[2] | out[3] | out[4];
        if (fool && (number != total_ - 1 || !law_.excuse_endgame || !any)) out[0] |= F;
        return;
    }
    if (trick.count == 0) {
        if (law_.colour) {
            if (held[1] | held[2] | held[3] | held[4]) out[0] = 0;
        } else if (law_.from_top && held[0]) {
            out = Cards{};
            out[0] = 1u << highest(held[0]);
            return;
        }
        if (law_.pagat_last && spare) out[0] &= ~I;
        if (law_.mond_restricted && (spare & ~XXI)) out[0] &= ~XXI;
    } else {
        const std::uint32_t follow = held[trick.led];
        if (follow) {
            out = Cards{};
            out[trick.led] = follow;
        } else if (held[0]) {
            out = Cards{};
            out[0] = held[0];
        }
        if (law_.kaiserstich_forced && out[0] & I) {
            int m = -1, f = -1;
            for (int k = 0; k < trick.count; ++k) {
                if (trick.at(k) == MOND) m = k;
                if (trick.at(k) == FOOL) f = k;
            }
            if (m >= 0 && f >= 0 && (law_.kaiserstich == 1 || m < f)) {
                out = Cards{};
                out[0] = I;
                return;
            }
        }
        if (law_.pagat_last && spare && out[0]) out[0] &= ~I;
        if (law_.mond_restricted && out[0] && (spare & ~XXI)) {
            for (int k = 0; k < trick.count; ++k)
                if (trick.at(k) == FOOL) out[0] &= ~XXI;
        }
        if (law_.overtake) {
            const int best = trick.at(trick.best), suit = suit_of(best);
            const std::uint32_t higher = out[suit] & above(rank_of(best));
            if (info_[best].plain && out[suit] & plain_[suit]) need.add(suit, 1u << rank_of(best));
            if (suit && out[0]) {
                const std::uint32_t taroks = out[0];
                out = Cards{};
                out[0] = taroks;
                out[suit] |= higher;
            } else if (higher) {
                out = Cards{};
                out[suit] = higher;
            }
        }
    }
    const Cards& keeps = law_.kept[seat];
    if (!(keeps[0] | keeps[1] | keeps[2] | keeps[3] | keeps[4]) || number == total_) return;
    Cards kept{};
    std::uint32_t others = 0, any = 0;
    for (int s = 0; s < SUITS; ++s) kept[s] = keeps[s] & out[s];
    for (int s = 0; s < SUITS; ++s)
        for (std::uint32_t m = kept[s]; m; m &= m - 1)
            if (number >= law_.kept_until[s][lowest(m)]) kept[s] &= ~(m & (0u - m));
    for (int s = 0; s < SUITS; ++s) {
        others |= out[s] & ~kept[s];
        any |= kept[s];
    }
    if (!any) return;
    if (others) {
        for (int s = 0; s < SUITS; ++s) out[s] &= ~kept[s];
    } else if (law_.highest_first && kept[0] & (kept[0] - 1)) {
        out = kept;
        out[0] = 1u << highest(kept[0]);
    }
}

// What decides which card wins, where a suit was led; -1: this one cannot.
int Solver::strength(int card, int led) const {
    if (suit_of(card) == 0) return led == 0 || !law_.colour ? TAROK + rank_of(card) : -1;
    return suit_of(card) == led ? rank_of(card) : -1;
}

// The trick with one card more.
Solver::Running Solver::laid(const Running& trick, int card, int named) const {
    const Info& info = info_[card];
    Running after;
    after.cards = trick.cards | std::uint32_t(card) << 8 * trick.count;
    after.points = trick.points + info.value;
    after.leader = trick.leader;
    after.count = trick.count + 1;
    after.named = trick.named;
    after.fool = card == FOOL ? trick.count : trick.fool;
    after.plain = trick.plain | info.plain | (trick.plain & info.plain) << 8;
    if (card == FOOL && law_.excuse) {         // never wins
        after.best = trick.best;
        after.strength = trick.strength;
        after.led = trick.led;
        if (trick.count == 0) after.led = after.named = named;
        return after;
    }
    after.led = trick.led < 0 ? suit_of(card) : trick.led;
    const int strong = strength(card, after.led);
    const bool better = strong > trick.strength;
    after.best = better ? trick.count : trick.best;
    after.strength = better ? strong : trick.strength;
    if (law_.kaiserstich && suit_of(card) == 0) kaiserstich(after);
    return after;
}

void Solver::kaiserstich(Running& trick) const {
    int i = -1, m = -1, f = -1;
    for (int k = 0; k < trick.count; ++k) {
        if (trick.at(k) == PAGAT) i = k;
        if (trick.at(k) == MOND) m = k;
        if (trick.at(k) == FOOL) f = k;
    }
    if (i >= 0 && m >= 0 && f >= 0 && (law_.kaiserstich == 1 || (m < f && f < i)) &&
        !(law_.kaiserstich_tarok_led && suit_of(trick.at(0)) != 0)) {
        trick.best = i;
        trick.strength = INVINCIBLE;
    }
}

int Solver::gain(const Running& trick, int place) const {
    const bool ours = of_side(seat_at(trick, place));
    if (wins_plainly_) return ours ? worth(trick) : 0;
    if (objective_.trick == 0) {
        int stays = 0;
        if (objective_.fool_stays && trick.fool >= 0 && !(objective_.fool_lost_last && done_ + 1 == total_)) {
            stays = objective_.value[0][FOOL];
            const bool owner = of_side(seat_at(trick, trick.fool));
            return (ours ? worth(trick) - stays : 0) + (owner ? stays : 0);
        }
        return ours ? worth(trick) : 0;
    }
    if (!ours || done_ + 1 != objective_.trick) return 0;
    if (objective_.with.suit < 0) return 1;
    const int with = code_of(objective_.with.suit, objective_.with.rank);
    if (!objective_.lying) return trick.at(place) == with;
    for (int k = 0; k < n_; ++k)
        if (trick.at(k) == with) return 1;
    return 0;
}

}  // namespace tarok
