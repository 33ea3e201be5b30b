#include "bench/simulated_segment.h"

#include <cstring>

#include "bench/simulated_references.h"
#include "core/base/error.h"
#include "core/base/large_memory.h"
#include "core/index/segment_builder.h"
#include "core/index/segment_file.h"

namespace loupe::bench {
namespace {

/** The part of a posting's geometry that is no position. */
constexpr uint32_t kAngleAndLevel = ~0U << 20;
constexpr uint32_t kPosition = (1U << 20) - 1;

/** Postings of each word for `count` references: shares of the pool, rounded so that they add up. */
std::vector<uint32_t> StartsOf(const CornerPool& pool, size_t count) {
  const uint64_t total = uint64_t{count} * kSimulatedCorners;
  std::vector<uint32_t> starts = {0};
  uint64_t before = 0;
  for (size_t word = 0; word < index::kWordCount; ++word) {
    before += pool.of(word).size();
    starts.push_back(static_cast<uint32_t>(before * total / pool.size()));
  }
  return starts;
}

index::SegmentHeader HeaderOf(const CornerPool& pool, size_t count, const std::vector<uint32_t>& starts,
                              size_t keyword_bytes) {
  index::SegmentHeader header = index::NewSegmentHeader();
  header.vocabulary_id = pool.vocabulary_id();
  header.reference_count = static_cast<uint32_t>(count);
  header.posting_count = starts.back();
  header.keyword_bytes = static_cast<uint32_t>(keyword_bytes);
  for (size_t word = 0; word < index::kWordCount; ++word) {
    header.distinct_word_count += starts[word + 1] > starts[word] ? 1 : 0;
  }
  return header;
}

/** Which words have lists, and where those begin. */
void FillDirectory(const std::vector<uint32_t>& starts, const index::SegmentLayout& layout, uint8_t* bytes) {
  auto* bits = reinterpret_cast<uint64_t*>(bytes + layout.word_bits);
  auto* ranks = reinterpret_cast<uint32_t*>(bytes + layout.word_ranks);
  auto* first = reinterpret_cast<uint32_t*>(bytes + layout.starts);
  uint32_t rank = 0;
  for (size_t word = 0; word < index::kWordCount; ++word) {
    if (word % 64 == 0) ranks[word / 64] = rank;
    if (starts[word + 1] == starts[word]) continue;
    bits[word / 64] |= uint64_t{1} << (word % 64);
    first[rank++] = starts[word];
  }
  first[rank] = starts.back();
}

void FillPostings(const CornerPool& pool, size_t count, const std::vector<uint32_t>& starts,
                  const index::SegmentLayout& layout, test::Random* random, uint8_t* bytes) {
  auto* signatures = reinterpret_cast<uint64_t*>(bytes + layout.signatures);
  auto* locals = reinterpret_cast<uint16_t*>(bytes + layout.locals);
  auto* geometry = reinterpret_cast<index::PackedGeometry*>(bytes + layout.geometry);
  for (size_t word = 0; word < index::kWordCount; ++word) {
    const base::Span<const PooledCorner> corners = pool.of(word);
    for (uint32_t at = starts[word]; at < starts[word + 1]; ++at) {
      const PooledCorner corner = SimulateCorner(corners, random);
      signatures[at] = corner.signature;
      const uint32_t local = random->Below(static_cast<uint32_t>(count));
      locals[at] = static_cast<uint16_t>(local);
      const uint32_t position = static_cast<uint32_t>(random->Next()) & kPosition;
      geometry[at] = index::PackedGeometry(corner.angle_and_level | position).Of(local);
    }
  }
}

}  // namespace

CornerPool::CornerPool(const std::vector<features::Features>& pictures, const index::Vocabulary& vocabulary)
    : vocabulary_id_(vocabulary.id()), starts_(index::kWordCount + 1, 0) {
  std::vector<std::vector<PooledCorner>> by_word(index::kWordCount);
  for (const features::Features& picture : pictures) {
    const std::vector<uint16_t> words = WordsOf(picture, vocabulary);
    for (size_t i = 0; i < words.size(); ++i) {
      const uint32_t geometry = index::PackedGeometry(picture.keypoints[i], kSimulatedSide).bits();
      by_word[words[i]].push_back(
          {vocabulary.SignatureOf(picture.descriptors[i], words[i]), geometry & kAngleAndLevel});
    }
  }
  Append(by_word);
}

CornerPool::CornerPool(uint32_t vocabulary_id, const std::vector<std::vector<PooledCorner>>& by_word)
    : vocabulary_id_(vocabulary_id), starts_(index::kWordCount + 1, 0) {
  Append(by_word);
}

void CornerPool::Append(const std::vector<std::vector<PooledCorner>>& by_word) {
  for (size_t word = 0; word < index::kWordCount; ++word) {
    corners_.insert(corners_.end(), by_word[word].begin(), by_word[word].end());
    starts_[word + 1] = static_cast<uint32_t>(corners_.size());
  }
  if (corners_.empty())
    throw base::Error(base::ErrorCode::kInvalidArgument, "Simulating needs pictures with detail.");
}

PooledCorner SimulateCorner(base::Span<const PooledCorner> corners, test::Random* random) {
  const PooledCorner& one = corners[random->Below(static_cast<uint32_t>(corners.size()))];
  const PooledCorner& other = corners[random->Below(static_cast<uint32_t>(corners.size()))];
  const uint64_t from_other = random->Next();
  return {(one.signature & ~from_other) | (other.signature & from_other), one.angle_and_level};
}

CornerPool Simulated(const CornerPool& pool, size_t references, size_t real_references,
                     test::Random* random) {
  std::vector<std::vector<PooledCorner>> by_word(index::kWordCount);
  uint64_t before = 0;
  for (size_t word = 0; word < index::kWordCount; ++word) {
    const uint64_t first = before * references / real_references;
    before += pool.of(word).size();
    const uint64_t end = before * references / real_references;
    for (uint64_t i = first; i < end; ++i) by_word[word].push_back(SimulateCorner(pool.of(word), random));
  }
  return {pool.vocabulary_id(), by_word};
}

std::shared_ptr<const index::Segment> SimulateSegment(const CornerPool& pool,
                                                      const index::Vocabulary& vocabulary, uint32_t first_key,
                                                      size_t count, const std::vector<index::DnaBlob>& dnas,
                                                      test::Random* random, uint32_t key_step) {
  const std::vector<uint32_t> starts = StartsOf(pool, count);
  const std::vector<uint8_t> keywords = index::EncodeKeywordTable({}, count);
  index::SegmentHeader header = HeaderOf(pool, count, starts, keywords.size());
  const index::SegmentLayout layout(header);
  header.hot_size = layout.end;
  const auto memory = std::make_shared<base::LargeMemory>(layout.end);
  uint8_t* const bytes = memory->data();
  std::vector<index::DnaBlob> shared;
  for (size_t i = 0; i < count; ++i) {
    const auto local = static_cast<uint32_t>(i);
    reinterpret_cast<uint32_t*>(bytes + layout.keys)[i] = first_key + static_cast<uint32_t>(local) * key_step;
    reinterpret_cast<uint16_t*>(bytes + layout.sides)[i] = kSimulatedSide;
    shared.push_back(dnas[i % dnas.size()]);
    header.dna_size += shared.back().bytes.size();
    reinterpret_cast<uint64_t*>(bytes + layout.dna_ends)[i] = header.dna_size;
  }
  FillDirectory(starts, layout, bytes);
  FillPostings(pool, count, starts, layout, random, bytes);
  std::memcpy(bytes + layout.keywords, keywords.data(), keywords.size());
  std::memcpy(bytes, &header, sizeof(header));
  const index::Segment undivided(base::Span<const uint8_t>(bytes, layout.end), memory, std::move(shared),
                                 false);
  return index::MergeSegments({{&undivided, nullptr}}, vocabulary.id(), vocabulary.code_masks());
}

}  // namespace loupe::bench
