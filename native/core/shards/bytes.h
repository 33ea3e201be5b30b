#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/error.h"
#include "core/base/span.h"

namespace loupe::shards {

/** Writes numbers one after the other, little-endian and without gaps. */
class ByteWriter {
 public:
  template <typename T>
  void Put(T value) {
    static_assert(std::is_arithmetic_v<T>, "numbers alone have a form of their own");
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void PutBytes(base::Span<const uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void PutText(const std::string& text) {
    Put(static_cast<uint32_t>(text.size()));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  /** In as few bytes of 7 bits each as the number needs (LEB128). */
  void PutShort(uint32_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<uint8_t>(value));
  }
  void Reserve(size_t count) { bytes_.reserve(count); }
  /** Room for `count` bytes more, to be filled by the caller before the next call. */
  uint8_t* Extend(size_t count) {
    bytes_.resize(bytes_.size() + count);
    return bytes_.data() + bytes_.size() - count;
  }
  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

/** Reads what a ByteWriter wrote. */
class ByteReader {
 public:
  explicit ByteReader(base::Span<const uint8_t> bytes) : next_(bytes.begin()), end_(bytes.end()) {}

  /** @throws Error kInvalidArgument past the end, as all of these */
  template <typename T>
  T Get() {
    T value;
    std::memcpy(&value, GetBytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  base::Span<const uint8_t> GetBytes(size_t count) {
    if (count > static_cast<size_t>(end_ - next_)) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "What a shard of an index was sent is cut off.");
    }
    const uint8_t* from = next_;
    next_ += count;
    return {from, count};
  }
  /** What PutShort() wrote. */
  uint32_t GetShort() {
    uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const auto byte = Get<uint8_t>();
      value |= uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return static_cast<uint32_t>(value);
    }
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "What a shard of an index was sent holds no number.");
  }
  bool IsAtEnd() const { return next_ == end_; }
  std::string GetText() {
    const base::Span<const uint8_t> bytes = GetBytes(Get<uint32_t>());
    return {bytes.begin(), bytes.end()};
  }
  /** A count of things that take `bytes_each` and more, so that a damaged one asks for no room. */
  size_t GetCount(size_t bytes_each) {
    const auto count = Get<uint32_t>();
    if (count > static_cast<size_t>(end_ - next_) / bytes_each) GetBytes(SIZE_MAX);
    return count;
  }

 private:
  const uint8_t* next_;
  const uint8_t* end_;
};

}  // namespace loupe::shards
