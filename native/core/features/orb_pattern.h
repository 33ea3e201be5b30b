#pragma once

#include <cstdint>

namespace loupe::features {

/** One binary test: is the first position darker than the second? Offsets in level pixels from the keypoint.
 */
struct BinaryTest {
  int8_t x1, y1, x2, y2;
};

constexpr int kPatchRadius = 15;
constexpr int kTestCount = 256;

/**
 * The 256 tests of a descriptor before rotation. Test 128 + i is test i with y negated, so that the
 * descriptor of a mirror image is a permutation of the descriptor's bits.
 */
const BinaryTest* OrbPattern();

}  // namespace loupe::features
