#include <algorithm>
#include <tuple>
#include <vector>

#include "core/index/segment_builder.h"
#include "core/index/segment_merge.h"
#include "core/retrieval/posting_scan.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

constexpr uint32_t kNarrowReferences = 1600;
constexpr uint64_t kSeed = 3;

/** One corner that resembles all others of this test. */
features::Features CornerLikeOthers(uint64_t seed, int flipped_bits) {
  features::Features corner = test::RandomFeatures(kSeed, 1);
  test::Random random(seed);
  static const features::Descriptor center = test::RandomVocabularyParts(7).words[5000];
  corner.descriptors[0] = test::Disturbed(center, flipped_bits, &random);
  return corner;
}

/** References of one corner each, so alike that they share few words. */
std::shared_ptr<const index::Segment> NarrowSegment(base::Span<const uint64_t> code_masks) {
  std::vector<std::shared_ptr<const index::Segment>> single;
  std::vector<index::MergeSource> sources;
  for (uint32_t key = 1; key <= kNarrowReferences; ++key) {
    const std::vector<uint8_t> dna = signature::EncodeDna(CornerLikeOthers(key, 3));
    single.push_back(index::BuildSegment(key, dna, {}, *test::SharedVocabulary()));
    sources.push_back({single.back().get(), nullptr});
  }
  return index::MergeSegments(sources, test::SharedVocabulary()->id(), code_masks);
}

using NarrowHit = std::tuple<uint32_t, uint16_t, uint64_t>;

/** What a scan finds for one corner: keys, weights, signatures. */
std::vector<NarrowHit> NarrowHits(const index::Segment& segment, const features::Features& query,
                                  int code_radius) {
  const std::vector<SegmentView> views = {{&segment, nullptr, 0, 0}};
  const std::vector<uint16_t> queries = {0};
  PostingScan scan;
  scan.Begin(1, views);
  scan.Scan(queries, test::SharedVocabulary()->ProbesOf(query.descriptors),
            {index::kWordsPerQueryDescriptor, code_radius}, *test::SharedVocabulary(), nullptr);
  std::vector<NarrowHit> hits;
  for (const PostingHit& hit : scan.Hits())
    hits.emplace_back(segment.key(hit.image), hit.weight, segment.signatures()[hit.posting]);
  std::sort(hits.begin(), hits.end());
  return hits;
}

TEST_CASE("divided lists give what undivided ones give, at any radius of codes") {
  const auto plain = NarrowSegment({});
  const auto divided = NarrowSegment(test::SharedVocabulary()->code_masks());
  REQUIRE(plain->header().division_count == 0);
  REQUIRE(divided->header().division_count > 0);
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const features::Features query = CornerLikeOthers(10000 + seed, 24);
    for (int radius = 0; radius <= index::kCodeBits; ++radius)
      CHECK(NarrowHits(*divided, query, radius) == NarrowHits(*plain, query, radius));
  }
}

TEST_CASE("a narrow scan finds postings of codes within its radius only") {
  const auto divided = NarrowSegment(test::SharedVocabulary()->code_masks());
  const base::Span<const uint64_t> masks = test::SharedVocabulary()->code_masks();
  size_t near = 0, far = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const features::Features query = CornerLikeOthers(10000 + seed, 24);
    const index::WordProbes probes = test::SharedVocabulary()->ProbesOf(query.descriptors)[0];
    const auto is_near = [&](const NarrowHit& hit) {
      return std::any_of(probes.begin(), probes.end(), [&](const index::WordProbe& probe) {
        return __builtin_popcountll((std::get<2>(hit) ^ probe.signature) & masks[probe.word]) <= 1;
      });
    };
    for (const NarrowHit& hit : NarrowHits(*divided, query, 1)) CHECK(is_near(hit));
    for (const NarrowHit& hit : NarrowHits(*divided, query, index::kCodeBits)) ++(is_near(hit) ? near : far);
  }
  CHECK(near > 0);
  CHECK(far > 0);
}

}  // namespace
}  // namespace loupe::retrieval
