// Constants that several rooms of the kernel use.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace tarok {

constexpr std::uint32_t I = 1u << PAGAT, XXI = 1u << MOND, F = 1u << FOOL;
constexpr int TAROK = 32;        // strength of a tarok above that of a suit card of its rank
constexpr int INVINCIBLE = 100;  // more than any strength
constexpr int NO_CARD = 255;

}  // namespace tarok
