#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe::base {

/** CRC-32C (Castagnoli, RFC 3720) of `size` bytes, continued from `crc` (0 to start). */
uint32_t Crc32c(const void* data, size_t size, uint32_t crc = 0);

}  // namespace loupe::base
