// The transposition table: buckets of entries by the shape of a position.
//
// An entry describes the positions of its shape that have the same owners of the highest plain cards of each suit,
// as many of them as mattered, and bounds what the side gains from any of them. The entries of a bucket lie side by
// side in a block, so that looking through them waits for memory once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bits.hpp"

namespace tarok {

// Bytes that the tables may still take.
struct Budget {
    std::size_t left = 0;
    bool take(std::size_t bytes) {
        if (bytes > left) return false;
        left -= bytes;
        return true;
    }
};

// WORDS: words for the owners of plain cards.
template <int WORDS>
class Table {
public:
    using Words = std::array<std::uint64_t, WORDS>;

    struct Entry {
        Words owners, mask;       // the owners that count are those under the mask
        std::int16_t low, high;
        std::uint8_t lead;        // that was best

        bool holds(const Words& of) const {
            std::uint64_t differs = 0;
            for (int w = 0; w < WORDS; ++w) differs |= (of[w] ^ owners[w]) & mask[w];
            return differs == 0;
        }
        bool same(const Entry& o) const { return owners == o.owners && mask == o.mask; }
    };

    struct Found {
        Entry* entries;           // the latest last
        int count;
    };

    explicit Table(Budget& budget) : budget_(budget) {}

    // What is known of the shape *key*. The entries stay where they are until the next one is added.
    Found find(std::uint64_t key) const {
        if (slots_.empty()) return {nullptr, 0};
        const Slot& slot = slots_[place(key)];
        return {slot.count ? entry(slot.block) : nullptr, slot.count};
    }

    // False: there is no room.
    bool add(std::uint64_t key, const Entry& added) {
        if (2 * (used_ + 1) > slots_.size() && !more_slots()) return false;
        Slot& slot = slots_[place(key)];
        for (int i = 0; i < slot.count; ++i) {
            Entry& old = entry(slot.block)[i];
            if (!old.same(added)) continue;
            old.low = std::max(old.low, added.low);
            old.high = std::min(old.high, added.high);
            old.lead = added.lead;
            return true;
        }
        if (slot.count == 0) {
            if (!take(0, slot.block)) return false;
            slot.key = key;
            slot.size = 0;
            ++used_;
        } else if (slot.count == 1 << slot.size) {
            std::uint32_t block = 0;
            if (slot.size == LARGEST || !take(slot.size + 1, block)) {
                // The oldest gives way.
                Entry* entries = entry(slot.block);
                std::copy(entries + 1, entries + slot.count, entries);
                entries[slot.count - 1] = added;
                return slot.size == LARGEST;
            }
            std::copy_n(entry(slot.block), slot.count, entry(block));
            free_[slot.size].push_back(slot.block);
            slot.block = block;
            ++slot.size;
        }
        entry(slot.block)[slot.count++] = added;
        return true;
    }

    // Drops the shapes for which *kept* is false.
    template <class Kept> void forget(Kept&& kept) {
        std::vector<Slot> stay;
        for (Slot& slot : slots_) {
            if (slot.count && kept(slot.key))
                stay.push_back(slot);
            else if (slot.count)
                free_[slot.size].push_back(slot.block);
            slot.count = 0;
        }
        used_ = stay.size();
        for (const Slot& slot : stay) slots_[place(slot.key)] = slot;
        if (used_ == 0) {
            for (auto& blocks : free_) blocks.clear();
            next_ = 0;
        }
    }

    // Calls seen(key, number of entries) for each shape.
    template <class Seen> void each(Seen&& seen) const {
        for (const Slot& slot : slots_)
            if (slot.count) seen(slot.key, int(slot.count));
    }

private:
    static constexpr int LARGEST = 8;                  // a block has at most two to this many entries
    static constexpr std::size_t FIRST_SLOTS = 1 << 10;
    static constexpr std::uint32_t CHUNK_BITS = 13, CHUNK = 1u << CHUNK_BITS;   // entries that are taken at once

    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t block = 0;
        std::uint16_t count = 0;                       // 0: free
        std::uint16_t size = 0;                        // the block's, as a power of two
    };

    Entry* entry(std::uint32_t index) const { return chunks_[index >> CHUNK_BITS].get() + (index & (CHUNK - 1)); }

    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = mixed(key) & mask;
        while (slots_[at].count && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    bool more_slots() {
        const std::size_t size = slots_.empty() ? FIRST_SLOTS : 2 * slots_.size();
        if (!budget_.take(size * sizeof(Slot))) return false;
        std::vector<Slot> old(size);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.count) slots_[place(slot.key)] = slot;
        budget_.left += old.size() * sizeof(Slot);
        return true;
    }

    // A block of two to the power of *size* entries.
    bool take(int size, std::uint32_t& block) {
        if (!free_[size].empty()) {
            block = free_[size].back();
            free_[size].pop_back();
            return true;
        }
        if (size < LARGEST) {
            // Half of a larger one.
            if (!take(size + 1, block)) return false;
            free_[size].push_back(block + (1u << size));
            return true;
        }
        if (next_ == std::uint32_t(chunks_.size()) << CHUNK_BITS) {
            if (!budget_.take(CHUNK * sizeof(Entry))) return false;
            chunks_.emplace_back(new Entry[CHUNK]);
        }
        block = next_;
        next_ += 1u << LARGEST;
        return true;
    }

    Budget& budget_;
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::vector<std::unique_ptr<Entry[]>> chunks_;
    std::uint32_t next_ = 0;                           // first entry that no block has had
    std::array<std::vector<std::uint32_t>, LARGEST + 1> free_;
};

}  // namespace tarok
