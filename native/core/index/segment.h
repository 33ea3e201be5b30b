#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/index/arriving_signatures.h"
#include "core/index/keyword_table.h"
#include "core/index/list_division.h"
#include "core/index/segment_size.h"
#include "core/index/vocabulary.h"

namespace loupe::index {

/** Divisions are numbered by 16 bits, from 1. */
constexpr uint32_t kMostDivisions = 65535;

/** A set of references of one segment, one bit each. */
using LocalSet = std::vector<uint64_t>;

inline LocalSet EmptyLocalSet(size_t reference_count) { return LocalSet((reference_count + 63) / 64, 0); }
inline bool Contains(const LocalSet& set, size_t local) { return (set[local / 64] >> (local % 64)) & 1U; }
inline void Insert(LocalSet* set, size_t local) { (*set)[local / 64] |= uint64_t{1} << (local % 64); }
inline void Erase(LocalSet* set, size_t local) { (*set)[local / 64] &= ~(uint64_t{1} << (local % 64)); }

/**
 * Where a reference's keypoint lies, in 30 bits: enough to compare positions without opening the DNA. The two
 * bits between hold what a reference's local number has beyond 16 bits.
 */
class PackedGeometry {
 public:
  PackedGeometry() = default;
  /** @param side longest side of the working picture in pixels, at least 1 */
  PackedGeometry(const features::Keypoint& keypoint, int side);
  /** From bits(), which tell nothing of a local number. */
  explicit PackedGeometry(uint32_t bits) : bits_(bits & kPlace) {}

  /** The same place of the reference with a local number. */
  PackedGeometry Of(uint32_t local) const {
    PackedGeometry geometry(bits_);
    geometry.bits_ |= (local >> 16 & 1U) << kLowerBit | (local >> 17 & 1U) << kUpperBit;
    return geometry;
  }
  /** The bits of the local number beyond 16, at their places. */
  uint32_t high_of_local() const { return (bits_ >> kLowerBit & 1U) << 16 | (bits_ >> kUpperBit & 1U) << 17; }

  /** Fractions of the longest side, in 1/1023; that of y is even. */
  uint32_t x() const { return bits_ & 1023U; }
  uint32_t y() const { return (bits_ >> 10) & 1022U; }
  /** Orientation in 1/256 turn. */
  uint32_t angle() const { return (bits_ >> 20) & 255U; }
  uint32_t level() const { return (bits_ >> 28) & 7U; }
  uint32_t bits() const { return bits_ & kPlace; }

 private:
  static constexpr int kLowerBit = 10, kUpperBit = 31;
  static constexpr uint32_t kPlace = ~(1U << kLowerBit | 1U << kUpperBit);

  uint32_t bits_ = 0;
};

/** The DNA of one reference with whatever keeps its bytes alive (a heap block or a mapped file). */
struct DnaBlob {
  base::Span<const uint8_t> bytes;
  std::shared_ptr<const void> owner;
  bool is_mapped = false;
  /** Its number in `arriving`, which the owner keeps alive; null for a DNA that has been here all along. */
  uint32_t arriving_number = 0;
  const ArrivingSignatures* arriving = nullptr;

  /** Whether the bytes may be read. */
  bool is_here() const { return arriving == nullptr || arriving->IsHere(arriving_number); }
};

/** A run of postings. */
struct PostingRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/** Sizes and offsets of a segment's parts; stored at its start. Offsets count from the start of the segment.
 */
struct SegmentHeader {
  char magic[8];
  uint32_t version;
  uint32_t vocabulary_id;
  uint32_t reference_count;
  uint32_t posting_count;
  uint32_t distinct_word_count;
  uint32_t keyword_bytes;
  /** Bytes before the DNA area, and of the DNA area. */
  uint64_t hot_size;
  uint64_t dna_size;
  /** CRC-32C of the bytes from the end of the header to hot_size. Checksums are set in files only. */
  uint32_t hot_crc;
  /** CRC-32C of the DNA area. */
  uint32_t dna_crc;
  /** Places for the ends of divided lists (see CodeEnds); version 2, which knew none, has 0. */
  uint32_t division_count;
  /** CRC-32C of the header before this field. */
  uint32_t header_crc;
};
static_assert(sizeof(SegmentHeader) == 64, "the header is stored as it is");

/**
 * An immutable piece of an index: up to 262,144 references, ordered by key, with an inverted list of postings
 * for each word. A posting is a signature (scanned), and apart from it 16 bits of the reference's local
 * number and the keypoint's geometry with the rest of it (read for hits only). The same bytes serve in memory
 * and in a mapped file.
 *
 * Long lists of large segments may be divided: ordered by the codes of their signatures, with an end for each
 * code, so that a search can leave out what it does not resemble (see ScanBreadth).
 */
class Segment {
 public:
  /**
   * Opens the hot part of a segment.
   * @param hot        bytes from the header to hot_size, 8-byte aligned, kept alive by `owner`
   * @param dnas       one per reference
   * @param is_in_file  the segment was read from a file
   * @throws Error kSnapshotCorrupt when sizes or contents are inconsistent
   */
  Segment(base::Span<const uint8_t> hot, std::shared_ptr<const void> owner, std::vector<DnaBlob> dnas,
          bool is_in_file);

  const SegmentHeader& header() const { return *header_; }
  size_t reference_count() const { return header_->reference_count; }
  size_t posting_count() const { return header_->posting_count; }
  base::Span<const uint8_t> hot_bytes() const { return hot_; }
  bool is_in_file() const { return is_in_file_; }

  /** Postings of a word, empty when no reference holds it. */
  PostingRange PostingsOf(uint16_t word) const {
    const uint32_t* bounds = BoundsOf(word);
    return bounds != nullptr ? PostingRange{bounds[0], bounds[1]} : PostingRange{};
  }
  /** Where PostingsOf() reads the begin and the end of a word's postings, null when no reference holds it. */
  const uint32_t* BoundsOf(uint16_t word) const {
    const uint64_t block = word_bits_[word / 64];
    const uint64_t bit = uint64_t{1} << (word % 64);
    if ((block & bit) == 0) return nullptr;
    return starts_ + word_ranks_[word / 64] + __builtin_popcountll(block & (bit - 1));
  }
  /** Which of the words 64 * block to 64 * block + 63 have postings, one bit each. */
  uint64_t word_bits(size_t block) const { return word_bits_[block]; }
  /**
   * Of a list, by what BoundsOf() gave, where to read its division: 0 when it is not divided, else a number
   * for CodeEndsOf(). Null when no list of the segment is.
   */
  const uint16_t* DivisionOf(const uint32_t* bounds) const {
    return header_->division_count > 0 ? divisions_ + (bounds - starts_) : nullptr;
  }
  /** Where each code of a divided list ends, by what BoundsOf() and DivisionOf() gave. */
  CodeEnds CodeEndsOf(const uint32_t* bounds, uint16_t division) const {
    return {code_ends_ + (division - size_t{1}) * kCodeCount, bounds[1] - bounds[0]};
  }
  const uint64_t* signatures() const { return signatures_; }
  /** The reference that a posting is of. */
  uint32_t local(size_t posting) const {
    const uint32_t low = locals_[posting];
    return is_wide_ ? low | geometry_[posting].high_of_local() : low;
  }
  /** What local() reads is in another cache line than the posting's signature: asks for it. */
  void AskForLocal(size_t posting) const {
    __builtin_prefetch(locals_ + posting);
    if (is_wide_) __builtin_prefetch(geometry_ + posting);
  }
  const PackedGeometry* geometries() const { return geometry_; }
  PackedGeometry geometry(size_t posting) const { return geometry_[posting]; }

  uint32_t key(size_t local) const { return keys_[local]; }
  base::Span<const uint32_t> keys() const { return {keys_, reference_count()}; }
  /** By local number, the longest sides of the references' working pictures in pixels. */
  const uint16_t* sides() const { return sides_; }
  int side(size_t local) const { return sides_[local]; }
  const DnaBlob& dna(size_t local) const { return dnas_[local]; }
  const KeywordTable& keywords() const { return keywords_; }

  /** Local number of a key, or -1. */
  int LocalOf(uint32_t key) const;

 private:
  void CheckContents() const;
  void CheckDivisions() const;

  base::Span<const uint8_t> hot_;
  std::shared_ptr<const void> owner_;
  bool is_in_file_ = false;
  /** Whether local numbers have more than 16 bits. */
  bool is_wide_ = false;
  const SegmentHeader* header_ = nullptr;
  const uint64_t* word_bits_ = nullptr;
  const uint32_t* word_ranks_ = nullptr;
  const uint32_t* starts_ = nullptr;
  const uint32_t* keys_ = nullptr;
  const uint16_t* sides_ = nullptr;
  const uint64_t* signatures_ = nullptr;
  const uint16_t* locals_ = nullptr;
  const PackedGeometry* geometry_ = nullptr;
  const uint16_t* divisions_ = nullptr;
  const uint16_t* code_ends_ = nullptr;
  KeywordTable keywords_;
  std::vector<DnaBlob> dnas_;
};

/** Offsets of the parts of a segment, computed from the counts in its header. */
struct SegmentLayout {
  explicit SegmentLayout(const SegmentHeader& header);
  size_t word_bits, word_ranks, starts, keys, sides, signatures, locals, geometry, keywords, dna_ends,
      divisions, code_ends, end;
};

}  // namespace loupe::index
