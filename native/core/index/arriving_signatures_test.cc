#include "core/index/arriving_signatures.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/index/segment_file.h"
#include "core/index/snapshot.h"
#include "core/search/search.h"
#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

using test::PhotoOf;
using test::RandomDna;
using test::RandomFeatures;
using test::RandomIndex;
using test::SharedVocabulary;

constexpr uint32_t kReferences = 60;

/** A snapshot as it is while it is being fetched: zeros where signatures will be. */
class FetchedSnapshot {
 public:
  explicit FetchedSnapshot(ReferenceIndex* index) {
    Snapshot::Save(index, path(), 7, "me");
    for (const std::string& name : base::ListFolder(path())) {
      if (name.rfind("segment-", 0) != 0) continue;
      whole_[name] = test::ReadBytes(path() + "/" + name);
      std::vector<uint8_t> begin = whole_[name];
      std::fill(begin.begin() + HotBytes(name), begin.end(), uint8_t{0});
      // A file of its own: the index goes on with the one that it has mapped.
      base::DeleteFile(path() + "/" + name);
      test::WriteBytes(path() + "/" + name, begin);
    }
  }

  std::string path() const { return folder_.path() + "/index"; }
  std::vector<uint8_t>& whole(const std::string& name) { return whole_[name]; }
  const std::map<std::string, std::vector<uint8_t>>& files() const { return whole_; }

  ptrdiff_t HotBytes(const std::string& name) const {
    return static_cast<ptrdiff_t>(PartsOfSegment(whole_.at(name)).hot_bytes);
  }

  LoadedIndex Open() const {
    auto loaded = Snapshot::LoadArriving(path(), SharedVocabulary(), "me");
    REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }

  /** Writes the signatures of a file in steps of `step` bytes. */
  void Bring(ReferenceIndex* index, const std::string& name, size_t step) const {
    const std::vector<uint8_t>& bytes = whole_.at(name);
    for (auto at = static_cast<size_t>(HotBytes(name)); at < bytes.size(); at += step) {
      const size_t end = std::min(bytes.size(), at + step);
      std::FILE* file = std::fopen((path() + "/" + name).c_str(), "r+b");
      std::fseek(file, static_cast<long>(at), SEEK_SET);
      std::fwrite(bytes.data() + at, 1, end - at, file);
      std::fclose(file);
      index->SignaturesArrived(name, end);
    }
  }

 private:
  test::TemporaryFolder folder_;
  std::map<std::string, std::vector<uint8_t>> whole_;
};

std::vector<uint32_t> Found(const ReferenceIndex& index, uint32_t key) {
  search::Searcher searcher;
  const ReferenceIndex* indexes[] = {&index};
  std::vector<uint32_t> keys;
  for (const search::SearchHit& hit :
       searcher.Search({indexes, 1}, PhotoOf(RandomFeatures(key), key), {}, {}).hits)
    keys.push_back(hit.key);
  return keys;
}

bool IsAway(const ReferenceIndex& index, uint32_t key) {
  try {
    Found(index, key);
    return false;
  } catch (const base::Error& error) {
    return error.code() == base::ErrorCode::kSignaturesAway;
  }
}

TEST_CASE("a search that lacks signatures names them, and answers like the whole index after they arrive") {
  const auto whole = RandomIndex(kReferences);
  const FetchedSnapshot fetched(whole.get());
  const LoadedIndex loaded = fetched.Open();
  CHECK(loaded.sequence == 7);
  CHECK(loaded.index->size() == kReferences);
  for (const uint32_t key : {3u, 42u}) {
    REQUIRE(IsAway(*loaded.index, key));
    while (IsAway(*loaded.index, key)) {
      const std::vector<uint32_t> wanted = loaded.index->TakeWantedSignatures();
      REQUIRE_FALSE(wanted.empty());
      for (const uint32_t each : wanted) loaded.index->Put(each, RandomDna(each), {});
    }
    CHECK(Found(*loaded.index, key) == Found(*whole, key));
    CHECK(Found(*loaded.index, key).at(0) == key);
  }
  CHECK(loaded.index->size() == kReferences);
}

TEST_CASE("an index whose signatures are away cannot be saved, and says so for a single one") {
  const auto whole = RandomIndex(kReferences);
  const FetchedSnapshot fetched(whole.get());
  const LoadedIndex loaded = fetched.Open();
  const test::TemporaryFolder elsewhere;
  const auto code_of = [](const auto& work) {
    try {
      work();
    } catch (const base::Error& error) {
      return error.code();
    }
    return base::ErrorCode::kInternal;
  };
  CHECK(code_of([&] { Snapshot::Save(loaded.index.get(), elsewhere.path(), 8, "me"); }) ==
        base::ErrorCode::kSignaturesAway);
  CHECK(base::ListFolder(elsewhere.path()).empty());
  CHECK(code_of([&] { loaded.index->DnaOf(5); }) == base::ErrorCode::kSignaturesAway);
  CHECK(code_of([&] { loaded.index->SignaturesArrived("segment-of-another", 1); }) ==
        base::ErrorCode::kInvalidArgument);
  const std::string& name = fetched.files().begin()->first;
  const size_t size = fetched.files().begin()->second.size();
  CHECK(code_of([&] { loaded.index->SignaturesArrived(name, size + 1); }) ==
        base::ErrorCode::kInvalidArgument);
}

TEST_CASE("signatures that arrive in any steps make the files whole, through merges too") {
  const auto whole = RandomIndex(kReferences);
  for (const size_t step : {size_t{1000}, size_t{7777}, size_t{1} << 30}) {
    const FetchedSnapshot fetched(whole.get());
    const LoadedIndex loaded = fetched.Open();
    loaded.index->Put(500, RandomDna(500), {});
    loaded.index->Remove(9);
    loaded.index->Compact(MergeEffort::kEverything);
    CHECK(MissingSignatures(*loaded.index->state(), 1000).size() == kReferences - 1);
    for (const auto& [name, bytes] : fetched.files()) {
      CHECK_FALSE(loaded.index->has_whole_files());
      fetched.Bring(loaded.index.get(), name, step);
    }
    CHECK(loaded.index->has_whole_files());
    CHECK(MissingSignatures(*loaded.index->state(), 1000).empty());
    CHECK(Found(*loaded.index, 42) == Found(*whole, 42));
    CHECK(Found(*loaded.index, 500).at(0) == 500);
    Snapshot::Save(loaded.index.get(), fetched.path() + "-saved", 9, "me");
    const auto saved = Snapshot::Load(fetched.path() + "-saved", SharedVocabulary(), "me", LoadCheck::kFull);
    CHECK(saved->index->size() == kReferences);
    CHECK(Found(*saved->index, 42) == Found(*whole, 42));
  }
}

TEST_CASE("a damaged signature stays away, the others are used") {
  const auto whole = RandomIndex(kReferences);
  FetchedSnapshot fetched(whole.get());
  const LoadedIndex loaded = fetched.Open();
  const std::string name = fetched.files().begin()->first;
  fetched.whole(name)[static_cast<size_t>(fetched.HotBytes(name)) + 200] ^= 1U;
  for (const auto& [each, bytes] : fetched.files()) fetched.Bring(loaded.index.get(), each, 5000);
  CHECK_FALSE(loaded.index->has_whole_files());
  const std::vector<uint32_t> missing = MissingSignatures(*loaded.index->state(), 1000);
  REQUIRE(missing.size() == 1);
  loaded.index->Put(missing[0], RandomDna(missing[0]), {});
  CHECK(MissingSignatures(*loaded.index->state(), 1000).empty());
  CHECK(Found(*loaded.index, missing[0]) == Found(*whole, missing[0]));
  loaded.index->Compact(MergeEffort::kEverything);
  Snapshot::Save(loaded.index.get(), fetched.path() + "-saved", 9, "me");
  const auto saved = Snapshot::Load(fetched.path() + "-saved", SharedVocabulary(), "me", LoadCheck::kFull);
  CHECK(saved->index->size() == kReferences);
}

TEST_CASE("the header of a file describes its parts, damaged bytes do not") {
  const auto whole = RandomIndex(5);
  const FetchedSnapshot fetched(whole.get());
  const std::vector<uint8_t>& bytes = fetched.files().begin()->second;
  std::vector<uint8_t> header(bytes.begin(), bytes.begin() + kSegmentHeaderBytes);
  const SegmentParts parts = PartsOfSegment(header);
  CHECK(parts.hot_bytes + parts.signature_bytes == bytes.size());
  CHECK_THROWS_AS(PartsOfSegment({header.data(), header.size() - 1}), base::Error);
  for (size_t at = 0; at < header.size(); ++at) {
    header[at] ^= 4U;
    CHECK_THROWS_AS(PartsOfSegment(header), base::Error);
    header[at] ^= 4U;
  }
}

}  // namespace
}  // namespace loupe::index
