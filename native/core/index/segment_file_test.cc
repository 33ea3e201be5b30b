#include "core/index/segment_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/large_memory.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

/** Where a record of a segment file ends: header, columns of the hot part, each DNA. */
std::vector<size_t> RecordBoundaries(const Segment& segment) {
  const SegmentHeader& header = segment.header();
  const SegmentLayout layout(header);
  std::vector<size_t> ends = {0,
                              sizeof(SegmentHeader),
                              layout.word_bits,
                              layout.word_ranks,
                              layout.starts,
                              layout.keys,
                              layout.sides,
                              layout.signatures,
                              layout.locals,
                              layout.geometry,
                              layout.keywords,
                              layout.dna_ends,
                              layout.end};
  size_t end = header.hot_size;
  for (size_t i = 0; i < segment.reference_count(); ++i) ends.push_back(end += segment.dna(i).bytes.size());
  return ends;
}

bool IsRefused(const std::string& path, uint32_t header_crc, LoadCheck check) {
  try {
    OpenSegmentFile(path, header_crc, check);
  } catch (const base::Error& error) {
    return error.code() == base::ErrorCode::kSnapshotCorrupt;
  }
  return false;
}

TEST_CASE("a byte that differs anywhere in a segment with room for large pages is detected") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/segment";
  const auto index = test::RandomIndex(400, 500);
  index->Compact(MergeEffort::kEverything);
  const Segment& segment = *index->state()->segments[0].segment;
  REQUIRE(segment.hot_bytes().size() > base::kLargePageBytes);
  const SegmentHeader header = SealedHeaderOf(segment);
  WriteSegmentFile(segment, header, path);
  const std::vector<uint8_t> bytes = test::ReadBytes(path);
  const auto read = OpenSegmentFile(path, header.header_crc, LoadCheck::kHot);
  const base::Span<const uint8_t> hot = read->hot_bytes();
  CHECK(std::equal(hot.begin() + sizeof(header), hot.end(), segment.hot_bytes().begin() + sizeof(header)));
  std::vector<size_t> places = {hot.size() - 1};
  for (size_t at = sizeof(header); at < hot.size(); at += 99'991) places.push_back(at);
  for (const size_t at : places) {
    CAPTURE(at);
    std::vector<uint8_t> damaged = bytes;
    damaged[at] ^= 1;
    test::WriteBytes(path, damaged);
    CHECK(IsRefused(path, header.header_crc, LoadCheck::kHot));
  }
}

TEST_CASE("a segment file torn at every record boundary, and a byte beside it, is detected") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/segment";
  ReferenceIndex index(test::SharedVocabulary());
  for (uint32_t key = 1; key <= 6; ++key) index.Add(key, test::RandomDna(key, 30), {"red", "blue"});
  index.Compact(MergeEffort::kEverything);
  const Segment& segment = *index.state()->segments[0].segment;
  const SegmentHeader header = SealedHeaderOf(segment);
  WriteSegmentFile(segment, header, path);
  const std::vector<uint8_t> bytes = test::ReadBytes(path);
  REQUIRE(RecordBoundaries(segment).back() == bytes.size());
  CHECK_FALSE(IsRefused(path, header.header_crc, LoadCheck::kFull));
  for (const size_t boundary : RecordBoundaries(segment)) {
    for (const size_t length : {boundary - std::min<size_t>(boundary, 1), boundary, boundary + 1}) {
      if (length == bytes.size()) continue;
      CAPTURE(length);
      std::vector<uint8_t> torn = bytes;
      torn.resize(length);
      test::WriteBytes(path, torn);
      CHECK(IsRefused(path, header.header_crc, LoadCheck::kHot));
      // A torn write may also leave zeros where the rest should be.
      torn.resize(std::max(length, bytes.size()));
      if (torn == bytes) continue;
      test::WriteBytes(path, torn);
      CHECK(IsRefused(path, header.header_crc, LoadCheck::kFull));
    }
  }
}

}  // namespace
}  // namespace loupe::index
