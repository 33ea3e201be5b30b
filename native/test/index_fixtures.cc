#include "test/index_fixtures.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/features/strongest_keypoints.h"
#include "core/retrieval/local_references.h"

namespace loupe::test {
namespace {

/** Corners of random pictures come in kinds that look alike, so that pictures have words in common. */
constexpr uint32_t kFamilies = 40;
constexpr int kFamilySpread = 45;

}  // namespace

features::Descriptor RandomDescriptor(Random* random) {
  features::Descriptor descriptor;
  for (uint8_t& byte : descriptor.bytes) byte = static_cast<uint8_t>(random->Below(256));
  return descriptor;
}

features::Descriptor Disturbed(const features::Descriptor& descriptor, int count, Random* random) {
  features::Descriptor disturbed = descriptor;
  for (int i = 0; i < count; ++i) {
    const uint32_t bit = random->Below(256);
    disturbed.bytes[bit / 8] = static_cast<uint8_t>(disturbed.bytes[bit / 8] ^ (1U << (bit % 8)));
  }
  return disturbed;
}

VocabularyParts RandomVocabularyParts(uint64_t seed) {
  Random random(seed);
  VocabularyParts parts;
  for (int b = 0; b < index::kBranchCount; ++b) {
    parts.branches.push_back(RandomDescriptor(&random));
    for (int w = 0; w < index::kWordCount / index::kBranchCount; ++w) {
      parts.words.push_back(Disturbed(parts.branches.back(), 60, &random));
    }
    features::Descriptor mask{};
    for (int chosen = 0; chosen < 64;) {
      const uint32_t bit = random.Below(256);
      if ((mask.bytes[bit / 8] >> (bit % 8)) & 1U) continue;
      mask.bytes[bit / 8] = static_cast<uint8_t>(mask.bytes[bit / 8] | (1U << (bit % 8)));
      ++chosen;
    }
    parts.masks.push_back(mask);
  }
  return parts;
}

std::shared_ptr<const index::Vocabulary> RandomVocabulary(uint64_t seed) {
  const VocabularyParts parts = RandomVocabularyParts(seed);
  return std::make_shared<index::Vocabulary>(parts.branches, parts.words, parts.masks);
}

std::shared_ptr<const index::Vocabulary> SharedVocabulary() {
  static const std::shared_ptr<const index::Vocabulary> vocabulary = RandomVocabulary(7);
  return vocabulary;
}

features::Features RandomFeatures(uint64_t seed, size_t keypoint_count) {
  Random random(seed * 2654435761ULL + 17);
  features::Features features;
  features.working_size = {384, 512};
  features.original_size = {768, 1024};
  for (size_t i = 0; i < keypoint_count; ++i) {
    features::Keypoint keypoint;
    keypoint.x_q5 = static_cast<uint16_t>(32 * random.Below(384));
    keypoint.y_q5 = static_cast<uint16_t>(32 * random.Below(512));
    keypoint.angle_q16 = static_cast<uint16_t>(random.Below(65536));
    keypoint.level = static_cast<uint8_t>(random.Below(6));
    features.keypoints.push_back(keypoint);
    Random family(random.Below(kFamilies));
    features.descriptors.push_back(Disturbed(RandomDescriptor(&family), kFamilySpread, &random));
  }
  return features;
}

features::Features PhotoOf(const features::Features& reference, uint64_t seed, int flipped_bits) {
  Random random(seed * 40503ULL + 5);
  features::Features photo;
  photo.working_size = {640, 640};
  photo.original_size = {1280, 1280};
  const double angle = random.Between(-0.4, 0.4);
  const double scale = random.Between(0.8, 1.0);
  for (size_t i = 0; i < reference.keypoints.size(); ++i) {
    const features::Keypoint& k = reference.keypoints[i];
    const double x = k.x() - 192.0, y = k.y() - 256.0;
    features::Keypoint seen = k;
    seen.x_q5 = static_cast<uint16_t>(32.0 * (320.0 + scale * (std::cos(angle) * x - std::sin(angle) * y)));
    seen.y_q5 = static_cast<uint16_t>(32.0 * (320.0 + scale * (std::sin(angle) * x + std::cos(angle) * y)));
    const double turned = k.angle_q16 + angle * 65536.0 / 6.28318530718;
    seen.angle_q16 = static_cast<uint16_t>(static_cast<int64_t>(std::lround(turned)) & 65535);
    photo.keypoints.push_back(seen);
    photo.descriptors.push_back(Disturbed(reference.descriptors[i], flipped_bits, &random));
  }
  const features::Features other = RandomFeatures(seed + 1000000, reference.keypoints.size() / 2);
  photo.keypoints.insert(photo.keypoints.end(), other.keypoints.begin(), other.keypoints.end());
  photo.descriptors.insert(photo.descriptors.end(), other.descriptors.begin(), other.descriptors.end());
  return photo;
}

std::vector<uint8_t> RandomDna(uint64_t seed, size_t keypoint_count) {
  return signature::EncodeDna(RandomFeatures(seed, keypoint_count));
}

std::unique_ptr<index::ReferenceIndex> RandomIndex(uint32_t count, size_t keypoint_count) {
  auto index = std::make_unique<index::ReferenceIndex>(SharedVocabulary());
  for (uint32_t key = 1; key <= count; ++key) index->Add(key, RandomDna(key, keypoint_count), {});
  return index;
}

std::vector<retrieval::Candidate> CandidatesFor(const features::Features& query,
                                                const index::Vocabulary& vocabulary,
                                                const retrieval::SearchScope& scope) {
  retrieval::CandidateFinder finder;
  const retrieval::RetrievalOptions options;
  retrieval::LocalReferences references;
  references.Open(scope);
  finder.Begin(query, vocabulary, &references, options, nullptr);
  finder.LookUp(features::SplitByStrength(query.keypoints, 1.0).strongest, {});
  return finder.Rank();
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "loupe-test-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<uint8_t> ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void WriteBytes(const std::string& path, const std::vector<uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace loupe::test
