#include <cmath>
#include <cstdlib>
#include <string>

#include "../third_party/doctest/doctest.h"
#include "core/crc32c.h"
#include "core/dna.h"
#include "core/error.h"
#include "core/verify.h"
#include "picture.h"

namespace loupe {
namespace {

/** Rounds of the short run; LOUPE_FUZZ_ROUNDS asks for a longer one. */
int Rounds() {
  const char* text = std::getenv("LOUPE_FUZZ_ROUNDS");
  return text == nullptr ? 3000 : std::max(1, std::atoi(text));
}

void Store(std::vector<uint8_t>* bytes, size_t at, uint32_t value) {
  std::memcpy(bytes->data() + at, &value, 4);
}

/** Makes the checksums right, so that the parser's other checks are what is tried. */
void Reseal(std::vector<uint8_t>* bytes) {
  if (bytes->size() < 32) return;
  Store(bytes, 12, static_cast<uint32_t>(bytes->size()));
  Store(bytes, 20, Crc32c(bytes->data() + 32, bytes->size() - 32));
  Store(bytes, 28, Crc32c(bytes->data(), 28));
}

void Mutate(std::vector<uint8_t>* bytes, test::Random* random) {
  const uint32_t edits = 1 + random->Below(6);
  for (uint32_t i = 0; i < edits && !bytes->empty(); ++i) {
    // Half of the edits hit the header and the section table, where lengths and offsets are.
    const auto size = static_cast<uint32_t>(bytes->size());
    const uint32_t at = random->Below(2) == 0 ? random->Below(std::min(size, 160u)) : random->Below(size);
    switch (random->Below(4)) {
      case 0:
        (*bytes)[at] = static_cast<uint8_t>(random->Next());
        break;
      case 1:
        (*bytes)[at] = random->Below(2) == 0 ? 0xFF : 0x00;
        break;
      case 2:
        bytes->resize(size - random->Below(std::min(size, 64u)));
        break;
      default:
        bytes->insert(bytes->begin() + at, static_cast<uint8_t>(random->Next()));
        break;
    }
  }
}

TEST_CASE("mutated DNA with right checksums is refused or safe to use") {
  const Features features =
      ExtractFeatures(test::MakePicture(3, 200, 150, 60).view(), ReferenceExtractOptions());
  const std::vector<uint8_t> sound = EncodeDna(features, {{DnaSection::kColor, std::vector<uint8_t>(40, 7)}});
  test::Random random(99);
  int accepted = 0;
  for (int round = 0; round < Rounds(); ++round) {
    std::vector<uint8_t> bytes = sound;
    Mutate(&bytes, &random);
    Reseal(&bytes);
    try {
      const DnaView view = ParseDna(bytes);
      ++accepted;
      CHECK(FeaturesOf(view).keypoints.size() == view.keypoint_count());
      if (accepted % 10 == 0) CHECK(std::isfinite(VerifyMatch(features, view.reference(), {}, {}).distance));
    } catch (const Error& error) {
      const bool is_expected =
          error.code() == ErrorCode::kDnaCorrupt || error.code() == ErrorCode::kDnaVersion;
      CHECK(is_expected);
    }
  }
  CHECK(accepted > 0);
}

TEST_CASE("random bytes are never a DNA") {
  test::Random random(100);
  for (int round = 0; round < 500; ++round) {
    std::vector<uint8_t> bytes(random.Below(400));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    CHECK_THROWS_AS(ParseDna(bytes), Error);
  }
}

}  // namespace
}  // namespace loupe
