#include <algorithm>
#include <tuple>
#include <vector>

#include "core/index/segment_builder.h"
#include "core/index/segment_file.h"
#include "core/index/segment_merge.h"
#include "core/retrieval/posting_scan.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

using Segments = std::vector<std::shared_ptr<const index::Segment>>;

/** More than 16 bits number, and so alike that one list is longer than 16 bits count. */
constexpr uint32_t kWideReferences = 90000;
constexpr uint32_t kAtOnce = 1000;

features::Features Corner(uint64_t seed, int flipped_bits) {
  features::Features corner = test::RandomFeatures(3, 1);
  test::Random random(seed);
  static const features::Descriptor center = test::RandomVocabularyParts(7).words[5000];
  corner.descriptors[0] = test::Disturbed(center, flipped_bits, &random);
  return corner;
}

std::shared_ptr<const index::Segment> Merged(const Segments& segments) {
  std::vector<index::MergeSource> sources;
  for (const auto& segment : segments) sources.push_back({segment.get(), nullptr});
  return index::MergeSegments(sources, test::SharedVocabulary()->id(),
                              test::SharedVocabulary()->code_masks());
}

/** References of one corner each, of which every thousandth has a keyword. */
std::shared_ptr<const index::Segment> WideSegment(uint32_t first, uint32_t end) {
  Segments parts;
  while (first < end) {
    Segments single;
    for (const uint32_t next = std::min(end, first + kAtOnce); first < next; ++first) {
      const std::vector<uint8_t> dna = signature::EncodeDna(Corner(first, 1 + static_cast<int>(first % 5)));
      const std::vector<std::string> keywords =
          first % 1000 == 0 ? std::vector<std::string>{"round"} : std::vector<std::string>{};
      single.push_back(index::BuildSegment(first, dna, keywords, *test::SharedVocabulary()));
    }
    parts.push_back(Merged(single));
  }
  return Merged(parts);
}

/** The same references in one wide and in two narrow segments. */
struct Both {
  Segments narrow{WideSegment(1, kWideReferences / 2), WideSegment(kWideReferences / 2, kWideReferences + 1)};
  std::shared_ptr<const index::Segment> wide = Merged(narrow);
};

const Both& Shared() {
  static const Both both;
  return both;
}

using WideHit = std::tuple<uint32_t, uint16_t, uint32_t>;

/** What a scan finds for one corner: keys, weights, places. */
std::vector<WideHit> WideHits(const Segments& segments, uint64_t seed, int code_radius,
                              const index::LocalSet* allowed = nullptr) {
  std::vector<SegmentView> views;
  uint32_t image = 0;
  for (const auto& segment : segments) {
    views.push_back({segment.get(), allowed, image, 0});
    image += static_cast<uint32_t>(segment->reference_count());
  }
  PostingScan scan;
  scan.Begin(1, views);
  const std::vector<uint16_t> queries = {0};
  scan.Scan(queries, test::SharedVocabulary()->ProbesOf(Corner(seed, 20).descriptors),
            {index::kWordsPerQueryDescriptor, code_radius}, *test::SharedVocabulary(), nullptr);
  std::vector<WideHit> hits;
  for (const PostingHit& hit : scan.Hits()) {
    const auto view = std::find_if(views.rbegin(), views.rend(),
                                   [&](const SegmentView& v) { return v.first_image <= hit.image; });
    hits.emplace_back(view->segment->key(hit.image - view->first_image), hit.weight,
                      view->segment->geometry(hit.posting).bits());
  }
  std::sort(hits.begin(), hits.end());
  return hits;
}

TEST_CASE("a wide segment gives what narrow ones give, at any radius of codes") {
  const Segments wide = {Shared().wide};
  REQUIRE(wide[0]->reference_count() == kWideReferences);
  const index::PostingRange list = wide[0]->PostingsOf(5000);
  REQUIRE(index::DivisionsOf(list.end - list.begin) == 2);
  uint32_t greatest_key = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    for (const int radius : {0, 1, index::kCodeBits}) {
      const std::vector<WideHit> hits = WideHits(wide, 200000 + seed, radius);
      CHECK(hits == WideHits(Shared().narrow, 200000 + seed, radius));
      if (!hits.empty()) greatest_key = std::max(greatest_key, std::get<0>(hits.back()));
    }
  }
  CHECK(greatest_key > index::kMostNarrowReferences);
}

TEST_CASE("a wide segment keeps all bits of the numbers of references that hold a keyword") {
  const std::vector<uint32_t> holders = Shared().wide->keywords().Find("round");
  REQUIRE(holders.size() == kWideReferences / 1000);
  for (size_t i = 0; i < holders.size(); ++i)
    CHECK(Shared().wide->key(holders[i]) == 1000 * static_cast<uint32_t>(i + 1));
}

TEST_CASE("references of a wide segment that are not allowed are not found in it") {
  const index::Segment& wide = *Shared().wide;
  index::LocalSet allowed = index::EmptyLocalSet(wide.reference_count());
  for (size_t local = index::kMostNarrowReferences; local < wide.reference_count(); ++local)
    index::Insert(&allowed, local);
  size_t found = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    for (const WideHit& hit : WideHits({Shared().wide}, 200000 + seed, index::kCodeBits, &allowed)) {
      CHECK(std::get<0>(hit) > index::kMostNarrowReferences);
      ++found;
    }
  }
  CHECK(found > 0);
}

TEST_CASE("a wide segment is read from its file as it was written, and no version before knows it") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/segment";
  const index::SegmentHeader header = index::SealedHeaderOf(*Shared().wide);
  CHECK(header.version == index::kWideVersion);
  CHECK(index::SealedHeaderOf(*Shared().narrow[0]).version == index::kDividingVersion);
  index::WriteSegmentFile(*Shared().wide, header, path);
  const Segments read = {index::OpenSegmentFile(path, header.header_crc, index::LoadCheck::kFull)};
  for (uint64_t seed = 1; seed <= 5; ++seed)
    CHECK(WideHits(read, 200000 + seed, 1) == WideHits({Shared().wide}, 200000 + seed, 1));
}

TEST_CASE("what is left of a wide segment after removals is narrow again") {
  index::LocalSet removed = index::EmptyLocalSet(kWideReferences);
  for (size_t local = 0; local < kWideReferences / 2 - 1; ++local) index::Insert(&removed, local);
  const auto left = index::MergeSegments({{Shared().wide.get(), &removed}}, test::SharedVocabulary()->id(),
                                         test::SharedVocabulary()->code_masks());
  CHECK(left->header().version == index::kDividingVersion);
  for (uint64_t seed = 1; seed <= 30; ++seed)
    CHECK(WideHits({left}, 200000 + seed, 1) == WideHits({Shared().narrow[1]}, 200000 + seed, 1));
}

}  // namespace
}  // namespace loupe::retrieval
