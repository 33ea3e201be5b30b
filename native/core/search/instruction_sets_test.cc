#include <vector>

#include "core/search/search.h"
#include "core/signature/dna.h"
#include "core/simd/isa.h"
#include "test/photo.h"
#include "test/picture.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

constexpr uint32_t kPicturePairs = 8;

/** What one instruction set makes of the same pictures: signatures, and the hits of photos of them. */
struct Outcome {
  std::vector<std::vector<uint8_t>> dnas;
  std::vector<SearchHit> hits;
};

Outcome OutcomeWith(simd::Isa isa) {
  const simd::ScopedIsa scope(isa);
  CHECK(simd::ActiveIsa() == isa);
  Outcome outcome;
  index::ReferenceIndex index(index::Vocabulary::Load("native/assets/vocabulary.bin"));
  for (uint32_t key = 1; key <= kPicturePairs; ++key) {
    const image::GrayImage picture = test::MakePicture(2000 + key, 480, 640);
    outcome.dnas.push_back(
        signature::EncodeDna(features::ExtractFeatures(picture.view(), features::ReferenceRequest())));
    index.Add(key, outcome.dnas.back(), {});
  }
  Searcher searcher;
  const index::ReferenceIndex* indexes[] = {&index};
  for (uint32_t key = 1; key <= kPicturePairs; ++key) {
    const image::GrayImage photo = test::PhotographPicture(test::MakePicture(2000 + key, 480, 640), key);
    const features::Features query = features::ExtractFeatures(photo.view(), features::QueryRequest());
    const std::vector<SearchHit> hits = searcher.Search({indexes, 1}, query, {}, {}).hits;
    outcome.hits.insert(outcome.hits.end(), hits.begin(), hits.end());
  }
  return outcome;
}

TEST_CASE("every instruction set gives the same signatures and the same answers to the last bit") {
  const Outcome plain = OutcomeWith(simd::Isa::kScalar);
  CHECK(plain.hits.size() >= kPicturePairs - 1);
  for (const simd::Isa isa : test::SupportedIsas()) {
    const Outcome outcome = OutcomeWith(isa);
    CHECK(outcome.dnas == plain.dnas);
    REQUIRE(outcome.hits.size() == plain.hits.size());
    for (size_t i = 0; i < plain.hits.size(); ++i) {
      const SearchHit &a = plain.hits[i], &b = outcome.hits[i];
      CHECK(a.key == b.key);
      CHECK(a.match.decision == b.match.decision);
      CHECK(a.match.distance == b.match.distance);
      CHECK(a.match.query_from_reference == b.match.query_from_reference);
      CHECK(a.match.evidence.guided_count == b.match.evidence.guided_count);
    }
  }
}

TEST_CASE("the widest instruction set is active again when a choice ends") {
  { const simd::ScopedIsa scope(simd::Isa::kScalar); }
  CHECK(simd::ActiveIsa() == simd::BestIsa());
}

}  // namespace
}  // namespace loupe::search
