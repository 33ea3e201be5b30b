#include "core/index/vocabulary.h"

#include <algorithm>

#include "core/base/error.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

base::ErrorCode VocabularyError(const std::string& path) {
  try {
    Vocabulary::Load(path);
  } catch (const base::Error& error) {
    return error.code();
  }
  return base::ErrorCode::kInternal;
}

std::vector<uint8_t> FileBytes() {
  const test::VocabularyParts parts = test::RandomVocabularyParts(7);
  return EncodeVocabulary(parts.branches, parts.words, parts.masks);
}

TEST_CASE("a vocabulary read from its file gives the same id and words") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/vocabulary";
  test::WriteBytes(path, FileBytes());
  const auto loaded = Vocabulary::Load(path);
  CHECK(loaded->id() == test::SharedVocabulary()->id());
  CHECK(loaded->id() != test::RandomVocabulary(8)->id());
  const features::Features features = test::RandomFeatures(1, 300);
  CHECK(loaded->WordsOf(features.descriptors) == test::SharedVocabulary()->WordsOf(features.descriptors));
}

TEST_CASE("a missing, short, long or damaged vocabulary file is refused") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/vocabulary";
  CHECK(VocabularyError(path) == base::ErrorCode::kStorage);
  const std::vector<uint8_t> bytes = FileBytes();
  test::WriteBytes(path, {bytes.begin(), bytes.end() - 1});
  CHECK(VocabularyError(path) == base::ErrorCode::kInvalidArgument);
  std::vector<uint8_t> longer = bytes;
  longer.push_back(0);
  test::WriteBytes(path, longer);
  CHECK(VocabularyError(path) == base::ErrorCode::kInvalidArgument);
  test::Random random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<uint8_t> flipped = bytes;
    const uint32_t bit = random.Below(static_cast<uint32_t>(bytes.size() * 8));
    flipped[bit / 8] = static_cast<uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
    test::WriteBytes(path, flipped);
    CHECK(VocabularyError(path) == base::ErrorCode::kInvalidArgument);
  }
}

TEST_CASE("a word is the nearest center of the three nearest branches, the lowest of equal ones") {
  const test::VocabularyParts parts = test::RandomVocabularyParts(7);
  const features::Features features = test::RandomFeatures(4, 60);
  for (const features::Descriptor& descriptor : features.descriptors) {
    std::vector<std::pair<int, int>> branches;
    for (int b = 0; b < kBranchCount; ++b) {
      branches.emplace_back(features::HammingDistance(descriptor, parts.branches[static_cast<size_t>(b)]), b);
    }
    std::sort(branches.begin(), branches.end());
    std::vector<std::pair<int, int>> words;
    for (int i = 0; i < 3; ++i) {
      for (int w = 256 * branches[static_cast<size_t>(i)].second, end = w + 256; w < end; ++w) {
        words.emplace_back(features::HammingDistance(descriptor, parts.words[static_cast<size_t>(w)]), w);
      }
    }
    std::sort(words.begin(), words.end());
    const WordProbes probes = test::SharedVocabulary()->ProbesOf({&descriptor, 1})[0];
    for (size_t i = 0; i < probes.size(); ++i) {
      CHECK(probes[i].word == words[i].second);
      CHECK(probes[i].distance == words[i].first);
    }
  }
}

TEST_CASE("the nearest of a query descriptor's words is the reference's word, in order of distance") {
  const auto vocabulary = test::SharedVocabulary();
  const features::Features features = test::RandomFeatures(2, 400);
  const std::vector<WordProbes> all = vocabulary->ProbesOf(features.descriptors);
  for (size_t place = 0; place < all.size(); ++place) {
    const features::Descriptor& descriptor = features.descriptors[place];
    const WordProbes& probes = all[place];
    CHECK(probes[0].word == vocabulary->WordOf(descriptor));
    for (size_t i = 0; i < probes.size(); ++i) {
      CHECK(probes[i].signature == vocabulary->SignatureOf(descriptor, probes[i].word));
      if (i > 0) CHECK(probes[i - 1].distance <= probes[i].distance);
      if (i > 0) CHECK(probes[i - 1].word != probes[i].word);
    }
  }
}

TEST_CASE("the vocabulary that comes with the engine can be read") {
  const auto vocabulary = Vocabulary::Load("native/assets/vocabulary.bin");
  CHECK(vocabulary->id() != 0);
}

}  // namespace
}  // namespace loupe::index
