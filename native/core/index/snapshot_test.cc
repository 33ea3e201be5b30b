#include "core/index/snapshot.h"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/file_io.h"
#include "core/index/snapshot_manifest.h"
#include "core/search/search.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

using test::PhotoOf;
using test::RandomDna;
using test::RandomFeatures;
using test::RandomIndex;
using test::ReadBytes;
using test::SharedVocabulary;
using test::TemporaryFolder;
using test::WriteBytes;

std::vector<uint32_t> SnapshotKeysFor(const ReferenceIndex& index, uint32_t seed) {
  const ReferenceIndex* indexes[] = {&index};
  const retrieval::SearchScope scope({indexes, 1}, {});
  std::vector<uint32_t> keys;
  const features::Features photo = PhotoOf(RandomFeatures(seed), seed);
  for (const retrieval::Candidate& c : test::CandidatesFor(photo, *SharedVocabulary(), scope))
    keys.push_back(c.key);
  return keys;
}

/** The code of the error that Load() throws, or kInternal when it throws none. */
base::ErrorCode SnapshotError(const std::string& folder, LoadCheck check = LoadCheck::kFull,
                              const std::string& owner = "me") {
  try {
    Snapshot::Load(folder, SharedVocabulary(), owner, check);
  } catch (const base::Error& error) {
    return error.code();
  }
  return base::ErrorCode::kInternal;
}

std::vector<std::string> FilesOf(const std::string& folder) {
  std::vector<std::string> paths;
  for (const std::string& name : base::ListFolder(folder)) paths.push_back(folder + "/" + name);
  return paths;
}

TEST_CASE("a folder without a snapshot gives none") {
  const TemporaryFolder folder;
  CHECK_FALSE(Snapshot::Load(folder.path(), SharedVocabulary(), "me").has_value());
  CHECK_FALSE(Snapshot::Load(folder.path() + "/absent", SharedVocabulary(), "me").has_value());
}

TEST_CASE("a loaded snapshot answers like the saved index, with its sequence") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(60);
  index->Put(7, RandomDna(107), {"red"});
  for (uint32_t key = 20; key < 30; ++key) index->Remove(key);
  const std::string path = folder.path() + "/index";
  Snapshot::Save(index.get(), path, 1234567890123ULL, "me");
  for (const LoadCheck check : {LoadCheck::kFull, LoadCheck::kHot}) {
    const auto loaded = Snapshot::Load(path, SharedVocabulary(), "me", check);
    REQUIRE(loaded.has_value());
    CHECK(loaded->sequence == 1234567890123ULL);
    CHECK(loaded->index->size() == 50);
    for (uint32_t key = 1; key <= 60; key += 5)
      CHECK(SnapshotKeysFor(*loaded->index, key) == SnapshotKeysFor(*index, key));
    CHECK(SnapshotKeysFor(*loaded->index, 107)[0] == 7);
    CHECK_FALSE(loaded->index->Contains(25));
    const base::Span<const uint8_t> dna = loaded->index->DnaOf(3).bytes;
    CHECK(std::vector<uint8_t>(dna.begin(), dna.end()) == RandomDna(3));
  }
}

TEST_CASE("an empty index can be saved and loaded") {
  const TemporaryFolder folder;
  ReferenceIndex index(SharedVocabulary());
  Snapshot::Save(&index, folder.path(), 1, "me");
  const auto loaded = Snapshot::Load(folder.path(), SharedVocabulary(), "me");
  REQUIRE(loaded.has_value());
  CHECK(loaded->index->size() == 0);
  loaded->index->Add(1, RandomDna(1), {});
  CHECK(SnapshotKeysFor(*loaded->index, 1)[0] == 1);
}

TEST_CASE("saving moves the index onto mapped files and leaves no files of older snapshots") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(50);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  CHECK(index->memory().dna_heap_bytes == 0);
  CHECK(index->memory().dna_mapped_bytes > 0);
  const auto loaded = Snapshot::Load(folder.path(), SharedVocabulary(), "me");
  for (uint32_t round = 0; round < 5; ++round) {
    for (uint32_t key = 100 * (round + 1); key < 100 * (round + 1) + 20; ++key)
      index->Add(key, RandomDna(key), {});
    index->Remove(round + 1);
    Snapshot::Save(index.get(), folder.path(), 2 + round, "me");
    CHECK(FilesOf(folder.path()).size() == 1 + index->state()->segments.size());
  }
  CHECK(SnapshotKeysFor(*loaded->index, 1)[0] == 1);
  const auto again = Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kFull);
  CHECK(again->index->size() == 50 + 100 - 5);
  CHECK(again->sequence == 6);
}

TEST_CASE("changes after a save are kept in memory and compaction works on mapped segments") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(30);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  for (uint32_t key = 1; key <= 10; ++key) index->Remove(key);
  index->Add(200, RandomDna(200), {});
  index->Compact(MergeEffort::kEverything);
  CHECK(index->size() == 21);
  CHECK(SnapshotKeysFor(*index, 200)[0] == 200);
  CHECK(SnapshotKeysFor(*index, 15)[0] == 15);
  Snapshot::Save(index.get(), folder.path(), 2, "me");
  CHECK(Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kFull)->index->size() == 21);
}

TEST_CASE("a snapshot of another owner or vocabulary is stale") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(3);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  CHECK(SnapshotError(folder.path(), LoadCheck::kHot, "you") == base::ErrorCode::kSnapshotStale);
  CHECK(SnapshotError(folder.path(), LoadCheck::kHot, "m") == base::ErrorCode::kSnapshotStale);
  try {
    Snapshot::Load(folder.path(), test::RandomVocabulary(8), "me");
    FAIL("another vocabulary was accepted");
  } catch (const base::Error& error) {
    CHECK(error.code() == base::ErrorCode::kSnapshotStale);
  }
}

TEST_CASE("a file torn at any place or missing is detected") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(6, 20);
  index->Remove(2);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  test::Random random(4);
  for (const std::string& path : FilesOf(folder.path())) {
    const std::vector<uint8_t> bytes = ReadBytes(path);
    std::vector<size_t> lengths = {0, 1, 7, 8, 47, 48, 63, 64, 65, bytes.size() - 1};
    for (int i = 0; i < 60; ++i) lengths.push_back(random.Below(static_cast<uint32_t>(bytes.size())));
    for (const size_t length : lengths) {
      if (length >= bytes.size()) continue;
      WriteBytes(path, {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length)});
      CHECK(SnapshotError(folder.path(), LoadCheck::kHot) == base::ErrorCode::kSnapshotCorrupt);
    }
    std::vector<uint8_t> longer = bytes;
    longer.push_back(0);
    WriteBytes(path, longer);
    CHECK(SnapshotError(folder.path(), LoadCheck::kHot) == base::ErrorCode::kSnapshotCorrupt);
    const bool is_manifest = path == folder.path() + "/manifest";
    std::filesystem::remove(path);
    if (!is_manifest)
      CHECK(SnapshotError(folder.path(), LoadCheck::kHot) == base::ErrorCode::kSnapshotCorrupt);
    WriteBytes(path, bytes);
  }
  CHECK(SnapshotError(folder.path()) == base::ErrorCode::kInternal);
}

TEST_CASE("every manifest cut at a field boundary is detected") {
  Manifest manifest{5, 9, "somebody", {}};
  manifest.segments.push_back({1, 2, 3, 70, {7, 1}});
  manifest.segments.push_back({4, 5, 6, 3, {}});
  const std::vector<uint8_t> bytes = EncodeManifest(manifest);
  const Manifest decoded = DecodeManifest(bytes);
  CHECK(decoded.owner == "somebody");
  CHECK(decoded.segments[0].removed == LocalSet{7, 1});
  CHECK(decoded.segments[1].header_crc == 6);
  for (size_t length = 0; length < bytes.size(); ++length) {
    CHECK_THROWS_AS(DecodeManifest({bytes.data(), length}), base::Error);
  }
}

TEST_CASE("a thousand random bit flips are all detected") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(5, 20);
  index->Put(5, RandomDna(5, 20), {"red", "blue"});
  index->Compact(MergeEffort::kEverything);
  index->Remove(4);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  test::Random random(6);
  for (const std::string& path : FilesOf(folder.path())) {
    const std::vector<uint8_t> bytes = ReadBytes(path);
    for (int round = 0; round < 500; ++round) {
      std::vector<uint8_t> flipped = bytes;
      const uint32_t bit = random.Below(static_cast<uint32_t>(bytes.size() * 8));
      flipped[bit / 8] = static_cast<uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
      WriteBytes(path, flipped);
      CAPTURE(bit);
      CHECK(SnapshotError(folder.path()) == base::ErrorCode::kSnapshotCorrupt);
    }
    WriteBytes(path, bytes);
  }
}

TEST_CASE("a DNA damaged on disk after a quick load is detected when a search reads it") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(3, 200);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  for (const std::string& path : FilesOf(folder.path())) {
    if (path == folder.path() + "/manifest") continue;
    std::vector<uint8_t> bytes = ReadBytes(path);
    bytes[bytes.size() - 100] ^= 4;
    WriteBytes(path, bytes);
  }
  CHECK(SnapshotError(folder.path()) == base::ErrorCode::kSnapshotCorrupt);
  const auto loaded = Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kHot);
  search::Searcher searcher;
  const ReferenceIndex* indexes[] = {loaded->index.get()};
  try {
    searcher.Search({indexes, 1}, PhotoOf(RandomFeatures(3, 200), 1), {}, {});
    FAIL("the damage was not noticed");
  } catch (const base::Error& error) {
    CHECK(error.code() == base::ErrorCode::kSnapshotCorrupt);
  }
}

TEST_CASE("damaged signatures are named, and are no longer once their references were put again") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(5, 200);
  CHECK(DamagedSignatures(*index->state(), nullptr).empty());
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  CHECK(DamagedSignatures(*index->state(), nullptr).empty());
  for (const std::string& path : FilesOf(folder.path())) {
    if (path == folder.path() + "/manifest") continue;
    std::vector<uint8_t> bytes = ReadBytes(path);
    bytes[bytes.size() - 100] ^= 4;
    WriteBytes(path, bytes);
  }
  const auto loaded = Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kHot);
  const std::vector<uint32_t> damaged = DamagedSignatures(*loaded->index->state(), nullptr);
  REQUIRE(damaged.size() == 1);
  loaded->index->Put(damaged[0], RandomDna(damaged[0]), {});
  CHECK(DamagedSignatures(*loaded->index->state(), nullptr).empty());
  Snapshot::Save(loaded->index.get(), folder.path(), 2, "me");
  const auto again = Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kHot);
  CHECK(DamagedSignatures(*again->index->state(), nullptr).empty());
}

TEST_CASE("a disk that is full while saving leaves the old snapshot and the index as they were") {
  const TemporaryFolder folder;
  const auto index = RandomIndex(20);
  Snapshot::Save(index.get(), folder.path(), 1, "me");
  for (uint32_t key = 100; key < 140; ++key) index->Add(key, RandomDna(key), {});
  const std::vector<std::string> files = FilesOf(folder.path());
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t limit : {rlim_t{0}, rlim_t{1000}, rlim_t{40000}}) {
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small = {limit, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    base::ErrorCode code = base::ErrorCode::kInternal;
    try {
      Snapshot::Save(index.get(), folder.path(), 2, "me");
    } catch (const base::Error& error) {
      code = error.code();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, ignored);
    CHECK(code == base::ErrorCode::kStorage);
    CHECK(FilesOf(folder.path()).size() == files.size());
    CHECK(Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kFull)->sequence == 1);
    CHECK(SnapshotKeysFor(*index, 120)[0] == 120);
  }
  Snapshot::Save(index.get(), folder.path(), 2, "me");
  CHECK(Snapshot::Load(folder.path(), SharedVocabulary(), "me", LoadCheck::kFull)->index->size() == 60);
}

TEST_CASE("a folder that cannot be written gives a storage error") {
  const TemporaryFolder folder;
  WriteBytes(folder.path() + "/file", {1});
  const auto index = RandomIndex(1);
  CHECK_THROWS_AS(Snapshot::Save(index.get(), folder.path() + "/file", 1, "me"), base::Error);
  CHECK_THROWS_AS(Snapshot::Save(index.get(), folder.path() + "/a/b/c", 1, "me"), base::Error);
  CHECK(SnapshotKeysFor(*index, 1)[0] == 1);
}

TEST_CASE("a folder is locked by one holder at a time") {
  const TemporaryFolder folder;
  {
    const base::FolderLock lock(folder.path());
    try {
      const base::FolderLock second(folder.path());
      FAIL("locked twice");
    } catch (const base::Error& error) {
      CHECK(error.code() == base::ErrorCode::kFolderLocked);
    }
  }
  CHECK_NOTHROW(base::FolderLock(folder.path()));
}

}  // namespace
}  // namespace loupe::index
