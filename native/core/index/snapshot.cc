#include "core/index/snapshot.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/base/file_io.h"
#include "core/index/snapshot_manifest.h"

namespace loupe::index {
namespace {

std::string ManifestPath(const std::string& folder) { return folder + "/manifest"; }

std::string SegmentPath(const std::string& folder, const ManifestSegment& segment) {
  return folder + "/" + SegmentFileName(segment);
}

[[noreturn]] void Stale(const std::string& folder, const char* why) {
  throw base::Error(base::ErrorCode::kSnapshotStale, "The snapshot in " + folder + " cannot be used here (" +
                                                         why + "); rebuild the index from the database.");
}

[[noreturn]] void CorruptSnapshot(const std::string& folder, const char* why) {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt, "The snapshot in " + folder + " is damaged (" + why +
                                                           "); rebuild the index from the database.");
}

ManifestSegment Describe(const LiveSegment& live, const SegmentHeader& header) {
  ManifestSegment described{header.hot_crc, header.dna_crc, header.header_crc, header.reference_count, {}};
  if (live.removed != nullptr) described.removed = *live.removed;
  return described;
}

/** Deletes the files written by a save that did not come to its end. */
class WrittenFiles {
 public:
  ~WrittenFiles() {
    for (const std::string& path : paths_) base::DeleteFile(path);
  }
  void Add(const std::string& path) { paths_.push_back(path); }
  void Keep() { paths_.clear(); }

 private:
  std::vector<std::string> paths_;
};

void DeleteOthers(const std::string& folder, const Manifest& manifest) {
  std::set<std::string> needed;
  for (const ManifestSegment& segment : manifest.segments) needed.insert(SegmentFileName(segment));
  for (const std::string& name : base::ListFolder(folder)) {
    if (name.rfind("segment-", 0) == 0 && needed.count(name) == 0) base::DeleteFile(folder + "/" + name);
  }
}

/** The segment with the references that were removed from it. */
LiveSegment MakeLive(const std::string& folder, const ManifestSegment& described, uint32_t vocabulary_id,
                     std::shared_ptr<const Segment> segment) {
  LiveSegment live;
  live.segment = std::move(segment);
  if (live.segment->header().vocabulary_id != vocabulary_id)
    CorruptSnapshot(folder, "vocabulary of a segment");
  if (live.segment->reference_count() != described.reference_count)
    CorruptSnapshot(folder, "reference count");
  if (described.removed.empty()) return live;
  for (size_t local = 0; local < live.segment->reference_count(); ++local) {
    live.removed_count += Contains(described.removed, local) ? 1 : 0;
  }
  live.removed = std::make_shared<const LocalSet>(described.removed);
  return live;
}

void CheckKeysAreDistinct(const IndexState& state, const std::string& folder) {
  std::vector<uint32_t> keys;
  keys.reserve(state.reference_count);
  for (const LiveSegment& live : state.segments) {
    for (size_t local = 0; local < live.segment->reference_count(); ++local) {
      if (live.IsLive(local)) keys.push_back(live.segment->key(local));
    }
  }
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) CorruptSnapshot(folder, "a key twice");
}

/** A segment that a snapshot has just written. */
struct OnHeap {
  std::shared_ptr<const Segment> segment;
  std::string path;
  uint32_t header_crc;
};

}  // namespace

template <typename OpenFile>
std::optional<LoadedIndex> Snapshot::Open(const std::string& folder,
                                          std::shared_ptr<const Vocabulary> vocabulary,
                                          const std::string& owner, const IndexOptions& options,
                                          OpenFile open_file) {
  if (!base::FileExists(ManifestPath(folder))) return std::nullopt;
  const Manifest manifest = DecodeManifest(base::MappedFile::Open(ManifestPath(folder))->bytes());
  if (manifest.owner != owner) Stale(folder, "it belongs to another owner");
  if (manifest.vocabulary_id != vocabulary->id()) Stale(folder, "it was made with another vocabulary");
  IndexState state;
  std::vector<std::shared_ptr<ArrivingSignatures>> arriving;
  for (const ManifestSegment& described : manifest.segments) {
    OpenedSegment opened = open_file(SegmentPath(folder, described), described.header_crc);
    state.segments.push_back(MakeLive(folder, described, vocabulary->id(), std::move(opened.segment)));
    state.reference_count += state.segments.back().live_count();
    if (opened.arriving != nullptr) arriving.push_back(std::move(opened.arriving));
  }
  CheckKeysAreDistinct(state, folder);
  LoadedIndex loaded;
  loaded.index.reset(new ReferenceIndex(std::move(vocabulary), std::move(state), options));
  loaded.index->arriving_ = std::move(arriving);
  loaded.sequence = manifest.sequence;
  return loaded;
}

void Snapshot::Save(ReferenceIndex* index, const std::string& folder, uint64_t sequence,
                    const std::string& owner) {
  if (owner.size() > kMaxOwnerBytes)
    throw base::Error(base::ErrorCode::kInvalidArgument, "An owner has at most 1024 bytes.");
  std::shared_ptr<const IndexState> state = index->state();
  if (!MissingSignatures(*state, 1).empty()) {
    throw base::Error(base::ErrorCode::kSignaturesAway,
                      "An index whose signatures have not all arrived cannot be saved.");
  }
  base::EnsureFolder(folder);
  Manifest manifest{index->vocabulary()->id(), sequence, owner, {}};
  WrittenFiles written;
  std::vector<OnHeap> on_heap;
  for (const LiveSegment& live : state->segments) {
    const SegmentHeader header = SealedHeaderOf(*live.segment);
    manifest.segments.push_back(Describe(live, header));
    const std::string path = SegmentPath(folder, manifest.segments.back());
    const auto size = static_cast<int64_t>(header.hot_size + header.dna_size);
    if (!live.segment->is_in_file()) on_heap.push_back({live.segment, path, header.header_crc});
    if (live.segment->is_in_file() && base::FileSize(path) == size) continue;
    if (!base::FileExists(path)) written.Add(path);
    WriteSegmentFile(*live.segment, header, path);
  }
  const std::vector<uint8_t> bytes = EncodeManifest(manifest);
  base::AtomicFile file(ManifestPath(folder));
  file.Write(bytes.data(), bytes.size());
  file.Commit();
  written.Keep();
  DeleteOthers(folder, manifest);
  // One by one, so that not all of them are in memory twice.
  state.reset();
  for (OnHeap& saved : on_heap) {
    index->Substitute(saved.segment, OpenSegmentFile(saved.path, saved.header_crc, LoadCheck::kHot));
    saved.segment.reset();
  }
}

std::optional<LoadedIndex> Snapshot::Load(const std::string& folder,
                                          std::shared_ptr<const Vocabulary> vocabulary,
                                          const std::string& owner, LoadCheck check,
                                          const IndexOptions& options) {
  return Open(folder, std::move(vocabulary), owner, options,
              [&](const std::string& path, uint32_t header_crc) -> OpenedSegment {
                return {OpenSegmentFile(path, header_crc, check), nullptr};
              });
}

std::optional<LoadedIndex> Snapshot::LoadArriving(const std::string& folder,
                                                  std::shared_ptr<const Vocabulary> vocabulary,
                                                  const std::string& owner, const IndexOptions& options) {
  return Open(folder, std::move(vocabulary), owner, options, OpenArrivingSegment);
}

}  // namespace loupe::index
