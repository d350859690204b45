// What the table knows of positions: looking it up, adding to it, making room.

#include "kernel.hpp"

#include <algorithm>

namespace tarok {

// What the table knows of the position: whether that settles *target*; else a good lead, where there is one.
bool Solver::known(const Shape& shape, int target, Need& need, int& value, int& lead) {
    if (shape.at[SUITS] <= 64) return known(small_, shape, target, need, value, lead);
    return known(large_, shape, target, need, value, lead);
}

template <int WORDS>
bool Solver::known(const Table<WORDS>& table, const Shape& shape, int target, Need& need, int& value, int& lead) {
    const auto found = table.find(shape.key);
    if (!found.count) return false;
    typename Table<WORDS>::Words owners;
    std::copy_n(shape.owners.begin(), WORDS, owners.begin());
    const auto* const latest = found.entries + found.count - 1;
    lead = latest->lead;
    for (const auto* entry = latest; entry >= found.entries; --entry) {
        if (!entry->holds(owners)) continue;
        if (entry->low < target && entry->high >= target) {
            lead = entry->lead;
            continue;
        }
        std::array<std::uint64_t, 2> mask{};
        std::copy_n(entry->mask.begin(), WORDS, mask.begin());
        for (int s = 0; s < SUITS; ++s) {
            std::uint64_t seen = cut(mask, shape.at[s], shape.at[s + 1]);
            if (!seen) continue;
            std::uint32_t cards = all_[s] & plain_[s];
            while (seen >>= 2) cards ^= 1u << highest(cards);
            need.add(s, 1u << highest(cards));
        }
        value = entry->low >= target ? entry->low : entry->high;
        return true;
    }
    return false;
}

void Solver::store(const Shape& shape, int target, int value, const Need& mine, int lead) {
    const int low = value >= target ? value : 0, high = value >= target ? remaining() : value;
    if (shape.at[SUITS] <= 64)
        store(small_, shape, low, high, mine, lead);
    else
        store(large_, shape, low, high, mine, lead);
}

template <int WORDS>
void Solver::store(Table<WORDS>& table, const Shape& shape, int low, int high, const Need& mine, int lead) {
    std::array<std::uint64_t, 2> mask{};
    for (int s = 0; s < SUITS; ++s) {
        const std::uint32_t matter = mine.of(s);
        if (!matter) continue;
        const int bits = 2 * popcount(all_[s] & plain_[s] & ~below(lowest(matter)));
        lay(mask, (std::uint64_t(1) << std::min(bits, shape.at[s + 1] - shape.at[s])) - 1, shape.at[s]);
    }
    typename Table<WORDS>::Entry entry;
    for (int w = 0; w < WORDS; ++w) {
        entry.mask[w] = mask[w];
        entry.owners[w] = shape.owners[w] & mask[w];
    }
    entry.low = std::int16_t(low);
    entry.high = std::int16_t(high);
    entry.lead = std::uint8_t(lead);
    if (table.add(shape.key, entry)) return;
    make_room();
    table.add(shape.key, entry);
}

// The half of the entries that were soonest found goes: those with the fewest tricks left.
void Solver::make_room() {
    const auto left = [](std::uint64_t key) { return key >> LEFT_SHIFT & ((1u << LEFT_BITS) - 1); };
    std::array<std::size_t, 1u << LEFT_BITS> entries{};
    std::size_t all = 0;
    const auto count = [&](std::uint64_t key, int n) { entries[left(key)] += n, all += n; };
    small_.each(count);
    large_.each(count);
    std::size_t gone = 0;
    unsigned kept = 0;
    while (2 * gone < all) gone += entries[kept++];
    const auto keep = [&](std::uint64_t key) { return left(key) >= kept; };
    small_.forget(keep);
    large_.forget(keep);
}

}  // namespace tarok
