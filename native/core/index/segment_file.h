#pragma once

#include <memory>
#include <string>

#include "core/index/segment.h"

namespace loupe::index {

/** From this version on, large segments have divided lists. */
constexpr uint32_t kDividingVersion = 3;
/** Segments that need it have this version: local numbers of more than 16 bits, or divided lists of more than
 * 65,535 postings. */
constexpr uint32_t kWideVersion = 4;

/** A header with magic and version set and zero counts. */
SegmentHeader NewSegmentHeader();

/** How much of a file is checked when it is opened. */
enum class LoadCheck : uint8_t {
  /** Every byte. */
  kFull,
  /** All but the DNA area, which is checked picture by picture when it is read. */
  kHot,
  /** The header and the bounds of DNAs: the caller has compared all bytes with what was signed. */
  kBounds,
};

/** A segment in a mapped file. */
struct OpenedSegment {
  std::shared_ptr<const Segment> segment;
  /** Null unless its DNA is arriving. */
  std::shared_ptr<ArrivingSignatures> arriving;
};

/** Parts of a segment file: first the hot part (postings and directories), then the signatures. */
struct SegmentParts {
  uint64_t hot_bytes = 0;
  uint64_t signature_bytes = 0;
};

/** How many bytes of a file are needed to tell its parts. */
constexpr size_t kSegmentHeaderBytes = sizeof(SegmentHeader);

/**
 * @param header  the first kSegmentHeaderBytes of a segment file
 * @throws Error kSnapshotCorrupt when they are not
 */
SegmentParts PartsOfSegment(base::Span<const uint8_t> header);

/** The segment's header with the checksums that its file has. */
SegmentHeader SealedHeaderOf(const Segment& segment);

/**
 * Writes a segment with its DNA so that the file is either complete or absent.
 * @param header  from SealedHeaderOf()
 * @throws Error kStorage
 */
void WriteSegmentFile(const Segment& segment, const SegmentHeader& header, const std::string& path);

/**
 * Maps a segment file.
 * @param expected_header_crc  checksum of the header that the manifest names
 * @throws Error kSnapshotCorrupt when it is missing, torn, of another format or fails a checksum
 */
std::shared_ptr<const Segment> OpenSegmentFile(const std::string& path, uint32_t expected_header_crc,
                                               LoadCheck check);

/**
 * Opens a segment file that has been read: it is used where it lies, and nothing of it is copied.
 * @param file   8-byte aligned, kept alive by `owner`
 * @throws Error kSnapshotCorrupt like OpenSegmentFile()
 */
std::shared_ptr<const Segment> OpenSegmentInMemory(base::Span<const uint8_t> file,
                                                   const std::shared_ptr<const void>& owner, LoadCheck check);

/** As OpenSegmentFile() with LoadCheck::kHot, of a file of full size whose DNA area is still being written.
 */
OpenedSegment OpenArrivingSegment(const std::string& path, uint32_t expected_header_crc);

}  // namespace loupe::index
