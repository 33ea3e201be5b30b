#include "core/index/segment_bytes.h"

#include <algorithm>
#include <cstring>

#include "core/index/segment_file.h"

namespace loupe::index {
namespace {

SegmentHeader MakeHeader(size_t references, const std::vector<WordCount>& words, size_t keyword_bytes,
                         uint32_t vocabulary_id, const Divisions& divisions) {
  SegmentHeader header = NewSegmentHeader();
  header.vocabulary_id = vocabulary_id;
  header.reference_count = static_cast<uint32_t>(references);
  header.keyword_bytes = static_cast<uint32_t>(keyword_bytes);
  header.distinct_word_count = static_cast<uint32_t>(words.size());
  for (const WordCount& word : words) header.posting_count += word.count;
  header.division_count = divisions.place_count;
  if (references > kMostNarrowReferences || divisions.has_long_ends) header.version = kWideVersion;
  return header;
}

}  // namespace

Divisions::Divisions(const std::vector<WordCount>& words, bool is_divided) : by_rank(words.size(), 0) {
  for (size_t rank = 0; is_divided && rank < words.size(); ++rank) {
    const uint32_t places = DivisionsOf(words[rank].count);
    if (places == 0 || place_count + places > kMostDivisions) continue;
    by_rank[rank] = static_cast<uint16_t>(place_count + 1);
    place_count += places;
    has_long_ends = has_long_ends || places > 1;
  }
}

SegmentBytes::SegmentBytes(size_t references, const std::vector<WordCount>& words, size_t keyword_bytes,
                           uint32_t vocabulary_id, bool is_divided)
    : divisions_(words, is_divided),
      header_(MakeHeader(references, words, keyword_bytes, vocabulary_id, divisions_)),
      layout_(header_) {
  header_.hot_size = layout_.end;
  bytes_ = std::make_shared<base::LargeMemory>(layout_.end);
  FillDirectory(words);
  if (has_divided_lists())
    std::copy(divisions_.by_rank.begin(), divisions_.by_rank.end(), At<uint16_t>(layout_.divisions));
}

std::shared_ptr<const Segment> SegmentBytes::Finish(std::vector<DnaBlob> dnas) {
  auto* ends = At<uint64_t>(layout_.dna_ends);
  uint64_t end = 0;
  for (size_t i = 0; i < dnas.size(); ++i) ends[i] = end += dnas[i].bytes.size();
  header_.dna_size = end;
  std::memcpy(At<uint8_t>(0), &header_, sizeof(header_));
  return std::make_shared<Segment>(base::Span<const uint8_t>(At<const uint8_t>(0), layout_.end), bytes_,
                                   std::move(dnas), false);
}

void SegmentBytes::FillDirectory(const std::vector<WordCount>& words) {
  auto* bits = At<uint64_t>(layout_.word_bits);
  auto* ranks = At<uint32_t>(layout_.word_ranks);
  auto* starts = At<uint32_t>(layout_.starts);
  uint32_t start = 0;
  for (size_t rank = 0; rank < words.size(); ++rank) {
    bits[words[rank].word / 64] |= uint64_t{1} << (words[rank].word % 64);
    starts[rank] = start;
    start += words[rank].count;
  }
  starts[words.size()] = start;
  for (size_t block = 1; block < kWordCount / 64; ++block) {
    ranks[block] = ranks[block - 1] + static_cast<uint32_t>(__builtin_popcountll(bits[block - 1]));
  }
}

}  // namespace loupe::index
