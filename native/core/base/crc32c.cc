#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace loupe::base {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78u;

/** Bytes that are taken at once where the processor has no instruction for it. */
constexpr size_t kAtOnce = 8;
/** Changes by a byte with a number of others behind it (Kounavis and Berry, 2008: slicing by eight). */
using Tables = std::array<std::array<uint32_t, 256>, kAtOnce>;

[[maybe_unused]] Tables MakeTables() {
  Tables tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? kPolynomial : 0u);
    tables[0][i] = crc;
  }
  for (size_t behind = 1; behind < kAtOnce; ++behind) {
    for (size_t i = 0; i < 256; ++i) {
      const uint32_t before = tables[behind - 1][i];
      tables[behind][i] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

}  // namespace

uint32_t Crc32c(const void* data, size_t size, uint32_t crc) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  crc = ~crc;
#if defined(__SSE4_2__)
  uint64_t wide = crc;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint64_t block;
    std::memcpy(&block, bytes, 8);
    wide = _mm_crc32_u64(wide, block);
  }
  crc = static_cast<uint32_t>(wide);
  for (; size > 0; --size) crc = _mm_crc32_u8(crc, *bytes++);
#else
  static const Tables tables = MakeTables();
  for (; size >= kAtOnce; size -= kAtOnce, bytes += kAtOnce) {
    uint32_t words[2];
    std::memcpy(words, bytes, kAtOnce);
    words[0] ^= crc;
    crc = 0;
    for (size_t i = 0; i < kAtOnce; ++i)
      crc ^= tables[kAtOnce - 1 - i][(words[i / 4] >> (8 * (i % 4))) & 0xFF];
  }
  for (; size > 0; --size) crc = (crc >> 8) ^ tables[0][(crc ^ *bytes++) & 0xFF];
#endif
  return ~crc;
}

}  // namespace loupe::base
