#include "packages/bench/native/simulated_references.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/signature/dna.h"

namespace loupe::bench {

ReferenceSimulator::ReferenceSimulator(const std::vector<features::Features>& pool,
                                       const index::Vocabulary& vocabulary, uint64_t seed)
    : pool_(pool), random_(seed), vocabulary_id_(vocabulary.id()), starts_(index::kWordCount + 1, 0) {
  for (uint32_t picture = 0; picture < pool.size(); ++picture) {
    const std::vector<uint16_t> words = WordsOf(pool[picture], vocabulary);
    for (uint32_t place = 0; place < words.size(); ++place)
      corners_.push_back({picture, place, words[place]});
  }
  if (corners_.empty())
    throw base::Error(base::ErrorCode::kInvalidArgument, "Simulating needs pictures with detail.");
  std::stable_sort(corners_.begin(), corners_.end(),
                   [](const Corner& a, const Corner& b) { return a.word < b.word; });
  for (const Corner& corner : corners_) ++starts_[corner.word + 1];
  for (size_t word = 0; word < index::kWordCount; ++word) starts_[word + 1] += starts_[word];
}

std::vector<uint16_t> WordsOf(const features::Features& picture, const index::Vocabulary& vocabulary) {
  return picture.vocabulary_id == vocabulary.id() ? picture.words : vocabulary.WordsOf(picture.descriptors);
}

std::vector<uint8_t> ReferenceSimulator::Next() {
  features::Features made;
  made.working_size = {kSimulatedSide, kSimulatedSide};
  made.original_size = made.working_size;
  made.vocabulary_id = vocabulary_id_;
  while (made.keypoints.size() < kSimulatedCorners) {
    const Corner& one = corners_[random_.Below(static_cast<uint32_t>(corners_.size()))];
    const uint32_t first = starts_[one.word], count = starts_[one.word + 1] - first;
    const Corner& other = corners_[first + random_.Below(count)];
    features::Descriptor descriptor = DescriptorOf(one);
    const uint8_t* bytes = DescriptorOf(other).bytes;
    for (uint8_t& byte : descriptor.bytes) {
      const auto from_other = static_cast<uint8_t>(random_.Next());
      byte = static_cast<uint8_t>((byte & ~from_other) | (*bytes++ & from_other));
    }
    features::Keypoint keypoint = pool_[one.picture].keypoints[one.place];
    keypoint.x_q5 = static_cast<uint16_t>(32 * random_.Below(kSimulatedSide));
    keypoint.y_q5 = static_cast<uint16_t>(32 * random_.Below(kSimulatedSide));
    made.keypoints.push_back(keypoint);
    made.descriptors.push_back(descriptor);
    made.words.push_back(one.word);
  }
  return signature::EncodeDna(made);
}

}  // namespace loupe::bench
