#include "packages/bench/native/simulated_segment.h"

#include <cstring>

#include "core/base/error.h"
#include "core/index/segment_bytes.h"
#include "core/index/segment_merge.h"
#include "packages/bench/native/simulated_references.h"

namespace loupe::bench {
namespace {

/** The part of a posting's geometry that is no position. */
constexpr uint32_t kAngleAndLevel = ~0U << 20;
constexpr uint32_t kPosition = (1U << 20) - 1;

/** Postings of each word that has any, for `count` references: shares of the pool, rounded so that they add
 * up. */
std::vector<index::WordCount> WordCountsOf(const CornerPool& pool, size_t count) {
  const uint64_t total = uint64_t{count} * kSimulatedCorners;
  std::vector<index::WordCount> words;
  uint64_t before = 0;
  for (size_t word = 0; word < index::kWordCount; ++word) {
    const uint64_t first = before * total / pool.size();
    before += pool.of(word).size();
    const uint64_t end = before * total / pool.size();
    if (end > first) words.push_back({static_cast<uint16_t>(word), static_cast<uint32_t>(end - first)});
  }
  return words;
}

void FillPostings(const CornerPool& pool, size_t count, const std::vector<index::WordCount>& words,
                  test::Random* random, index::SegmentBytes* bytes) {
  auto* signatures = bytes->At<uint64_t>(bytes->layout().signatures);
  auto* locals = bytes->At<uint16_t>(bytes->layout().locals);
  auto* geometry = bytes->At<index::PackedGeometry>(bytes->layout().geometry);
  for (const index::WordCount& word : words) {
    const base::Span<const PooledCorner> corners = pool.of(word.word);
    for (uint32_t i = 0; i < word.count; ++i) {
      const PooledCorner corner = SimulateCorner(corners, random);
      *signatures++ = corner.signature;
      const uint32_t local = random->Below(static_cast<uint32_t>(count));
      *locals++ = static_cast<uint16_t>(local);
      const uint32_t position = static_cast<uint32_t>(random->Next()) & kPosition;
      *geometry++ = index::PackedGeometry(corner.angle_and_level | position).Of(local);
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
  const std::vector<index::WordCount> words = WordCountsOf(pool, count);
  const std::vector<uint8_t> keywords = index::EncodeKeywordTable({}, count);
  index::SegmentBytes bytes(count, words, keywords.size(), pool.vocabulary_id());
  std::vector<index::DnaBlob> shared;
  for (size_t i = 0; i < count; ++i) {
    bytes.At<uint32_t>(bytes.layout().keys)[i] = first_key + static_cast<uint32_t>(i) * key_step;
    bytes.At<uint16_t>(bytes.layout().sides)[i] = kSimulatedSide;
    shared.push_back(dnas[i % dnas.size()]);
  }
  FillPostings(pool, count, words, random, &bytes);
  std::memcpy(bytes.At<uint8_t>(bytes.layout().keywords), keywords.data(), keywords.size());
  const std::shared_ptr<const index::Segment> undivided = bytes.Finish(std::move(shared));
  return index::MergeSegments({{undivided.get(), nullptr}}, vocabulary.id(), vocabulary.code_masks());
}

}  // namespace loupe::bench
