#include "core/base/large_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>

namespace loupe::base {
namespace {

/** In a browser there is one block of memory, which nobody maps. */
#if defined(__EMSCRIPTEN__)
constexpr bool kMayMap = false;
#else
constexpr bool kMayMap = true;
#endif

size_t RoundedUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/** What of memory of this size is mapped: whole pages of the usual size. */
size_t MappedBytes(size_t bytes) { return RoundedUp(bytes, static_cast<size_t>(sysconf(_SC_PAGESIZE))); }

/** Maps zeroed memory that begins where a large page can. */
uint8_t* MapAligned(size_t bytes) {
  const size_t wanted = MappedBytes(bytes), reserved = wanted + kLargePageBytes;
  void* const mapped = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<uint8_t*>(mapped);
  const auto address = reinterpret_cast<uintptr_t>(mapped);
  const size_t before = RoundedUp(address, kLargePageBytes) - address, behind = kLargePageBytes - before;
  if (before > 0) munmap(begin, before);
  uint8_t* const data = begin + before;
  if (behind > 0) munmap(data + wanted, behind);
  return data;
}

}  // namespace

bool HasLargePages() {
  static const bool has_them = [] {
    std::FILE* const file = std::fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (file == nullptr) return false;
    char setting[64] = {};
    const bool is_read = std::fgets(setting, sizeof(setting), file) != nullptr;
    std::fclose(file);
    return is_read && std::strstr(setting, "[never]") == nullptr;
  }();
  return has_them;
}

LargeMemory::LargeMemory(size_t bytes) : size_(bytes) {
  if (bytes < kLargePageBytes || !kMayMap) {
    small_ = std::make_unique<uint64_t[]>(RoundedUp(bytes, sizeof(uint64_t)) / sizeof(uint64_t));
    data_ = reinterpret_cast<uint8_t*>(small_.get());
    return;
  }
  data_ = MapAligned(bytes);
  // The rest stays in usual pages, so that nothing is wasted. Where it is refused, all does.
  madvise(data_, bytes / kLargePageBytes * kLargePageBytes, MADV_HUGEPAGE);
}

LargeMemory::~LargeMemory() {
  if (!small_) munmap(data_, MappedBytes(size_));
}

}  // namespace loupe::base
