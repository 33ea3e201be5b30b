#include "core/index/keyword_table.h"

#include <cstring>

#include "core/base/error.h"

namespace loupe::index {
namespace {

[[noreturn]] void CorruptKeywords() {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt,
                    "The keyword table of a segment is damaged; rebuild the index.");
}

bool IsAscendingUpTo(const uint32_t* ends, size_t count, uint64_t last) {
  uint32_t previous = 0;
  for (size_t i = 0; i < count; ++i) {
    if (ends[i] < previous) return false;
    previous = ends[i];
  }
  return previous == last;
}

void AppendU32(std::vector<uint8_t>* bytes, size_t value) {
  const auto v = static_cast<uint32_t>(value);
  const auto* raw = reinterpret_cast<const uint8_t*>(&v);
  bytes->insert(bytes->end(), raw, raw + sizeof(v));
}

/** Bytes of a local number in a segment of `reference_count` references. */
size_t WidthOf(size_t reference_count) {
  return reference_count > kMostNarrowReferences ? sizeof(uint32_t) : sizeof(uint16_t);
}

}  // namespace

KeywordTable::KeywordTable(base::Span<const uint8_t> bytes, size_t reference_count) {
  if (bytes.size() < 8) CorruptKeywords();
  uint32_t head[2];
  std::memcpy(head, bytes.data(), sizeof(head));
  count_ = head[0];
  const uint64_t before_lists = 8 + uint64_t{count_} * 8;
  if (before_lists + head[1] > bytes.size()) CorruptKeywords();
  const uint64_t list_bytes = bytes.size() - before_lists - head[1];
  width_ = WidthOf(reference_count);
  if (list_bytes % width_ != 0) CorruptKeywords();
  const uint64_t list_count = list_bytes / width_;
  text_ends_ = reinterpret_cast<const uint32_t*>(bytes.data() + 8);
  list_ends_ = text_ends_ + count_;
  lists_ = reinterpret_cast<const uint8_t*>(list_ends_ + count_);
  texts_ = reinterpret_cast<const char*>(lists_ + list_bytes);
  if (!IsAscendingUpTo(text_ends_, count_, head[1])) CorruptKeywords();
  if (!IsAscendingUpTo(list_ends_, count_, list_count)) CorruptKeywords();
  for (size_t i = 0; i < list_count; ++i) {
    if (NumberAt(i) >= reference_count) CorruptKeywords();
  }
}

uint32_t KeywordTable::NumberAt(size_t place) const {
  // Little-endian: the first bytes are the lower ones.
  uint32_t number = 0;
  std::memcpy(&number, lists_ + place * width_, width_);
  return number;
}

std::string_view KeywordTable::keyword(size_t i) const {
  const uint32_t start = i == 0 ? 0 : text_ends_[i - 1];
  return {texts_ + start, text_ends_[i] - start};
}

std::vector<uint32_t> KeywordTable::references(size_t i) const {
  std::vector<uint32_t> numbers;
  for (uint32_t place = i == 0 ? 0 : list_ends_[i - 1]; place < list_ends_[i]; ++place)
    numbers.push_back(NumberAt(place));
  return numbers;
}

std::vector<uint32_t> KeywordTable::Find(std::string_view wanted) const {
  size_t first = 0;
  size_t last = count_;
  while (first < last) {
    const size_t middle = (first + last) / 2;
    if (keyword(middle) < wanted) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first == count_ || keyword(first) != wanted) return {};
  return references(first);
}

std::vector<uint8_t> EncodeKeywordTable(const std::vector<KeywordEntry>& entries, size_t reference_count) {
  std::vector<uint8_t> bytes;
  size_t text_size = 0;
  for (const auto& entry : entries) text_size += entry.first.size();
  AppendU32(&bytes, entries.size());
  AppendU32(&bytes, text_size);
  size_t end = 0;
  for (const auto& entry : entries) AppendU32(&bytes, end += entry.first.size());
  end = 0;
  for (const auto& entry : entries) AppendU32(&bytes, end += entry.second.size());
  for (const auto& entry : entries) {
    for (const uint32_t number : entry.second) {
      const auto* raw = reinterpret_cast<const uint8_t*>(&number);
      bytes.insert(bytes.end(), raw, raw + WidthOf(reference_count));
    }
  }
  for (const auto& entry : entries) bytes.insert(bytes.end(), entry.first.begin(), entry.first.end());
  return bytes;
}

}  // namespace loupe::index
