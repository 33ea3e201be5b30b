#pragma once

#include <cstdint>
#include <vector>

#include "core/features/features.h"

namespace loupe::signature {

/**
 * DNA: the stored signature of one picture. Little-endian; every section starts at a multiple of 8 bytes.
 *
 *   header (32 bytes): magic "LOUPEDNA", u16 version, u16 section count, u32 total size, u32 vocabulary id,
 *                      u32 CRC-32C of everything after the header, u32 reserved = 0, u32 CRC-32C of the 28
 *                      header bytes before it
 *   section table:     per section u32 id, u32 offset from the start, u32 size in bytes, u32 element count
 *   sections
 *
 * Readers skip sections that they do not know; a change that old readers must not ignore raises the version.
 */
constexpr uint16_t kDnaVersion = 2;
constexpr size_t kMaxDnaBytes = 1 << 20;

enum class DnaSection : uint32_t {
  kGeometry = 1,
  kKeypoints = 2,
  kDescriptors = 3,
  /** u16 per keypoint; absent when the DNA is not quantized. */
  kWords = 4,
  /** A JPEG; empty when the picture has none. */
  kThumbnail = 5,
  /** Optional, of queries: gray pixels of their half size, as they are; the count is width << 16 | height. */
  kPixels = 6,
  /** Optional, of queries: a DNA of a closer look at the same picture. */
  kCloser = 7,
  /** Optional: color descriptor. */
  kColor = 16,
  /** Optional: global similarity descriptor. */
  kSimilarity = 17,
};

/** Payload of an optional section; the engine stores the bytes unchanged. */
struct DnaExtra {
  DnaSection id;
  std::vector<uint8_t> bytes;
};

/** What verification needs of a reference. Borrowed from Features or from a DNA. */
struct ReferenceView {
  image::ImageSize working_size;
  image::ImageSize original_size;
  base::Span<const features::Keypoint> keypoints;
  /** As many as keypoints. */
  base::Span<const features::Descriptor> descriptors;
  image::ThumbnailView thumbnail;
};

ReferenceView ViewOf(const features::Features& features);

/**
 * A checked look into DNA bytes without copying: valid as long as the bytes are. Construction through
 * ParseDna has verified sizes and counts (and checksums unless told not to), so accessors need no further
 * checks.
 */
class DnaView {
 public:
  const ReferenceView& reference() const { return reference_; }
  uint32_t vocabulary_id() const { return vocabulary_id_; }
  bool has_words() const { return words_ != nullptr; }
  /** Word of keypoint i; only when has_words(). */
  uint16_t word(size_t i) const {
    uint16_t value;
    std::memcpy(&value, words_ + 2 * i, 2);
    return value;
  }
  size_t keypoint_count() const { return reference_.keypoints.size(); }
  float sharpness() const { return sharpness_; }
  /** Half of a query's working picture; no pixels when the DNA holds none. */
  const image::GrayView& pixels() const { return pixels_; }
  /** Bytes of an optional section, empty when the DNA has none. */
  base::Span<const uint8_t> section(DnaSection id) const;

 private:
  friend DnaView ParseDna(base::Span<const uint8_t>, bool);
  base::Span<const uint8_t> bytes_;
  ReferenceView reference_;
  const uint8_t* words_ = nullptr;
  uint32_t vocabulary_id_ = 0;
  float sharpness_ = 0.0f;
  image::GrayView pixels_;
};

/** Serializes features (and words, when present) with optional sections. */
std::vector<uint8_t> EncodeDna(const features::Features& features, const std::vector<DnaExtra>& extras = {});

/**
 * Opens a DNA. Pass `verify_checksum = false` only for bytes whose checksum was verified before.
 * The thumbnail is looked into only where it is used.
 * @throws Error kDnaCorrupt for anything torn or inconsistent, kDnaVersion for another format.
 */
DnaView ParseDna(base::Span<const uint8_t> bytes, bool verify_checksum = true);

/** Whether ParseDna() takes the bytes, checksums included. */
bool IsSound(base::Span<const uint8_t> bytes);

/**
 * Copies a DNA into features, for example to use a stored picture as a query.
 * @throws Error kDnaCorrupt when the thumbnail is damaged
 */
features::Features FeaturesOf(const DnaView& dna);

/**
 * What an index needs of a DNA: no words, which its lists tell, and no optional sections, which searches by
 * local features never read.
 */
std::vector<uint8_t> WithoutExtras(const DnaView& dna);

/**
 * Whether a DNA was computed for a search: from more pixels or with more keypoints than references have. As a
 * reference it would stand in the way of others: it is found by more of every picture than they are.
 */
bool IsOfQuery(const DnaView& dna, const features::FeatureOptions& options = {});

/** Whether a DNA holds the sections that rankings by color and similarity read. */
bool HasAppearance(const DnaView& dna);

/**
 * What rankings by color and similarity need of a DNA that has it: these two sections in a DNA of its own,
 * some 600 bytes, without keypoints and thumbnail.
 * @throws Error kInvalidArgument when the DNA has no appearance
 */
std::vector<uint8_t> AppearanceOf(const DnaView& dna);

}  // namespace loupe::signature
