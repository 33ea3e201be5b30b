#include <cstring>
#include <stdexcept>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/index/snapshot_manifest.h"
#include "fuzz/targets.h"

namespace loupe::fuzz {
namespace {

constexpr size_t kCrcAt = 12;
constexpr size_t kSizeAt = 16;

std::vector<Bytes> Seeds() {
  index::Manifest manifest{5, 9, "somebody", {}};
  const Bytes empty = index::EncodeManifest(manifest);
  manifest.segments.push_back({1, 2, 3, 70, {7, 1}});
  manifest.segments.push_back({4, 5, 6, 3, {}});
  return {empty, index::EncodeManifest(manifest)};
}

void Reseal(Bytes* bytes) {
  const uint64_t size = bytes->size();
  if (size < kSizeAt + sizeof(size)) return;
  std::memcpy(bytes->data() + kSizeAt, &size, sizeof(size));
  const uint32_t crc = base::Crc32c(bytes->data() + kSizeAt, bytes->size() - kSizeAt);
  std::memcpy(bytes->data() + kCrcAt, &crc, sizeof(crc));
}

bool Accept(base::Span<const uint8_t> bytes) {
  try {
    const index::Manifest manifest = index::DecodeManifest(bytes);
    if (manifest.segments.size() > bytes.size()) throw std::logic_error("more segments than bytes");
    for (const index::ManifestSegment& segment : manifest.segments) index::SegmentFileName(segment);
    return true;
  } catch (const base::Error& error) {
    if (error.code() != base::ErrorCode::kSnapshotCorrupt) throw;
    return false;
  }
}

}  // namespace

const Target& ManifestTarget() {
  static const Target target = {"manifest", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
