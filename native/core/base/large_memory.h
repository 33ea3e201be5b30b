#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace loupe::base {

/** Bytes of a large page, and the least memory that is laid in them. */
constexpr size_t kLargePageBytes = size_t{2} << 20;

/** Whether the system gives large pages (transparent ones of Linux) to who asks for them. */
bool HasLargePages();

/**
 * Zeroed memory, 8-byte aligned and of fixed size, in large pages where it has room for one and the system
 * gives them: reading all over it then rarely waits until an address is translated.
 */
class LargeMemory {
 public:
  /** @throws std::bad_alloc */
  explicit LargeMemory(size_t bytes);
  ~LargeMemory();
  LargeMemory(const LargeMemory&) = delete;
  LargeMemory& operator=(const LargeMemory&) = delete;

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  size_t size_;
  /** Where the memory lies when it has no room for a large page. */
  std::unique_ptr<uint64_t[]> small_;
  uint8_t* data_;
};

}  // namespace loupe::base
