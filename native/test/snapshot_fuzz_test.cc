#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "../third_party/doctest/doctest.h"
#include "core/crc32c.h"
#include "core/error.h"
#include "core/search.h"
#include "core/segment_builder.h"
#include "core/segment_file.h"
#include "core/snapshot_manifest.h"
#include "index_fixtures.h"

namespace loupe {
namespace {

/** Rounds of a short run; LOUPE_FUZZ_ROUNDS asks for more. */
int RoundCount() {
  const char* wanted = std::getenv("LOUPE_FUZZ_ROUNDS");
  return wanted != nullptr ? std::atoi(wanted) : 400;
}

/** Changes some bytes, mostly in the parts that describe the others. */
void Mutate(std::vector<uint8_t>* bytes, size_t tender_bytes, test::Random* random) {
  const uint32_t changes = 1 + random->Below(4);
  for (uint32_t i = 0; i < changes; ++i) {
    const size_t range = random->Below(3) > 0 ? std::min(tender_bytes, bytes->size()) : bytes->size();
    const size_t place = random->Below(static_cast<uint32_t>(range));
    const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff, static_cast<uint8_t>(random->Below(256))};
    (*bytes)[place] = values[random->Below(6)];
  }
  if (random->Below(8) == 0) bytes->resize(random->Below(static_cast<uint32_t>(bytes->size())) + 1);
}

/** Makes the checksums right again, so that the checks behind them are tried. @return the header's checksum
 */
uint32_t Reseal(std::vector<uint8_t>* bytes) {
  SegmentHeader header{};
  if (bytes->size() < sizeof(header)) return 0;
  std::memcpy(&header, bytes->data(), sizeof(header));
  if (header.hot_size >= sizeof(header) && header.hot_size <= bytes->size()) {
    header.hot_crc = Crc32c(bytes->data() + sizeof(header), header.hot_size - sizeof(header));
    header.dna_crc = Crc32c(bytes->data() + header.hot_size, bytes->size() - header.hot_size);
  }
  header.header_crc = Crc32c(&header, offsetof(SegmentHeader, header_crc));
  std::memcpy(bytes->data(), &header, sizeof(header));
  return header.header_crc;
}

/** Does with a segment what an index does. */
void Use(const Segment& segment, const Features& query) {
  std::vector<WordProbes> probes;
  for (const Descriptor& d : query.descriptors) probes.push_back(test::SharedVocabulary()->ProbesOf(d));
  PostingScan scan;
  VotedHits grouped;
  GroupByImage(scan.Run(probes, {{&segment, nullptr, 0, 0}}, nullptr), &grouped);
  SpatialMatcher matcher;
  const QueryGeometry geometry = QueryGeometryOf(query.keypoints);
  for (const VotedImage& image : grouped.images) {
    REQUIRE(image.image < segment.reference_count());
    matcher.Match(geometry, {grouped.hits.data() + image.begin, image.end - image.begin},
                  segment.side(image.image), 8);
    try {
      ParseDna(segment.dna(image.image).bytes);
    } catch (const Error&) {
    }
  }
  segment.keywords().Find("red");
  MergeSegments({{&segment, nullptr}}, 1);
}

TEST_CASE("a forged segment file is refused or harmless") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/segment";
  const auto index = std::make_unique<ReferenceIndex>(test::SharedVocabulary());
  for (uint32_t key = 1; key <= 6; ++key) index->Add(key, test::RandomDna(key, 30), {"red", "blue"});
  index->Compact(true);
  const Segment& segment = *index->state()->segments[0].segment;
  WriteSegmentFile(segment, SealedHeaderOf(segment), path);
  const std::vector<uint8_t> original = test::ReadBytes(path);
  const Features query = test::PhotoOf(test::RandomFeatures(1, 30), 1);
  test::Random random(21);
  int refused = 0;
  for (int round = 0, rounds = RoundCount(); round < rounds; ++round) {
    std::vector<uint8_t> forged = original;
    Mutate(&forged, round % 2 == 0 ? sizeof(SegmentHeader) : forged.size(), &random);
    const uint32_t header_crc = Reseal(&forged);
    test::WriteBytes(path, forged);
    try {
      const auto opened = OpenSegmentFile(path, header_crc, LoadCheck::kFull);
      Use(*opened, query);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kSnapshotCorrupt);
      ++refused;
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("a forged manifest is refused or harmless") {
  Manifest manifest{5, 9, "somebody", {}};
  manifest.segments.push_back({1, 2, 3, 70, {7, 1}});
  manifest.segments.push_back({4, 5, 6, 3, {}});
  const std::vector<uint8_t> original = EncodeManifest(manifest);
  test::Random random(22);
  for (int round = 0, rounds = 10 * RoundCount(); round < rounds; ++round) {
    std::vector<uint8_t> forged = original;
    Mutate(&forged, forged.size(), &random);
    if (forged.size() >= 16) {
      const uint64_t size = forged.size();
      if (forged.size() >= 24) std::memcpy(forged.data() + 16, &size, sizeof(size));
      const uint32_t crc = Crc32c(forged.data() + 16, forged.size() - 16);
      std::memcpy(forged.data() + 12, &crc, sizeof(crc));
    }
    try {
      const Manifest decoded = DecodeManifest(forged);
      CHECK(decoded.segments.size() <= forged.size());
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kSnapshotCorrupt);
    }
  }
}

}  // namespace
}  // namespace loupe
