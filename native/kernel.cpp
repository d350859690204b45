#include "kernel.hpp"

#include <algorithm>
#include <stdexcept>

namespace tarok {

namespace {

int popcount(std::uint32_t x) {
#if defined(__GNUC__)
    return __builtin_popcount(x);
#else
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return int((((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
#endif
}

int lowest(std::uint32_t x) {
#if defined(__GNUC__)
    return __builtin_ctz(x);
#else
    return popcount((x & (0u - x)) - 1);
#endif
}

int highest(std::uint32_t x) {
#if defined(__GNUC__)
    return 31 - __builtin_clz(x);
#else
    int n = -1;
    while (x) { x >>= 1; ++n; }
    return n;
#endif
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9e3779b97f4a7c15ull ^ (b + 0xbf58476d1ce4e5b9ull) * 0x94d049bb133111ebull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 32;
}

constexpr std::uint32_t NONE = 0xffffffffu;
constexpr std::uint32_t I = 1u << PAGAT, XXI = 1u << MOND, F = 1u << FOOL;

}  // namespace

Solver::Solver(const Problem& problem, std::size_t memory)
    : law_(problem.law), objective_(problem.objective), n_(problem.seats), total_(problem.total), done_(problem.done),
      side_(problem.side), maximisers_(problem.maximisers), hands_(problem.hands) {
    // Special are the cards that a law or the objective names, closed up to the end of their suit.
    Cards named{};
    for (int s = 0; s < SUITS; ++s)
        for (int r = 0; r < 22; ++r)
            if (objective_.value[s][r] != (s == 0 ? objective_.value[0][1] : objective_.value[s][0])) named[s] |= 1u << r;
    if (!objective_.points) named = Cards{};
    if (law_.kaiserstich) named[0] |= I | XXI | F;
    if (law_.pagat_last) named[0] |= I;
    if (law_.mond_restricted) named[0] |= XXI | F;
    if (law_.excuse) named[0] |= F;
    for (const auto& kept : law_.kept)
        for (int s = 0; s < SUITS; ++s) named[s] |= kept[s];
    if (objective_.trick && objective_.with.suit >= 0) named[objective_.with.suit] |= 1u << objective_.with.rank;
    for (int s = 0; s < SUITS; ++s) {
        std::uint32_t held = 0;
        for (const auto& hand : hands_) held |= hand[s];
        for (const Card& card : problem.table)
            if (card.suit == s) held |= 1u << card.rank;
        // taroks: below the XI downwards, else upwards; suits: upwards
        for (int r = 0; r < 22; ++r)
            if (named[s] >> r & 1) {
                const std::uint32_t up = ~((1u << r) - 1), down = (2u << r) - 1;
                special_[s] |= (s == 0 && r < 10 ? down : up);
            }
        special_[s] &= held;
        plain_[s] = held & ~special_[s];
        all_[s] = 0;
        for (const auto& hand : hands_) all_[s] |= hand[s];
    }
    for (int seat = 0; seat < n_; ++seat) {
        int held = 0;
        for (int s = 0; s < SUITS; ++s) held += popcount(hands_[seat][s]);
        left_ = std::max(left_, held);
    }
    root_ = fresh(problem.leader);
    for (std::size_t i = 0; i < problem.table.size(); ++i)
        put(root_, problem.table[i], problem.named);
    if (objective_.trick == 0) {
        rest_ = root_.points;
        for (int k = done_ + 1; k <= std::min(done_ + left_, TRICKS); ++k) rest_ += objective_.per_trick[k];
        for (int s = 0; s < SUITS; ++s)
            for (std::uint32_t m = all_[s]; m; m &= m - 1) rest_ += objective_.value[s][lowest(m)];
        if (objective_.fool_stays)
            for (const Card& card : problem.table)
                if (card.suit == 0 && card.rank == FOOL) rest_ += objective_.value[0][FOOL];
    }
    // Fields of the key: counts of plain cards, owners of special ones, the leader.
    int free[2] = {0, 0};
    const auto field = [&](int bits) {
        const int word = free[0] + bits <= 64 ? 0 : 1;
        if (free[word] + bits > 64) throw std::length_error("too many kinds of cards for the key");
        free[word] += bits;
        return std::pair<int, int>(word, free[word] - bits);
    };
    const int owner_bits = n_ == 3 ? 2 : 3;
    field(2);  // the leader, lowest bits of word 0
    for (int s = 0; s < SUITS; ++s) {
        for (int seat = 0; seat < n_; ++seat) {
            const std::uint32_t mine = hands_[seat][s] & plain_[s];
            if (!mine) continue;
            int bits = 1;
            while (popcount(mine) >> bits) ++bits;
            const auto [word, shift] = field(bits);
            for (std::uint32_t m = mine; m; m &= m - 1) weight_[s][lowest(m)][word] = std::uint64_t(1) << shift;
        }
        for (std::uint32_t m = special_[s] & all_[s]; m; m &= m - 1) {
            const auto [word, shift] = field(owner_bits);
            for (int seat = 0; seat < n_; ++seat)
                if (hands_[seat][s] >> lowest(m) & 1) weight_[s][lowest(m)][word] = std::uint64_t(seat + 1) << shift;
        }
    }
    for (int s = 0; s < SUITS; ++s)
        for (std::uint32_t m = all_[s]; m; m &= m - 1)
            for (int w = 0; w < 2; ++w) key_[w] += weight_[s][lowest(m)][w];
    // Owners of the plain cards, two bits each, the highest card lowest.
    int used = 0;
    for (int s = 0; s < SUITS; ++s) {
        bits_[s] = 2 * popcount(plain_[s] & all_[s]);
        if (used + bits_[s] > 128) throw std::length_error("too many plain cards for an entry");
        shift_[s] = used;
        used += bits_[s];
        std::array<int, 22> owner{};
        for (int seat = 0; seat < n_; ++seat)
            for (std::uint32_t m = hands_[seat][s]; m; m &= m - 1) owner[lowest(m)] = seat;
        const auto fill = [&](std::vector<std::uint64_t>& table, int low, int high) {
            table.assign(std::size_t(1) << (high - low), 0);
            for (std::uint32_t m = 0; m < table.size(); ++m) {
                int at = 0;
                for (int r = high - 1; r >= low; --r)
                    if (m >> (r - low) & 1) {
                        if (plain_[s] >> r & 1) {
                            table[m] |= std::uint64_t(owner[r]) << at;
                            at += 2;
                        }
                    }
            }
        };
        if (s == 0) {
            fill(owners_[0], split_, 22);
            fill(owners_[SUITS], 0, split_);
        } else {
            fill(owners_[s], 0, 14);
        }
    }
    // Room for the table: three quarters of the bytes for entries.
    capacity_ = std::max<std::size_t>(4096, memory / 4 * 3 / sizeof(Entry));
    std::size_t most = 1024;
    while (most * 2 * sizeof(Bucket) <= std::max<std::size_t>(memory / 4, 1 << 16)) most *= 2;
    buckets_.assign(std::min<std::size_t>(most, 1 << 14), Bucket{{0, 0}, NONE});
    capacity_ = std::min<std::size_t>(capacity_, 0xfffffff0u);
    max_buckets_ = most;
    first_ = save();
}

void Solver::tick() {
    ++nodes_;
    if (node_limit_ && nodes_ > node_limit_) throw Stopped{};
    if ((nodes_ & 4095) == 0 && (stopped_ || (timed_ && std::chrono::steady_clock::now() > deadline_))) throw Stopped{};
}

// --- the table ------------------------------------------------------------------------------------

void Solver::clear() {
    std::fill(buckets_.begin(), buckets_.end(), Bucket{{0, 0}, NONE});
    entries_.clear();
    used_ = 0;
}

Solver::Bucket* Solver::bucket(std::uint64_t a, std::uint64_t b, bool create) {
    std::size_t mask = buckets_.size() - 1;
    std::size_t at = mixed(a, b) & mask;
    while (buckets_[at].head != NONE) {
        if (buckets_[at].key[0] == a && buckets_[at].key[1] == b) return &buckets_[at];
        at = (at + 1) & mask;
    }
    if (!create) return nullptr;
    if (used_ * 2 > buckets_.size()) {
        if (buckets_.size() >= max_buckets_) {
            clear();
        } else {
            std::vector<Bucket> old(buckets_.size() * 2, Bucket{{0, 0}, NONE});
            old.swap(buckets_);
            mask = buckets_.size() - 1;
            for (const Bucket& o : old) {
                if (o.head == NONE) continue;
                std::size_t i = mixed(o.key[0], o.key[1]) & mask;
                while (buckets_[i].head != NONE) i = (i + 1) & mask;
                buckets_[i] = o;
            }
        }
        mask = buckets_.size() - 1;
        at = mixed(a, b) & mask;
        while (buckets_[at].head != NONE) at = (at + 1) & mask;
    }
    ++used_;
    buckets_[at].key[0] = a;
    buckets_[at].key[1] = b;
    return &buckets_[at];
}

// Lays the bits of a suit at their place, across the border of the two words where they lie there.
static void lay(std::uint64_t out[2], std::uint64_t bits, int at) {
    if (at < 64) {
        out[0] |= bits << at;
        if (at) out[1] |= bits >> (64 - at);
    } else {
        out[1] |= bits << (at - 64);
    }
}

void Solver::strings(std::uint64_t out[2]) const {
    out[0] = out[1] = 0;
    const std::uint32_t t = all_[0] & plain_[0];
    const std::uint32_t up = t >> split_, down = t & ((1u << split_) - 1);
    lay(out, owners_[0][up] | owners_[SUITS][down] << 2 * popcount(up), shift_[0]);
    for (int s = 1; s < SUITS; ++s) lay(out, owners_[s][all_[s] & plain_[s]], shift_[s]);
}

// --- play -----------------------------------------------------------------------------------------

void Solver::play(int seat, Card card) {
    const std::uint32_t bit = 1u << card.rank;
    hands_[seat][card.suit] ^= bit;
    all_[card.suit] ^= bit;
    key_[0] -= weight_[card.suit][card.rank][0];
    key_[1] -= weight_[card.suit][card.rank][1];
}

void Solver::unplay(int seat, Card card) {
    const std::uint32_t bit = 1u << card.rank;
    hands_[seat][card.suit] ^= bit;
    all_[card.suit] ^= bit;
    key_[0] += weight_[card.suit][card.rank][0];
    key_[1] += weight_[card.suit][card.rank][1];
}

bool Solver::beats(const Running& trick, Card card) const {
    const Card best = trick.cards[trick.best];
    if (card.suit == best.suit) return card.rank > best.rank;
    return card.suit == 0 && !law_.colour;
}

void Solver::put(Running& trick, Card card, int named) const {
    const bool excused = law_.excuse && card.suit == 0 && card.rank == FOOL;
    const int place = trick.count++;
    trick.cards[place] = card;
    if (card.suit == 0 && card.rank == FOOL) trick.fool = place;
    trick.points += objective_.trick ? 0 : objective_.value[card.suit][card.rank];
    if (place == 0) {
        trick.named = excused ? named : -1;
        trick.led = excused ? named : card.suit;
        trick.best = excused ? -1 : 0;
        trick.kaiser = false;
    } else if (excused) {
        // never wins
    } else if (trick.led < 0) {
        trick.led = card.suit;
        trick.best = place;
    } else if (trick.best < 0) {
        if (card.suit == trick.led || card.suit == 0) trick.best = place;
    } else if (!trick.kaiser && beats(trick, card)) {
        trick.best = place;
    }
    if (law_.kaiserstich && card.suit == 0 && (card.rank == PAGAT || card.rank == MOND || card.rank == FOOL)) {
        int i = -1, m = -1, f = -1;
        for (int k = 0; k <= place; ++k)
            if (trick.cards[k].suit == 0) {
                if (trick.cards[k].rank == PAGAT) i = k;
                if (trick.cards[k].rank == MOND) m = k;
                if (trick.cards[k].rank == FOOL) f = k;
            }
        if (i >= 0 && m >= 0 && f >= 0 && (law_.kaiserstich == 1 || (m < f && f < i)) &&
            !(law_.kaiserstich_tarok_led && trick.cards[0].suit != 0)) {
            trick.best = i;
            trick.kaiser = true;
        }
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
            for (int k = 0; k < trick.count; ++k)
                if (trick.cards[k].suit == 0) {
                    if (trick.cards[k].rank == MOND) m = k;
                    if (trick.cards[k].rank == FOOL) f = k;
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
                if (trick.cards[k].suit == 0 && trick.cards[k].rank == FOOL) out[0] &= ~XXI;
        }
        if (law_.overtake) {
            const Card best = trick.cards[trick.best];
            const std::uint32_t higher = out[best.suit] & ~((2u << best.rank) - 1);
            if (plain_[best.suit] >> best.rank & 1 && out[best.suit] & plain_[best.suit]) need.add(best);
            if (best.suit && out[0]) {
                const std::uint32_t taroks = out[0];
                out = Cards{};
                out[0] = taroks;
                out[best.suit] |= higher;
            } else if (higher) {
                out = Cards{};
                out[best.suit] = higher;
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

int Solver::generate(const Running& trick, int seat, Choice* out, Need& need, Need* merged) const {
    Cards cards;
    legal(trick, seat, cards, need);
    int count = 0;
    for (int s = 0; s < SUITS; ++s) {
        if (!cards[s]) continue;
        // Of plain cards that no other card lies between only the highest is tried. That holds only where it is
        // known whose they are, so whoever relies on all moves having been tried needs the lower ones as well.
        std::uint32_t between = all_[s];
        for (int k = 0; k < trick.count; ++k)
            if (trick.cards[k].suit == s) between |= 1u << trick.cards[k].rank;
        const std::uint32_t mine = merged ? cards[s] & plain_[s] : 0;
        for (std::uint32_t m = cards[s]; m; m &= m - 1) {
            const Card card{std::int8_t(s), std::int8_t(lowest(m))};
            if (mine >> card.rank & 1) {
                const std::uint32_t above = between & ~((2u << card.rank) - 1);
                if (above & (0u - above) & mine) {
                    merged->add(card);
                    continue;
                }
            }
            if (law_.excuse && trick.count == 0 && s == 0 && card.rank == FOOL && done_ + 1 != total_) {
                Cards others{};
                for (int other = 0; other < n_; ++other)
                    if (other != seat)
                        for (int k = 0; k < SUITS; ++k) others[k] |= hands_[other][k];
                others[0] &= ~F;
                for (int k = 0; k < SUITS; ++k)
                    if (others[k] || (law_.excuse_any_name && others[0])) out[count++] = {card, std::int8_t(k), 0};
                continue;
            }
            out[count++] = {card, -1, 0};
        }
    }
    return count;
}

// Who would win if everybody after *seat* beat what is not good for him, with the best that he has.
void Solver::order(const Running& trick, int seat, Choice* moves, int count) const {
    const bool wanted = maximisers_ >> seat & 1;
    for (int i = 0; i < count; ++i) {
        Running after = trick;
        const Card card = moves[i].card;
        put(after, card, moves[i].named);
        const int value = objective_.trick ? 0 : objective_.value[card.suit][card.rank];
        int points = after.points + objective_.per_trick[done_ + 1] + 1;
        while (after.count < n_) {
            const int other = (after.leader + after.count) % n_;
            Card reply{};
            const Cards& held = hands_[other];
            const int led = after.led;
            Card filler{std::int8_t(0), std::int8_t(0)};
            if (led >= 0 && after.best >= 0) {
                const Card best = after.cards[after.best];
                const std::uint32_t follow = held[led];
                if (follow) {
                    const Card top{std::int8_t(led), std::int8_t(highest(follow))};
                    if (beats(after, top)) reply = top;
                } else if (held[0] && !law_.colour) {
                    const Card top{0, std::int8_t(highest(held[0]))};
                    if (beats(after, top)) reply = top;
                }
                const bool mine = bool(side_ >> other & 1) == bool(maximisers_ >> other & 1);
                const int holder = (after.leader + after.best) % n_;
                const bool content = bool(side_ >> holder & 1) == bool(maximisers_ >> other & 1);
                (void)best;
                if (reply.suit >= 0 && (law_.overtake || (mine && !content))) {
                    after.cards[after.count] = reply;
                    after.best = after.count;
                    ++after.count;
                    continue;
                }
            }
            after.cards[after.count++] = filler;
        }
        const int holder = (trick.leader + std::max(0, after.best)) % n_;
        const bool good = after.best >= 0 && bool(side_ >> holder & 1) == wanted;
        // The weights are measured: fewest nodes on some hundred deals.
        int score = good ? 16 + (holder != seat ? value : 0) : -64 * points - 32 * value;
        const int length = popcount(hands_[seat][card.suit]);
        if (trick.count == 0)
            score += card.suit == 0 ? -8 : 8 * length;
        else if (card.suit == 0 && trick.led > 0)
            score -= 8;
        else if (card.suit != trick.led)
            score += 8 * length;
        moves[i].score = score;
    }
    if (trick.count == 0 && trick.hint.suit >= 0)
        for (int i = 0; i < count; ++i)
            if (moves[i].card == trick.hint) moves[i].score = 1 << 20;
    for (int i = 1; i < count; ++i) {
        const Choice moving = moves[i];
        int at = i;
        for (; at > 0 && moves[at - 1].score < moving.score; --at) moves[at] = moves[at - 1];
        moves[at] = moving;
    }
}

int Solver::gain(const Running& trick, int place) const {
    const bool ours = side_ >> (trick.leader + place) % n_ & 1;
    if (objective_.trick == 0) {
        int stays = 0;
        if (objective_.fool_stays && trick.fool >= 0 && !(objective_.fool_lost_last && done_ + 1 == total_)) {
            stays = objective_.value[0][FOOL];
            const bool owner = side_ >> (trick.leader + trick.fool) % n_ & 1;
            return (ours ? worth(trick) - stays : 0) + (owner ? stays : 0);
        }
        return ours ? worth(trick) : 0;
    }
    if (!ours || done_ + 1 != objective_.trick) return 0;
    if (objective_.with.suit < 0) return 1;
    if (!objective_.lying) return trick.cards[place] == objective_.with;
    for (int k = 0; k < n_; ++k)
        if (trick.cards[k] == objective_.with) return 1;
    return 0;
}

// The value after a complete trick; false where it is not known and *deep* is not wanted.
bool Solver::finish(const Running& trick, int target, Need& need, int& result, bool deep) {
    const int place = std::max(0, trick.best);
    const Card card = trick.cards[place];
    if (plain_[card.suit] >> card.rank & 1)
        for (int k = 0; k < n_; ++k)
            if (k != place && trick.cards[k].suit == card.suit && plain_[card.suit] >> trick.cards[k].rank & 1) {
                need.add(card);
                break;
            }
    const int won = gain(trick, place), value = worth(trick);
    const int leader = (trick.leader + place) % n_;
    ++done_;
    --left_;
    rest_ -= value;
    bool found = true;
    int rest = 0;
    if (deep)
        rest = boundary(leader, target - won, need);
    else
        found = known(leader, target - won, need, rest, nullptr);
    --done_;
    ++left_;
    rest_ += value;
    result = won + rest;
    return found;
}

int Solver::turn(Running& trick, int target, Need& need) {
    tick();
    const int seat = (trick.leader + trick.count) % n_;
    Choice moves[32];
    Need together;
    const int count = generate(trick, seat, moves, need, &together);
    if (count > 1) order(trick, seat, moves, count);
    const bool maximises = maximisers_ >> seat & 1;
    const bool last = trick.count == n_ - 1;
    int best = maximises ? -1 : 1 << 20;
    if (last && count > 1) {
        // The card that ends the trick: first whether the table knows what any of them leads to.
        int open = 0;
        for (int i = 0; i < count; ++i) {
            Running after = trick;
            put(after, moves[i].card, moves[i].named);
            play(seat, moves[i].card);
            Need child;
            int value;
            const bool found = finish(after, target, child, value, false);
            unplay(seat, moves[i].card);
            if (!found) {
                moves[open++] = moves[i];
                continue;
            }
            if (maximises ? value >= target : value < target) {
                need.add(child);
                return value;
            }
            best = maximises ? std::max(best, value) : std::min(best, value);
            together.add(child);
        }
        for (int i = 0; i < open; ++i) {
            Running after = trick;
            put(after, moves[i].card, moves[i].named);
            play(seat, moves[i].card);
            Need child;
            int value;
            finish(after, target, child, value, true);
            unplay(seat, moves[i].card);
            if (maximises ? value >= target : value < target) {
                need.add(child);
                return value;
            }
            best = maximises ? std::max(best, value) : std::min(best, value);
            together.add(child);
        }
        need.add(together);
        return best;
    }
    for (int i = 0; i < count; ++i) {
        Running after = trick;
        const Card card = moves[i].card;
        put(after, card, moves[i].named);
        play(seat, card);
        Need child;
        int value;
        if (last)
            finish(after, target, child, value, true);
        else
            value = turn(after, target, child);
        unplay(seat, card);
        if (maximises ? value >= target : value < target) {
            need.add(child);
            if (trick.count == 0) trick.hint = card;
            return value;
        }
        best = maximises ? std::max(best, value) : std::min(best, value);
        together.add(child);
    }
    if (trick.count == 0) trick.hint = moves[0].card;
    need.add(together);
    return best;
}

// What the table knows of the position at the start of a trick: whether that settles *target*.
bool Solver::known(int leader, int target, Need& need, int& value, Card* hint) {
    if (left_ == 0 || (objective_.trick && done_ >= objective_.trick) || target <= 0) {
        value = 0;
        return true;
    }
    if (target > remaining()) {
        value = remaining();
        return true;
    }
    if (left_ == 1) return false;
    const Bucket* found = bucket(key_[0] + std::uint64_t(leader), key_[1], false);
    if (!found) return false;
    std::uint64_t ranks[2];
    strings(ranks);
    if (hint) *hint = entries_[found->head].lead;
    for (std::uint32_t at = found->head; at != NONE; at = entries_[at].next) {
        const Entry& entry = entries_[at];
        if (((ranks[0] ^ entry.ranks[0]) & entry.mask[0]) | ((ranks[1] ^ entry.ranks[1]) & entry.mask[1])) continue;
        if (entry.low < target && entry.high >= target) {
            if (hint) *hint = entry.lead;
            continue;
        }
        for (int s = 0; s < SUITS; ++s) {
            int k = entry.top[s];
            if (!k) continue;
            std::uint32_t m = all_[s] & plain_[s];
            while (--k) m ^= 1u << highest(m);
            need.cards[s] |= 1u << highest(m);
        }
        value = entry.low >= target ? entry.low : entry.high;
        return true;
    }
    return false;
}

int Solver::boundary(int leader, int target, Need& need) {
    int value;
    Card hint;
    if (known(leader, target, need, value, &hint)) return value;
    return deeper(leader, target, need, hint);
}

int Solver::deeper(int leader, int target, Need& need, Card hint) {
    Running trick = fresh(leader);
    trick.hint = hint;
    if (left_ == 1) return turn(trick, target, need);
    Need mine;
    const int value = turn(trick, target, mine);
    std::uint64_t ranks[2];
    strings(ranks);
    Entry entry{};
    for (int s = 0; s < SUITS; ++s) {
        const std::uint32_t matter = mine.cards[s] & plain_[s];
        if (!matter) continue;
        const int k = popcount(all_[s] & plain_[s] & ~((1u << lowest(matter)) - 1));
        entry.top[s] = std::uint8_t(k);
        lay(entry.mask, (std::uint64_t(1) << 2 * k) - 1, shift_[s]);
        need.cards[s] |= matter;
    }
    entry.lead = trick.hint;
    entry.ranks[0] = ranks[0] & entry.mask[0];
    entry.ranks[1] = ranks[1] & entry.mask[1];
    entry.low = std::int16_t(value >= target ? value : 0);
    entry.high = std::int16_t(value >= target ? remaining() : value);
    if (entries_.size() >= capacity_) clear();
    Bucket* home = bucket(key_[0] + std::uint64_t(leader), key_[1], true);
    for (std::uint32_t at = home->head; at != NONE; at = entries_[at].next) {
        Entry& old = entries_[at];
        if (old.mask[0] == entry.mask[0] && old.mask[1] == entry.mask[1] && old.ranks[0] == entry.ranks[0] &&
            old.ranks[1] == entry.ranks[1]) {
            old.low = std::max(old.low, entry.low);
            old.high = std::min(old.high, entry.high);
            old.lead = entry.lead;
            return value;
        }
    }
    entry.next = home->head;
    home->head = std::uint32_t(entries_.size());
    entries_.push_back(entry);
    return value;
}

// --- the root -------------------------------------------------------------------------------------

Solver::Running Solver::fresh(int leader) const {
    Running trick;
    trick.leader = leader;
    trick.count = trick.points = 0;
    trick.best = trick.led = trick.named = trick.fool = -1;
    trick.kaiser = false;
    return trick;
}

Solver::State Solver::save() const { return {hands_, all_, {key_[0], key_[1]}, done_, rest_, left_, root_}; }

void Solver::restore(const State& state) {
    hands_ = state.hands;
    all_ = state.all;
    key_[0] = state.key[0];
    key_[1] = state.key[1];
    done_ = state.done;
    rest_ = state.rest;
    left_ = state.left;
    root_ = state.root;
}

int Solver::search(int target) {
    Need need;
    Running trick = root_;
    if (trick.count == 0) return boundary(trick.leader, target, need);
    return turn(trick, target, need);
}

int Solver::search_after(const Move& move, int target) {
    Need need;
    Running after = root_;
    const int seat = turn_of();
    put(after, move.card, move.named);
    play(seat, move.card);
    int value;
    if (after.count == n_)
        finish(after, target, need, value, true);
    else
        value = turn(after, target, need);
    unplay(seat, move.card);
    return value;
}

// Null windows: near the guess first and then further away from it, else in the middle of what is open.
template <class Search>
Bounds Solver::bounds(Search&& search, int low, int high, int guess, const Limits& limits) {
    Bounds found{std::max(0, low), high < 0 ? remaining() : std::min(high, remaining()), 0};
    const State state = save();
    const std::uint64_t before = nodes_;
    node_limit_ = limits.nodes ? nodes_ + limits.nodes : 0;
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
    Choice choices[32];
    Need need;
    std::vector<Move> result;
    if (left_ == 0) return result;
    const int count = generate(root_, turn_of(), choices, need, nullptr);
    for (int i = 0; i < count; ++i) result.push_back({choices[i].card, choices[i].named});
    return result;
}

int Solver::advance(const Move& move) {
    const int seat = turn_of();
    put(root_, move.card, move.named);
    play(seat, move.card);
    if (root_.count < n_) return 0;
    const int place = std::max(0, root_.best), won = gain(root_, place);
    rest_ -= worth(root_);
    ++done_;
    --left_;
    root_ = fresh((root_.leader + place) % n_);
    return won;
}

}  // namespace tarok
