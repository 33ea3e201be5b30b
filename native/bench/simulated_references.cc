#include "simulated_references.h"

#include "core/dna.h"

namespace loupe::bench {
namespace {

constexpr size_t kKeypoints = 500;
constexpr int kFlippedBits = 12;

}  // namespace

std::vector<uint8_t> ReferenceSimulator::Next() {
  Features made;
  made.working_size = {512, 512};
  made.original_size = {512, 512};
  while (made.keypoints.size() < kKeypoints) {
    const Features& source = pool_[random_.Below(static_cast<uint32_t>(pool_.size()))];
    if (source.keypoints.empty()) continue;
    const uint32_t place = random_.Below(static_cast<uint32_t>(source.keypoints.size()));
    Descriptor descriptor = source.descriptors[place];
    for (int i = 0; i < kFlippedBits; ++i) {
      const uint32_t bit = random_.Below(256);
      descriptor.bytes[bit / 8] = static_cast<uint8_t>(descriptor.bytes[bit / 8] ^ (1U << (bit % 8)));
    }
    Keypoint keypoint = source.keypoints[place];
    keypoint.x_q5 = static_cast<uint16_t>(32 * random_.Below(512));
    keypoint.y_q5 = static_cast<uint16_t>(32 * random_.Below(512));
    made.keypoints.push_back(keypoint);
    made.descriptors.push_back(descriptor);
  }
  return EncodeDna(made);
}

}  // namespace loupe::bench
