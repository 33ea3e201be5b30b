#include "core/base/crc32c.h"

#include <vector>

#include "third_party/doctest/doctest.h"

namespace loupe::base {
namespace {

TEST_CASE("checksums are those of RFC 3720") {
  CHECK(Crc32c("123456789", 9) == 0xE3069283);
  CHECK(Crc32c(std::vector<uint8_t>(32, 0).data(), 32) == 0x8A9136AA);
  CHECK(Crc32c(std::vector<uint8_t>(32, 0xFF).data(), 32) == 0x62A8AB43);
}

TEST_CASE("a checksum goes on where it ended") {
  CHECK(Crc32c("56789", 5, Crc32c("1234", 4)) == Crc32c("123456789", 9));
}

}  // namespace
}  // namespace loupe::base
