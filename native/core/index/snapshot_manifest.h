#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/index/segment.h"

namespace loupe::index {

constexpr size_t kMaxOwnerBytes = 1024;

/** One segment of a snapshot. */
struct ManifestSegment {
  /** Checksums of the segment's parts, which also name its file. */
  uint32_t hot_crc = 0;
  uint32_t dna_crc = 0;
  uint32_t header_crc = 0;
  uint32_t reference_count = 0;
  /** References removed since the segment was written; empty when none, else one bit per reference. */
  LocalSet removed;
};

/** The table of contents of a snapshot. */
struct Manifest {
  uint32_t vocabulary_id = 0;
  uint64_t sequence = 0;
  std::string owner;
  std::vector<ManifestSegment> segments;
};

std::string SegmentFileName(const ManifestSegment& segment);

/** Little-endian bytes: magic, version, size, CRC-32C of the rest, then the fields. */
std::vector<uint8_t> EncodeManifest(const Manifest& manifest);

/** @throws Error kSnapshotCorrupt for anything torn or inconsistent */
Manifest DecodeManifest(base::Span<const uint8_t> bytes);

}  // namespace loupe::index
