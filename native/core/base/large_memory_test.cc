#include "core/base/large_memory.h"

#include <algorithm>

#include "third_party/doctest/doctest.h"

namespace loupe::base {
namespace {

TEST_CASE("memory in large pages is zeroed, aligned and writable to its last byte") {
  for (const size_t bytes :
       {size_t{1}, size_t{4097}, kLargePageBytes - 1, kLargePageBytes, 3 * kLargePageBytes + 5}) {
    LargeMemory memory(bytes);
    CHECK(memory.size() == bytes);
    CHECK(reinterpret_cast<uintptr_t>(memory.data()) % sizeof(uint64_t) == 0);
    CHECK(std::all_of(memory.data(), memory.data() + bytes, [](uint8_t byte) { return byte == 0; }));
    std::fill(memory.data(), memory.data() + bytes, uint8_t{0xa5});
    CHECK(std::all_of(memory.data(), memory.data() + bytes, [](uint8_t byte) { return byte == 0xa5; }));
  }
}

TEST_CASE("memory with room for a large page begins where one can") {
  const LargeMemory memory(kLargePageBytes + 1);
  CHECK(reinterpret_cast<uintptr_t>(memory.data()) % kLargePageBytes == 0);
}

}  // namespace
}  // namespace loupe::base
