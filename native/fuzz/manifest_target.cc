#include <cstring>
#include <stdexcept>

#include "core/crc32c.h"
#include "core/error.h"
#include "core/snapshot_manifest.h"
#include "targets.h"

namespace loupe::fuzz {
namespace {

constexpr size_t kCrcAt = 12;
constexpr size_t kSizeAt = 16;

std::vector<Bytes> Seeds() {
  Manifest manifest{5, 9, "somebody", {}};
  const Bytes empty = EncodeManifest(manifest);
  manifest.segments.push_back({1, 2, 3, 70, {7, 1}});
  manifest.segments.push_back({4, 5, 6, 3, {}});
  return {empty, EncodeManifest(manifest)};
}

void Reseal(Bytes* bytes) {
  const uint64_t size = bytes->size();
  if (size < kSizeAt + sizeof(size)) return;
  std::memcpy(bytes->data() + kSizeAt, &size, sizeof(size));
  const uint32_t crc = Crc32c(bytes->data() + kSizeAt, bytes->size() - kSizeAt);
  std::memcpy(bytes->data() + kCrcAt, &crc, sizeof(crc));
}

bool Accept(Span<const uint8_t> bytes) {
  try {
    const Manifest manifest = DecodeManifest(bytes);
    if (manifest.segments.size() > bytes.size()) throw std::logic_error("more segments than bytes");
    for (const ManifestSegment& segment : manifest.segments) SegmentFileName(segment);
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kSnapshotCorrupt) throw;
    return false;
  }
}

}  // namespace

const Target& ManifestTarget() {
  static const Target target = {"manifest", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
