#include "bench/simulated_references.h"

#include <algorithm>

#include "core/signature/dna.h"

namespace loupe::bench {

ReferenceSimulator::ReferenceSimulator(const std::vector<features::Features>& pool, uint64_t seed)
    : pool_(pool), random_(seed), vocabulary_id_(pool.front().vocabulary_id) {
  const auto is_other = [this](const features::Features& features) {
    return features.vocabulary_id != vocabulary_id_ || features.words.size() != features.keypoints.size();
  };
  if (std::any_of(pool.begin(), pool.end(), is_other)) vocabulary_id_ = 0;
}

std::vector<uint8_t> ReferenceSimulator::Next() {
  features::Features made;
  made.working_size = {kSimulatedSide, kSimulatedSide};
  made.original_size = made.working_size;
  made.vocabulary_id = vocabulary_id_;
  while (made.keypoints.size() < kSimulatedCorners) {
    const features::Features& source = pool_[random_.Below(static_cast<uint32_t>(pool_.size()))];
    if (source.keypoints.empty()) continue;
    const uint32_t place = random_.Below(static_cast<uint32_t>(source.keypoints.size()));
    features::Descriptor descriptor = source.descriptors[place];
    for (int i = 0; i < kFlippedBits; ++i) {
      const uint32_t bit = random_.Below(256);
      descriptor.bytes[bit / 8] = static_cast<uint8_t>(descriptor.bytes[bit / 8] ^ (1U << (bit % 8)));
    }
    features::Keypoint keypoint = source.keypoints[place];
    keypoint.x_q5 = static_cast<uint16_t>(32 * random_.Below(kSimulatedSide));
    keypoint.y_q5 = static_cast<uint16_t>(32 * random_.Below(kSimulatedSide));
    made.keypoints.push_back(keypoint);
    made.descriptors.push_back(descriptor);
    if (vocabulary_id_ != 0) made.words.push_back(source.words[place]);
  }
  return signature::EncodeDna(made);
}

}  // namespace loupe::bench
