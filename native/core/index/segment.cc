#include "core/index/segment.h"

#include <algorithm>

#include "core/base/error.h"

namespace loupe::index {
namespace {

constexpr size_t kWordBlocks = kWordCount / 64;

[[noreturn]] void CorruptSegment(const char* what) {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt,
                    std::string("A segment of the index is damaged (") + what + "); rebuild the index.");
}

uint32_t Rounded(float value, float most) {
  return static_cast<uint32_t>(std::clamp(value + 0.5f, 0.0f, most));
}

/** Hands out 8-byte aligned places one after the other. */
class LayoutCursor {
 public:
  explicit LayoutCursor(size_t start) : at_(start) {}
  size_t Take(size_t bytes) {
    const size_t place = at_;
    at_ = (at_ + bytes + 7) & ~size_t{7};
    return place;
  }

 private:
  size_t at_;
};

}  // namespace

PackedGeometry::PackedGeometry(const features::Keypoint& keypoint, int side) {
  const float scale = 1023.0f / static_cast<float>(side);
  const uint32_t angle = ((uint32_t{keypoint.angle_q16} + 128U) >> 8) & 255U;
  const uint32_t level = std::min<uint32_t>(keypoint.level, 7U);
  bits_ = Rounded(keypoint.x() * scale, 1023.0f) | Rounded(keypoint.y() * scale / 2.0f, 511.0f) << 11 |
          angle << 20 | level << 28;
}

SegmentLayout::SegmentLayout(const SegmentHeader& header) {
  const size_t references = header.reference_count;
  const size_t postings = header.posting_count;
  LayoutCursor cursor(sizeof(SegmentHeader));
  word_bits = cursor.Take(kWordBlocks * sizeof(uint64_t));
  word_ranks = cursor.Take(kWordBlocks * sizeof(uint32_t));
  starts = cursor.Take((size_t{header.distinct_word_count} + 1) * sizeof(uint32_t));
  keys = cursor.Take(references * sizeof(uint32_t));
  sides = cursor.Take(references * sizeof(uint16_t));
  signatures = cursor.Take(postings * sizeof(uint64_t));
  locals = cursor.Take(postings * sizeof(uint16_t));
  geometry = cursor.Take(postings * sizeof(PackedGeometry));
  keywords = cursor.Take(header.keyword_bytes);
  dna_ends = cursor.Take(references * sizeof(uint64_t));
  const size_t places = header.division_count;
  divisions = cursor.Take(places > 0 ? size_t{header.distinct_word_count} * sizeof(uint16_t) : 0);
  code_ends = cursor.Take(places * kCodeCount * sizeof(uint16_t));
  end = cursor.Take(0);
}

Segment::Segment(base::Span<const uint8_t> hot, std::shared_ptr<const void> owner, std::vector<DnaBlob> dnas,
                 bool is_in_file)
    : hot_(hot), owner_(std::move(owner)), is_in_file_(is_in_file), dnas_(std::move(dnas)) {
  if (hot.size() < sizeof(SegmentHeader)) CorruptSegment("too short");
  header_ = reinterpret_cast<const SegmentHeader*>(hot.data());
  if (header_->reference_count > kMaxSegmentReferences || header_->distinct_word_count > kWordCount ||
      header_->division_count > kMostDivisions) {
    CorruptSegment("counts");
  }
  const SegmentLayout layout(*header_);
  if (layout.end != hot.size() || header_->hot_size != hot.size()) CorruptSegment("length");
  if (dnas_.size() != header_->reference_count) CorruptSegment("DNA count");
  is_wide_ = header_->reference_count > kMostNarrowReferences;
  const uint8_t* base = hot.data();
  word_bits_ = reinterpret_cast<const uint64_t*>(base + layout.word_bits);
  word_ranks_ = reinterpret_cast<const uint32_t*>(base + layout.word_ranks);
  starts_ = reinterpret_cast<const uint32_t*>(base + layout.starts);
  keys_ = reinterpret_cast<const uint32_t*>(base + layout.keys);
  sides_ = reinterpret_cast<const uint16_t*>(base + layout.sides);
  signatures_ = reinterpret_cast<const uint64_t*>(base + layout.signatures);
  locals_ = reinterpret_cast<const uint16_t*>(base + layout.locals);
  geometry_ = reinterpret_cast<const PackedGeometry*>(base + layout.geometry);
  divisions_ = reinterpret_cast<const uint16_t*>(base + layout.divisions);
  code_ends_ = reinterpret_cast<const uint16_t*>(base + layout.code_ends);
  CheckContents();
  CheckDivisions();
  keywords_ = KeywordTable({base + layout.keywords, header_->keyword_bytes}, header_->reference_count);
}

void Segment::CheckContents() const {
  uint32_t rank = 0;
  for (size_t block = 0; block < kWordBlocks; ++block) {
    if (word_ranks_[block] != rank) CorruptSegment("word ranks");
    rank += static_cast<uint32_t>(__builtin_popcountll(word_bits_[block]));
  }
  if (rank != header_->distinct_word_count) CorruptSegment("word count");
  if (starts_[0] != 0 || starts_[rank] != header_->posting_count) CorruptSegment("list bounds");
  for (uint32_t i = 0; i < rank; ++i) {
    if (starts_[i] > starts_[i + 1]) CorruptSegment("list order");
  }
  for (size_t i = 1; i < reference_count(); ++i) {
    if (keys_[i - 1] >= keys_[i]) CorruptSegment("key order");
  }
  for (size_t i = 0; i < posting_count(); ++i) {
    if (local(i) >= reference_count()) CorruptSegment("posting");
  }
}

void Segment::CheckDivisions() const {
  if (header_->division_count == 0) return;
  for (uint32_t rank = 0; rank < header_->distinct_word_count; ++rank) {
    const uint16_t division = divisions_[rank];
    if (division == 0) continue;
    const uint32_t count = starts_[rank + 1] - starts_[rank];
    if (division + std::max(1U, DivisionsOf(count)) > header_->division_count + 1)
      CorruptSegment("list divisions");
    const CodeEnds ends = CodeEndsOf(starts_ + rank, division);
    for (size_t code = 1; code < kCodeCount; ++code) {
      if (ends[code - 1] > ends[code]) CorruptSegment("code ends");
    }
    if (ends[kCodeCount - 1] != count) CorruptSegment("code ends");
  }
}

int Segment::LocalOf(uint32_t key) const {
  const uint32_t* end = keys_ + reference_count();
  const uint32_t* place = std::lower_bound(keys_, end, key);
  return place != end && *place == key ? static_cast<int>(place - keys_) : -1;
}

}  // namespace loupe::index
