#include "kernel.hpp"

#include <algorithm>
#include <stdexcept>

namespace tarok {

namespace {

constexpr std::uint32_t I = 1u << PAGAT, XXI = 1u << MOND, F = 1u << FOOL;
constexpr int TAROK = 32;                       // strength of a tarok above that of a suit card of its rank
constexpr int INVINCIBLE = 100;                 // more than any strength
constexpr int LONGEST_PIECE = 11;               // ranks that are looked up at once
constexpr int NO_CARD = 255;
constexpr int FIRST = 1 << 20;                  // score of the card that is tried first
constexpr int ENDLESS = 1 << 20;                // more than any value
constexpr int MOST = 32;                        // moves of a position
constexpr std::uint64_t LOOK = 4096;            // nodes between two looks at the clock
constexpr std::size_t LEAST = 1 << 18;          // bytes without which there is no table

// Lays the bits of a suit at their place, across the border of the two words where they lie there.
void lay(std::array<std::uint64_t, 2>& out, std::uint64_t bits, int at) {
    if (at < 64) {
        out[0] |= bits << at;
        if (at) out[1] |= bits >> (64 - at);
    } else {
        out[1] |= bits << (at - 64);
    }
}

// The bits from one place up to another, at the lowest places.
std::uint64_t cut(const std::array<std::uint64_t, 2>& from, int at, int end) {
    std::uint64_t bits = at < 64 ? from[0] >> at : from[1] >> (at - 64);
    if (at > 0 && at < 64) bits |= from[1] << (64 - at);
    return bits & ((std::uint64_t(1) << (end - at)) - 1);
}

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

void Solver::look_up() {
    if (node_limit_ && nodes_ > node_limit_) throw Stopped{};
    if (stopped_ || (timed_ && std::chrono::steady_clock::now() > deadline_)) throw Stopped{};
    look_up_ = nodes_ + LOOK;
    if (node_limit_) look_up_ = std::min(look_up_, node_limit_ + 1);
}

// --- the table ------------------------------------------------------------------------------------

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

// --- play -----------------------------------------------------------------------------------------

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

// The value from a complete trick on.
int Solver::finish(const Running& trick, int target, Need& need) {
    const Ended ended = end(trick, need);
    const int value = ended.won + boundary(ended.leader, target - ended.won, need);
    take_back(ended);
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

// --- the root -------------------------------------------------------------------------------------

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
