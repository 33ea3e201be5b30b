#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace loupe::base {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78u;

[[maybe_unused]] std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? kPolynomial : 0u);
    table[i] = crc;
  }
  return table;
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
  static const std::array<uint32_t, 256> table = MakeTable();
  for (; size > 0; --size) crc = (crc >> 8) ^ table[(crc ^ *bytes++) & 0xFF];
#endif
  return ~crc;
}

}  // namespace loupe::base
