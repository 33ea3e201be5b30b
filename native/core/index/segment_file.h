#pragma once

#include <memory>
#include <string>

#include "core/index/segment.h"

namespace loupe::index {

/** A header with magic and version set and zero counts. */
SegmentHeader NewSegmentHeader();

/** How much of a file is checked when it is opened. */
enum class LoadCheck : uint8_t {
  /** Every byte. */
  kFull,
  /** All but the DNA area, which is checked picture by picture when it is read. */
  kHot,
};

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

}  // namespace loupe::index
