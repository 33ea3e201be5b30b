#pragma once

#include <cstdint>
#include <cstring>

namespace loupe::features {

/** 256 binary tests around a keypoint, turned by its orientation and compared by Hamming distance. */
struct Descriptor {
  uint8_t bytes[32];

  /** 64-bit part of the descriptor, i in 0..3. */
  uint64_t word(int i) const {
    uint64_t value;
    std::memcpy(&value, bytes + 8 * i, 8);
    return value;
  }
};
static_assert(sizeof(Descriptor) == 32, "descriptors are stored as they are");

/** Number of differing bits, 0..256. */
inline int HammingDistance(const Descriptor& a, const Descriptor& b) {
  int bits = 0;
  for (int i = 0; i < 4; ++i) bits += __builtin_popcountll(a.word(i) ^ b.word(i));
  return bits;
}

}  // namespace loupe::features
