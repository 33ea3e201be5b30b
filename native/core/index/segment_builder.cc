#include "core/index/segment_builder.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "core/base/error.h"
#include "core/index/segment_bytes.h"
#include "core/signature/dna.h"

namespace loupe::index {
namespace {

std::vector<KeywordEntry> EntriesOf(const std::vector<std::string>& keywords) {
  if (keywords.size() > kMaxKeywordsPerReference) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "A reference has at most 1024 keywords.");
  }
  const std::set<std::string> distinct(keywords.begin(), keywords.end());
  std::vector<KeywordEntry> entries;
  for (const std::string& keyword : distinct) {
    if (keyword.size() > kMaxKeywordBytes) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "A keyword has at most 1024 bytes.");
    }
    entries.push_back({keyword, {0}});
  }
  return entries;
}

}  // namespace

std::shared_ptr<const Segment> BuildSegment(uint32_t key, const std::vector<uint8_t>& dna,
                                            const std::vector<std::string>& keywords,
                                            const Vocabulary& vocabulary) {
  const signature::DnaView view = signature::ParseDna(dna);
  const signature::ReferenceView& reference = view.reference();
  std::vector<uint16_t> words;
  if (view.has_words() && view.vocabulary_id() == vocabulary.id()) {
    for (size_t i = 0; i < view.keypoint_count(); ++i) words.push_back(view.word(i));
  } else {
    words = vocabulary.WordsOf(reference.descriptors);
  }
  std::vector<uint16_t> order(words.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint16_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](uint16_t a, uint16_t b) { return words[a] < words[b]; });
  std::vector<WordCount> counts;
  for (const uint16_t keypoint : order) {
    if (counts.empty() || counts.back().word != words[keypoint]) counts.push_back({words[keypoint], 0});
    ++counts.back().count;
  }
  const std::vector<uint8_t> keyword_bytes = EncodeKeywordTable(EntriesOf(keywords), 1);
  SegmentBytes bytes(1, counts, keyword_bytes.size(), vocabulary.id());

  const int side = std::max({1, reference.working_size.width, reference.working_size.height});
  *bytes.At<uint32_t>(bytes.layout().keys) = key;
  *bytes.At<uint16_t>(bytes.layout().sides) = static_cast<uint16_t>(std::min(side, 65535));
  std::memcpy(bytes.At<uint8_t>(bytes.layout().keywords), keyword_bytes.data(), keyword_bytes.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t keypoint = order[i];
    bytes.At<uint64_t>(bytes.layout().signatures)[i] =
        vocabulary.SignatureOf(reference.descriptors[keypoint], words[keypoint]);
    bytes.At<PackedGeometry>(bytes.layout().geometry)[i] =
        PackedGeometry(reference.keypoints[keypoint], side);
  }
  const auto kept = std::make_shared<const std::vector<uint8_t>>(signature::WithoutExtras(view));
  return bytes.Finish({DnaBlob{base::Span<const uint8_t>(*kept), kept, false}});
}

}  // namespace loupe::index
