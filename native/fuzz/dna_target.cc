#include <cmath>
#include <cstring>
#include <stdexcept>

#include "core/crc32c.h"
#include "core/dna.h"
#include "core/error.h"
#include "core/verify.h"
#include "targets.h"
#include "test/picture.h"

namespace loupe::fuzz {
namespace {

const Features& SoundFeatures() {
  static const Features features =
      ExtractFeatures(test::MakePicture(3, 200, 150, 60).view(), ReferenceExtractOptions());
  return features;
}

std::vector<Bytes> Seeds() {
  const Features flat = ExtractFeatures(test::MakePicture(3, 90, 70, 0).view(), ReferenceExtractOptions());
  return {EncodeDna(SoundFeatures()), EncodeDna(SoundFeatures(), {{DnaSection::kColor, Bytes(40, 7)}}),
          EncodeDna(flat)};
}

void Store(Bytes* bytes, size_t at, uint32_t value) { std::memcpy(bytes->data() + at, &value, 4); }

void Reseal(Bytes* bytes) {
  if (bytes->size() < 32) return;
  Store(bytes, 12, static_cast<uint32_t>(bytes->size()));
  Store(bytes, 20, Crc32c(bytes->data() + 32, bytes->size() - 32));
  Store(bytes, 28, Crc32c(bytes->data(), 28));
}

bool Accept(Span<const uint8_t> bytes) {
  try {
    const DnaView view = ParseDna(bytes);
    if (FeaturesOf(view).keypoints.size() != view.keypoint_count()) throw std::logic_error("keypoints");
    for (size_t i = 0; view.has_words() && i < view.keypoint_count(); ++i) view.word(i);
    view.section(DnaSection::kColor);
    const float distance = VerifyMatch(SoundFeatures(), view.reference(), {}, {}).distance;
    if (!std::isfinite(distance)) throw std::logic_error("distance");
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kDnaCorrupt && error.code() != ErrorCode::kDnaVersion) throw;
    return false;
  }
}

}  // namespace

const Target& DnaTarget() {
  static const Target target = {"dna", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
