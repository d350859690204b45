// Counting and finding bits, moving and mixing them.
#pragma once

#include <array>
#include <cstdint>

namespace tarok {

inline int popcount(std::uint32_t x) {
    // Not the builtin: without a processor's own instruction it is a call.
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return int((((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}

// Place of the lowest and of the highest bit; x is not 0.
inline int lowest(std::uint32_t x) {
#if defined(__GNUC__)
    return __builtin_ctz(x);
#else
    return popcount((x & (0u - x)) - 1);
#endif
}

inline int highest(std::uint32_t x) {
#if defined(__GNUC__)
    return 31 - __builtin_clz(x);
#else
    int n = -1;
    while (x) { x >>= 1; ++n; }
    return n;
#endif
}

// The bits above, and those below, a place (0-30).
inline std::uint32_t above(int place) { return ~((2u << place) - 1); }
inline std::uint32_t below(int place) { return (1u << place) - 1; }

// Lays bits at their place in two words, across the border where they lie there.
inline void lay(std::array<std::uint64_t, 2>& out, std::uint64_t bits, int at) {
    if (at < 64) {
        out[0] |= bits << at;
        if (at) out[1] |= bits >> (64 - at);
    } else {
        out[1] |= bits << (at - 64);
    }
}

// The bits from one place up to another, at the lowest places.
inline std::uint64_t cut(const std::array<std::uint64_t, 2>& from, int at, int end) {
    std::uint64_t bits = at < 64 ? from[0] >> at : from[1] >> (at - 64);
    if (at > 0 && at < 64) bits |= from[1] << (64 - at);
    return bits & ((std::uint64_t(1) << (end - at)) - 1);
}

inline std::uint64_t mixed(std::uint64_t x) {
    x *= 0x9e3779b97f4a7c15ull;
    x ^= x >> 32;
    x *= 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 29;
}

}  // namespace tarok
