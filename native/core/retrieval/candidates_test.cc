#include "core/retrieval/candidates.h"

#include <algorithm>
#include <vector>

#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr uint32_t kCopies = 200;
constexpr size_t kKeypoints = 20;

/** One of many pictures that resemble each other, so that each descriptor has more neighbors than are kept.
 */
std::vector<uint8_t> CopyDna(uint32_t key) {
  features::Features copy = test::RandomFeatures(1, kKeypoints);
  test::Random random(key);
  for (features::Descriptor& descriptor : copy.descriptors) {
    descriptor = test::Disturbed(descriptor, static_cast<int>(random.Below(40)), &random);
  }
  return signature::EncodeDna(copy);
}

struct Found {
  uint32_t key, votes, score;
  bool operator==(const Found& other) const {
    return key == other.key && votes == other.votes && score == other.score;
  }
};

std::vector<Found> Find(const index::ReferenceIndex& index, const SearchFilter& filter) {
  const index::ReferenceIndex* indexes[] = {&index};
  const SearchScope scope({indexes, 1}, filter);
  std::vector<Found> found;
  for (const Candidate& candidate :
       test::CandidatesFor(test::RandomFeatures(1, kKeypoints), *index.vocabulary(), scope)) {
    found.push_back({candidate.key, candidate.voted.votes, candidate.agreement.score});
  }
  return found;
}

TEST_CASE("candidates are as if what a filter leaves out, or what was removed, had never been added") {
  index::ReferenceIndex all(test::SharedVocabulary());
  for (uint32_t key = 0; key < kCopies; ++key) all.Add(key, CopyDna(key), {});
  test::Random random(3);
  for (const uint32_t percent : {97U, 80U, 50U, 20U, 3U}) {
    index::ReferenceIndex few(test::SharedVocabulary()), removed(test::SharedVocabulary());
    SearchFilter filter;
    filter.only_keys = true;
    std::vector<uint32_t> others;
    for (uint32_t key = 0; key < kCopies; ++key) {
      removed.Add(key, CopyDna(key), {});
      if (random.Below(100) < percent) {
        filter.keys.push_back(key);
        few.Add(key, CopyDna(key), {});
      } else {
        others.push_back(key);
      }
    }
    for (const uint32_t key : others) removed.Remove(key);
    const std::vector<Found> expected = Find(few, {});
    REQUIRE(!expected.empty());
    CHECK(Find(all, filter) == expected);
    CHECK(Find(removed, {}) == expected);
  }
}

}  // namespace
}  // namespace loupe::retrieval
