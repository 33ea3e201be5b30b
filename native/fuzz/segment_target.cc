#include <cstddef>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/index/segment_file.h"
#include "core/index/segment_merge.h"
#include "core/retrieval/spatial.h"
#include "core/search/search.h"
#include "fuzz/targets.h"
#include "test/index_fixtures.h"

namespace loupe::fuzz {
namespace {

/** The file that inputs are written to, since segments are mapped. */
std::string Path() {
  static const test::TemporaryFolder folder;
  return folder.path() + "/segment";
}

std::vector<Bytes> Seeds() {
  index::ReferenceIndex index(test::SharedVocabulary());
  for (uint32_t key = 1; key <= 6; ++key) index.Add(key, test::RandomDna(key, 30), {"red", "blue"});
  index.Compact(index::MergeEffort::kEverything);
  const index::Segment& segment = *index.state()->segments[0].segment;
  index::WriteSegmentFile(segment, index::SealedHeaderOf(segment), Path());
  return {test::ReadBytes(Path())};
}

void Reseal(Bytes* bytes) {
  index::SegmentHeader header{};
  if (bytes->size() < sizeof(header)) return;
  std::memcpy(&header, bytes->data(), sizeof(header));
  if (header.hot_size >= sizeof(header) && header.hot_size <= bytes->size()) {
    header.hot_crc = base::Crc32c(bytes->data() + sizeof(header), header.hot_size - sizeof(header));
    header.dna_crc = base::Crc32c(bytes->data() + header.hot_size, bytes->size() - header.hot_size);
  }
  header.header_crc = base::Crc32c(&header, offsetof(index::SegmentHeader, header_crc));
  std::memcpy(bytes->data(), &header, sizeof(header));
}

/** Does with a segment what an index does. */
void Use(const index::Segment& segment) {
  static const features::Features query = test::PhotoOf(test::RandomFeatures(1, 30), 1);
  const std::vector<index::WordProbes> probes = test::SharedVocabulary()->ProbesOf(query.descriptors);
  retrieval::PostingScan scan;
  retrieval::CandidateVotes votes;
  const std::vector<retrieval::SegmentView> views = {{&segment, nullptr, 0, 0}};
  std::vector<uint16_t> queries(probes.size());
  std::iota(queries.begin(), queries.end(), static_cast<uint16_t>(0));
  scan.Begin(queries.size(), views);
  scan.Scan(queries, probes, {index::kWordsPerQueryDescriptor, 1}, *test::SharedVocabulary(), nullptr);
  scan.Begin(queries.size(), views);
  scan.Scan(queries, probes, {}, *test::SharedVocabulary(), nullptr);
  const std::vector<retrieval::PostingHit>& hits = scan.Hits();
  std::vector<retrieval::ChosenImage> chosen;
  for (const retrieval::VotedImage& voted : votes.Count(hits, segment.reference_count())) {
    if (voted.image >= segment.reference_count()) throw std::logic_error("a picture that is not there");
    chosen.push_back({voted.image, segment.geometries()});
  }
  votes.Group(chosen);
  retrieval::SpatialMatcher matcher;
  const retrieval::QueryGeometry geometry = retrieval::QueryGeometryOf(query.keypoints);
  for (size_t place = 0; place < chosen.size(); ++place) {
    const uint32_t image = chosen[place].image;
    matcher.Match(geometry, votes.HitsOf(place), segment.side(image), 8, {});
    try {
      signature::ParseDna(segment.dna(image).bytes);
    } catch (const base::Error&) {
      // A damaged signature is refused when it is read; the segment goes on without it.
    }
  }
  segment.keywords().Find("red");
  index::MergeSegments({{&segment, nullptr}}, 1, test::SharedVocabulary()->code_masks());
}

/** @param open  gives the segment */
template <typename Open>
bool IsTaken(Open open) {
  try {
    Use(*open());
    return true;
  } catch (const base::Error& error) {
    if (error.code() != base::ErrorCode::kSnapshotCorrupt) throw;
    return false;
  }
}

bool Accept(base::Span<const uint8_t> bytes) {
  test::WriteBytes(Path(), {bytes.begin(), bytes.end()});
  index::SegmentHeader header{};
  if (bytes.size() >= sizeof(header)) std::memcpy(&header, bytes.data(), sizeof(header));
  const bool is_taken =
      IsTaken([&] { return index::OpenSegmentFile(Path(), header.header_crc, index::LoadCheck::kFull); });
  // The same bytes in memory, 8-byte aligned and as long as they are.
  const auto memory = std::make_shared<std::vector<uint64_t>>((bytes.size() + 7) / 8);
  auto* const copy = reinterpret_cast<uint8_t*>(memory->data());
  std::memcpy(copy, bytes.data(), bytes.size());
  const bool is_taken_there = IsTaken([&] {
    return index::OpenSegmentInMemory({copy, bytes.size()}, memory, index::LoadCheck::kFull);
  });
  if (is_taken != is_taken_there) throw std::logic_error("a file is read otherwise in memory");
  return is_taken;
}

}  // namespace

const Target& SegmentTarget() {
  static const Target target = {"segment", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
