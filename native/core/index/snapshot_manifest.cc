#include "core/index/snapshot_manifest.h"

#include <cstdio>
#include <cstring>

#include "core/base/crc32c.h"
#include "core/base/error.h"

namespace loupe::index {
namespace {

constexpr char kManifestMagic[8] = {'L', 'O', 'U', 'P', 'E', 'S', 'N', 'P'};
constexpr uint32_t kManifestVersion = 1;

struct ManifestHeader {
  char magic[8];
  uint32_t version;
  /** CRC-32C of everything after this field. */
  uint32_t crc;
  uint64_t total_size;
  uint64_t sequence;
  uint32_t vocabulary_id;
  uint32_t owner_size;
  uint32_t segment_count;
  uint32_t reserved;
};
static_assert(sizeof(ManifestHeader) == 48, "the header is stored as it is");
constexpr size_t kCrcStart = 16;

struct SegmentRecord {
  uint32_t hot_crc;
  uint32_t dna_crc;
  uint32_t header_crc;
  uint32_t reference_count;
  uint32_t has_removed;
};
static_assert(sizeof(SegmentRecord) == 20, "the record is stored as it is");

[[noreturn]] void CorruptManifest(const char* what) {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt, std::string("The snapshot's manifest is damaged (") +
                                                           what + "); rebuild the index from the database.");
}

void Append(std::vector<uint8_t>* bytes, const void* data, size_t size) {
  if (size == 0) return;
  const size_t end = bytes->size();
  bytes->resize(end + size);
  std::memcpy(bytes->data() + end, data, size);
}

/** Reads fields one after the other and never past the end. */
class Reader {
 public:
  explicit Reader(base::Span<const uint8_t> bytes) : bytes_(bytes) {}

  void Read(void* to, size_t size) {
    if (size > bytes_.size() - at_) CorruptManifest("length");
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  bool is_at_end() const { return at_ == bytes_.size(); }

 private:
  base::Span<const uint8_t> bytes_;
  size_t at_ = 0;
};

void CheckManifestHeader(const ManifestHeader& header, base::Span<const uint8_t> bytes) {
  if (std::memcmp(header.magic, kManifestMagic, sizeof(kManifestMagic)) != 0)
    CorruptManifest("not a manifest");
  if (header.version != kManifestVersion) CorruptManifest("unknown version");
  if (header.total_size != bytes.size()) CorruptManifest("length");
  if (header.crc != base::Crc32c(bytes.data() + kCrcStart, bytes.size() - kCrcStart))
    CorruptManifest("checksum");
  if (header.owner_size > kMaxOwnerBytes) CorruptManifest("owner");
  if (header.segment_count > bytes.size() / sizeof(SegmentRecord)) CorruptManifest("segment count");
}

}  // namespace

std::string SegmentFileName(const ManifestSegment& segment) {
  char name[64];
  std::snprintf(name, sizeof(name), "segment-%08x%08x%08x.bin", segment.hot_crc, segment.dna_crc,
                segment.header_crc);
  return name;
}

std::vector<uint8_t> EncodeManifest(const Manifest& manifest) {
  ManifestHeader header{};
  std::memcpy(header.magic, kManifestMagic, sizeof(kManifestMagic));
  header.version = kManifestVersion;
  header.sequence = manifest.sequence;
  header.vocabulary_id = manifest.vocabulary_id;
  header.owner_size = static_cast<uint32_t>(manifest.owner.size());
  header.segment_count = static_cast<uint32_t>(manifest.segments.size());
  std::vector<uint8_t> bytes(sizeof(header));
  Append(&bytes, manifest.owner.data(), manifest.owner.size());
  for (const ManifestSegment& segment : manifest.segments) {
    const SegmentRecord record = {segment.hot_crc, segment.dna_crc, segment.header_crc,
                                  segment.reference_count, segment.removed.empty() ? 0U : 1U};
    Append(&bytes, &record, sizeof(record));
    Append(&bytes, segment.removed.data(), segment.removed.size() * sizeof(uint64_t));
  }
  header.total_size = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.crc = base::Crc32c(bytes.data() + kCrcStart, bytes.size() - kCrcStart);
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

Manifest DecodeManifest(base::Span<const uint8_t> bytes) {
  Reader reader(bytes);
  ManifestHeader header{};
  reader.Read(&header, sizeof(header));
  CheckManifestHeader(header, bytes);
  Manifest manifest;
  manifest.vocabulary_id = header.vocabulary_id;
  manifest.sequence = header.sequence;
  manifest.owner.resize(header.owner_size);
  reader.Read(manifest.owner.data(), manifest.owner.size());
  for (uint32_t i = 0; i < header.segment_count; ++i) {
    SegmentRecord record{};
    reader.Read(&record, sizeof(record));
    if (record.reference_count > kMaxSegmentReferences || record.has_removed > 1)
      CorruptManifest("segment record");
    ManifestSegment segment{record.hot_crc, record.dna_crc, record.header_crc, record.reference_count, {}};
    if (record.has_removed == 1) {
      segment.removed = EmptyLocalSet(record.reference_count);
      reader.Read(segment.removed.data(), segment.removed.size() * sizeof(uint64_t));
    }
    manifest.segments.push_back(std::move(segment));
  }
  if (!reader.is_at_end()) CorruptManifest("extra bytes");
  return manifest;
}

}  // namespace loupe::index
