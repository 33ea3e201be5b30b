#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/span.h"
#include "core/index/segment_size.h"

namespace loupe::index {

/** Greatest number of keywords of one reference and bytes of one keyword. */
constexpr size_t kMaxKeywordsPerReference = 1024;
constexpr size_t kMaxKeywordBytes = 1024;

/** One keyword and the ascending local numbers of the references that hold it. */
using KeywordEntry = std::pair<std::string, std::vector<uint32_t>>;

/**
 * Which references of a segment hold which keyword, read in place from the segment's bytes:
 * u32 keyword count, u32 text size, u32 ends of the texts, u32 ends of the lists, lists, texts. Numbers in
 * lists have 16 bits, in a segment of more than kMostNarrowReferences 32. Keywords are in byte order.
 */
class KeywordTable {
 public:
  KeywordTable() = default;

  /** @throws Error kSnapshotCorrupt when the bytes are not a table over `reference_count` references. */
  KeywordTable(base::Span<const uint8_t> bytes, size_t reference_count);

  size_t size() const { return count_; }
  std::string_view keyword(size_t i) const;
  std::vector<uint32_t> references(size_t i) const;

  /** The references that hold a keyword, empty when none does. */
  std::vector<uint32_t> Find(std::string_view keyword) const;

 private:
  uint32_t NumberAt(size_t place) const;

  size_t count_ = 0;
  const uint32_t* text_ends_ = nullptr;
  const uint32_t* list_ends_ = nullptr;
  const uint8_t* lists_ = nullptr;
  /** Bytes of a number in a list. */
  size_t width_ = 0;
  const char* texts_ = nullptr;
};

/** Writes the table of a segment; `entries` are sorted by keyword and hold no keyword twice. */
std::vector<uint8_t> EncodeKeywordTable(const std::vector<KeywordEntry>& entries, size_t reference_count);

}  // namespace loupe::index
