#include <cmath>
#include <cstring>
#include <stdexcept>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/signature/dna.h"
#include "core/verification/verify.h"
#include "fuzz/targets.h"
#include "test/picture.h"

namespace loupe::fuzz {
namespace {

const features::Features& SoundFeatures() {
  static const features::Features features =
      features::ExtractFeatures(test::MakePicture(3, 200, 150, 60).view(), features::ReferenceRequest());
  return features;
}

std::vector<Bytes> Seeds() {
  const features::Features flat =
      features::ExtractFeatures(test::MakePicture(3, 90, 70, 0).view(), features::ReferenceRequest());
  features::Features of_query = flat;
  of_query.closer = std::make_shared<const features::Features>(flat);
  return {signature::EncodeDna(SoundFeatures()), signature::EncodeDna(of_query),
          signature::EncodeDna(SoundFeatures(), {{signature::DnaSection::kColor, Bytes(40, 7)}}),
          signature::EncodeDna(flat)};
}

void Store(Bytes* bytes, size_t at, uint32_t value) { std::memcpy(bytes->data() + at, &value, 4); }

void Reseal(Bytes* bytes) {
  if (bytes->size() < 32) return;
  Store(bytes, 12, static_cast<uint32_t>(bytes->size()));
  Store(bytes, 20, base::Crc32c(bytes->data() + 32, bytes->size() - 32));
  Store(bytes, 28, base::Crc32c(bytes->data(), 28));
}

bool Accept(base::Span<const uint8_t> bytes) {
  try {
    const signature::DnaView view = signature::ParseDna(bytes);
    if (signature::FeaturesOf(view).keypoints.size() != view.keypoint_count())
      throw std::logic_error("keypoints");
    for (size_t i = 0; view.has_words() && i < view.keypoint_count(); ++i) view.word(i);
    view.section(signature::DnaSection::kColor);
    const float distance = verification::VerifyMatch(SoundFeatures(), view.reference(), {}, {}, {}).distance;
    if (!std::isfinite(distance)) throw std::logic_error("distance");
    return true;
  } catch (const base::Error& error) {
    if (error.code() != base::ErrorCode::kDnaCorrupt && error.code() != base::ErrorCode::kDnaVersion) throw;
    return false;
  }
}

}  // namespace

const Target& DnaTarget() {
  static const Target target = {"dna", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
