#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/index/reference_index.h"
#include "core/index/segment_file.h"

namespace loupe::index {

/** An index read from a snapshot and the change number that it has reached. */
struct LoadedIndex {
  std::unique_ptr<ReferenceIndex> index;
  uint64_t sequence = 0;
};

/**
 * An index on disk: a folder with one file per segment, never changed once written, and a manifest that names
 * them. The manifest is replaced last and atomically, so a crash at any moment leaves the old snapshot or the
 * new one.
 */
class Snapshot {
 public:
  /**
   * Writes what is not on disk yet, replaces the manifest, deletes files of older snapshots, and lets the
   * index go on with the mapped files, which frees its heap. Searches and changes go on meanwhile; changes
   * after the call began may or may not be part of the snapshot, so pass the sequence reached before it.
   *
   * @param folder    made if it does not exist; one process at a time (see FolderLock)
   * @param sequence  number of the last change that the index is known to hold
   * @param owner     whose index this is, at most 1,024 bytes; Load() refuses another's
   * @throws Error kStorage, for example on a full disk: the old snapshot and the index are then as before;
   * kSignaturesAway when signatures have not arrived yet
   */
  static void Save(ReferenceIndex* index, const std::string& folder, uint64_t sequence,
                   const std::string& owner);

  /**
   * Opens a snapshot by mapping its files.
   * @return nothing when the folder holds no snapshot
   * @throws Error kSnapshotCorrupt when a file is missing, torn, or fails a check, kSnapshotStale when it
   * belongs to another owner or vocabulary. Both mean: rebuild from the database.
   */
  static std::optional<LoadedIndex> Load(const std::string& folder,
                                         std::shared_ptr<const Vocabulary> vocabulary,
                                         const std::string& owner, LoadCheck check = LoadCheck::kHot,
                                         const IndexOptions& options = {});

  /**
   * Opens a snapshot whose signatures are still being written into its files, which have their full size: see
   * ReferenceIndex::SignaturesArrived(). Otherwise as Load() with LoadCheck::kHot.
   */
  static std::optional<LoadedIndex> LoadArriving(const std::string& folder,
                                                 std::shared_ptr<const Vocabulary> vocabulary,
                                                 const std::string& owner, const IndexOptions& options = {});

 private:
  template <typename OpenFile>
  static std::optional<LoadedIndex> Open(const std::string& folder,
                                         std::shared_ptr<const Vocabulary> vocabulary,
                                         const std::string& owner, const IndexOptions& options,
                                         OpenFile open_file);
};

}  // namespace loupe::index
