#pragma once

#include <cstdint>

namespace loupe::test {

/** SplitMix64 (Steele et al., OOPSLA 2014): the same numbers with every compiler and library. */
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /** 0 to n - 1. */
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>((Next() >> 32) * n >> 32); }
  /** low to high. */
  double Between(double low, double high) {
    return low + (high - low) * (static_cast<double>(Next() >> 11) * (1.0 / 9007199254740992.0));
  }

 private:
  uint64_t state_;
};

}  // namespace loupe::test
