// How a position is described: the special cards, the key of its shape, the owners of its plain cards.

#include "kernel.hpp"

#include <stdexcept>

#include "constants.hpp"

namespace tarok {

namespace {

constexpr int LONGEST_PIECE = 11;               // ranks that are looked up at once

}  // namespace

// Special are the cards that a law or the objective names, closed up to the end of their suit.
void Solver::find_special(const std::vector<Card>& table) {
    Cards named{};
    if (objective_.points)
        for (int s = 0; s < SUITS; ++s)
            for (int r = 0; r < RANKS; ++r)
                if (objective_.value[s][r] != objective_.value[s][s == 0 ? 1 : 0]) named[s] |= 1u << r;
    if (law_.kaiserstich) named[0] |= I | XXI | F;
    if (law_.pagat_last) named[0] |= I;
    if (law_.mond_restricted) named[0] |= XXI | F;
    if (law_.excuse) named[0] |= F;
    for (const auto& kept : law_.kept)
        for (int s = 0; s < SUITS; ++s) named[s] |= kept[s];
    if (objective_.trick && objective_.with.suit >= 0) named[objective_.with.suit] |= 1u << objective_.with.rank;
    for (int s = 0; s < SUITS; ++s) {
        std::uint32_t held = all_[s];
        for (const Card& card : table)
            if (card.suit == s) held |= 1u << card.rank;
        // taroks: below the XI downwards, else upwards; suits: upwards
        for (std::uint32_t m = named[s]; m; m &= m - 1) {
            const int r = lowest(m);
            special_[s] |= s == 0 && r < 10 ? below(r + 1) : above(r) | 1u << r;
        }
        special_[s] &= held;
        plain_[s] = held & ~special_[s];
    }
}

// Fields of the key: the leader and the number of tricks left in the lowest bits; of each seat how many plain cards it
// has of each suit, but of its longest, which follows; of each special card whether it is there.
void Solver::lay_out_key() {
    int free = LEADER_BITS + LEFT_BITS;
    const auto field = [&free](int bits) {
        free += bits;
        if (free > 64) throw std::length_error("too many kinds of cards for the key");
        return std::uint64_t(1) << (free - bits);
    };
    for (int seat = 0; seat < n_; ++seat) {
        const auto plain = [this, seat](int s) { return popcount(hands_[seat][s] & plain_[s]); };
        int longest = 0;
        for (int s = 1; s < SUITS; ++s)
            if (plain(s) > plain(longest)) longest = s;
        for (int s = 0; s < SUITS; ++s) {
            if (s == longest || plain(s) == 0) continue;
            int bits = 1;
            while (plain(s) >> bits) ++bits;
            const std::uint64_t one = field(bits);
            for (std::uint32_t m = hands_[seat][s] & plain_[s]; m; m &= m - 1) info_[code_of(s, lowest(m))].weight = one;
        }
    }
    for (int s = 0; s < SUITS; ++s) {
        for (std::uint32_t m = special_[s] & all_[s]; m; m &= m - 1) info_[code_of(s, lowest(m))].weight = field(1);
        for (std::uint32_t m = all_[s]; m; m &= m - 1) key_ += info_[code_of(s, lowest(m))].weight;
    }
}

// Tables to read off the owners of the plain cards that are left, two bits each, the highest card lowest.
void Solver::lay_out_owners() {
    int bits = 0;
    for (int s = 0; s < SUITS; ++s) {
        const std::uint32_t plain = plain_[s] & all_[s];
        if (!plain) continue;
        bits += 2 * popcount(plain) - 2;
        std::array<int, RANKS> owner{};
        for (int seat = 0; seat < n_; ++seat)
            for (std::uint32_t m = hands_[seat][s]; m; m &= m - 1) owner[lowest(m)] = seat;
        const auto fill = [&](std::vector<Owners>& table, int from, int end) {
            table.resize(std::size_t(1) << (end - from));
            for (std::uint32_t m = 0; m < table.size(); ++m) {
                Owners& owners = table[m];
                for (int r = end - 1; r >= from; --r)
                    if (m >> (r - from) & 1) {
                        owners.owners |= std::uint32_t(owner[r]) << owners.bits;
                        owners.bits += 2;
                    }
            }
        };
        const int end = highest(plain) + 1;
        split_[s] = end <= LONGEST_PIECE ? 0 : end / 2;
        fill(upper_[s], split_[s], end);
        fill(lower_[s], 0, split_[s]);
    }
    if (bits > 128) throw std::length_error("too many plain cards for an entry");
}

// The owner of the lowest plain card of a suit is left out: how many each seat has is known.
Solver::Shape Solver::shape(int leader) const {
    Shape shape{key(leader), {0, 0}, {}};
    int at = 0;
    for (int s = 0; s < SUITS; ++s) {
        shape.at[s] = std::uint8_t(at);
        const std::uint32_t left = all_[s] & plain_[s];
        if (!left) continue;
        const Owners& upper = upper_[s][left >> split_[s]];
        std::uint64_t owners = upper.owners;
        int bits = upper.bits - 2;
        if (split_[s]) {
            const Owners& lower = lower_[s][left & below(split_[s])];
            owners |= std::uint64_t(lower.owners) << upper.bits;
            bits += lower.bits;
        }
        lay(shape.owners, owners & ((std::uint64_t(1) << bits) - 1), at);
        at += bits;
    }
    shape.at[SUITS] = std::uint8_t(at);
    return shape;
}

}  // namespace tarok
