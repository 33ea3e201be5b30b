#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace loupe::image {

constexpr size_t kBlockSide = 8;
constexpr size_t kBlockPixels = kBlockSide * kBlockSide;
/** Coefficients of a sound picture are far smaller; with greater ones sums would not fit. */
constexpr int kGreatestCoefficient = (1 << 14) - 1;

/** Row by row. */
using Coefficients = std::array<int32_t, kBlockPixels>;

/**
 * The inverse cosine transform of a block as libjpeg's accurate method ("islow") does it in integers
 * (Loeffler, Ligtenberg and Moschytz, 1989), with 128 added and kept within a byte.
 *
 * @param block  multiplied by the quantization steps already, magnitudes up to kGreatestCoefficient
 */
void InverseTransform(const Coefficients& block, uint8_t* pixels);

}  // namespace loupe::image
