#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/cancellation.h"
#include "core/index/options.h"
#include "core/index/segment.h"
#include "core/index/vocabulary.h"

namespace loupe::index {

/** A segment in use, with the references that were removed from it (null when none). */
struct LiveSegment {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const LocalSet> removed;
  uint32_t removed_count = 0;

  bool IsLive(size_t local) const { return removed == nullptr || !Contains(*removed, local); }
  size_t live_count() const { return segment->reference_count() - removed_count; }
};

/** An index at one moment. Immutable: searches hold one and are never disturbed by a writer. */
struct IndexState {
  std::vector<LiveSegment> segments;
  size_t reference_count = 0;
};

/** Keys of at most `most` references whose signatures have not arrived yet. */
std::vector<uint32_t> MissingSignatures(const IndexState& state, size_t most);

/**
 * Keys of references whose signatures were damaged in their file after it was opened or written. Reads every
 * signature that lies in a file, 20 KB a reference.
 * @throws Error kAborted
 */
std::vector<uint32_t> DamagedSignatures(const IndexState& state, const base::CancellationToken* cancellation);

/** Bytes that an index occupies. */
struct IndexMemory {
  /** Inverted lists, directories, keys and keywords. */
  size_t hot_bytes = 0;
  /** DNA on the heap (not saved yet) and in mapped files. */
  size_t dna_heap_bytes = 0;
  size_t dna_mapped_bytes = 0;
};

/** How much is merged: less to search for each reference that is moved once more. */
enum class MergeEffort {
  /** While references come: their segments stay few. */
  kDue,
  /** When none has come for a while: by IndexOptions::quiet_largest_share, as if they had come long ago. */
  kQuiet,
  /** The fewest possible segments are left, and no removed reference. */
  kEverything,
};

/**
 * A live inverted index of references. Changes are visible to the next search. Any number of threads may
 * search while one or more threads change it: writers take turns, readers work on an immutable state and wait
 * for nobody.
 *
 * Segments are merged so that each is more than eight times as large as all smaller ones together
 * (log-structured merge, O'Neil et al., 1996): there are few of them, and each reference is moved a
 * logarithmic number of times. Small merges happen within Add(); large ones in Compact(), which a caller runs
 * in the background when NeedsCompaction() says so.
 */
class ReferenceIndex {
 public:
  explicit ReferenceIndex(std::shared_ptr<const Vocabulary> vocabulary, const IndexOptions& options = {});

  /** An index that starts with segments that exist already, for example those of a snapshot. */
  ReferenceIndex(std::shared_ptr<const Vocabulary> vocabulary, IndexState state,
                 const IndexOptions& options = {});

  /**
   * Adds a reference.
   * @param dna       its signature; words of another vocabulary are computed again
   * @param keywords  any texts; filters compare them exactly
   * @throws Error kDuplicateKey, kDnaCorrupt, kDnaVersion, kInvalidArgument; the index is then unchanged
   */
  void Add(uint32_t key, const std::vector<uint8_t>& dna, const std::vector<std::string>& keywords);

  /** Adds a reference or replaces the one with this key; no search sees both or neither. @throws like Add()
   */
  void Put(uint32_t key, const std::vector<uint8_t>& dna, const std::vector<std::string>& keywords);

  /** @throws Error kUnknownKey; the index is then unchanged */
  void Remove(uint32_t key);

  bool Contains(uint32_t key) const;
  size_t size() const { return state()->reference_count; }
  IndexMemory memory() const;

  /** Bytes of a reference's DNA. @throws Error kUnknownKey, kSignaturesAway */
  DnaBlob DnaOf(uint32_t key) const;

  /** True when Compact() with this effort would merge anything: of what is due, what is too large to happen
   * within Add(). */
  bool NeedsCompaction(MergeEffort effort = MergeEffort::kDue) const;

  /** Merges segments and frees removed references; searches and writers go on meanwhile. */
  void Compact(MergeEffort effort = MergeEffort::kDue);

  /*
   * An index that was opened before its signatures were there (Snapshot::LoadArriving) answers a search that
   * needs one of them with kSignaturesAway. The search succeeds after the caller puts those references again
   * with the same DNA, or after they arrive.
   */

  /** Takes what has been written to a file of the snapshot: its first `up_to` bytes. @throws
   * Error kInvalidArgument for another file */
  void SignaturesArrived(const std::string& file, uint64_t up_to);
  /** Keys of the references whose signatures searches lacked since the last call. */
  std::vector<uint32_t> TakeWantedSignatures() const;
  /** Whether the files of the snapshot that this was opened from are whole. */
  bool has_whole_files() const;

  const std::shared_ptr<const Vocabulary>& vocabulary() const { return vocabulary_; }

  /** The index as it is now. */
  std::shared_ptr<const IndexState> state() const { return std::atomic_load(&state_); }

 private:
  friend class Snapshot;

  /** Goes on with other storage of the same segment, if the index still uses it. */
  void Substitute(const std::shared_ptr<const Segment>& segment, std::shared_ptr<const Segment> same);
  void Insert(uint32_t key, const std::vector<uint8_t>& dna, const std::vector<std::string>& keywords,
              bool may_replace);
  void Publish(IndexState next);
  /** One segment of what is left in others; large ones have divided lists. */
  std::shared_ptr<const Segment> Merged(const std::vector<LiveSegment>& chosen) const;
  IndexOptions OptionsFor(MergeEffort effort) const;
  /** Merges chosen segments of the current state; the caller holds the compaction mutex, not the writer
   * mutex. */
  void MergeAndSwap(const std::vector<LiveSegment>& chosen);
  /** Replaces segments by one with the same references; the caller holds the writer mutex. */
  void Swap(const std::vector<LiveSegment>& old_segments, std::shared_ptr<const Segment> merged);

  const IndexOptions options_;
  /** Set before anybody else knows the index. */
  std::vector<std::shared_ptr<ArrivingSignatures>> arriving_;
  std::shared_ptr<const Vocabulary> vocabulary_;
  std::shared_ptr<const IndexState> state_;
  std::mutex writer_mutex_;
  std::mutex compaction_mutex_;
};

}  // namespace loupe::index
