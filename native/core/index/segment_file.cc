#include "core/index/segment_file.h"

#include <cstddef>
#include <cstring>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/base/file_io.h"
#include "core/signature/dna.h"

namespace loupe::index {
namespace {

constexpr char kMagic[8] = {'L', 'O', 'U', 'P', 'E', 'S', 'E', 'G'};
constexpr uint32_t kFormatVersion = 2;

[[noreturn]] void Corrupt(const std::string& path, const char* what) {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt, "The index file " + path + " is damaged (" + what +
                                                           "); rebuild the index from the database.");
}

uint32_t HeaderCrc(const SegmentHeader& header) {
  return base::Crc32c(&header, offsetof(SegmentHeader, header_crc));
}

SegmentHeader CheckHeader(base::Span<const uint8_t> bytes, const std::string& path) {
  SegmentHeader header{};
  if (bytes.size() < sizeof(header)) Corrupt(path, "too short");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) Corrupt(path, "not an index file");
  if (header.header_crc != HeaderCrc(header)) Corrupt(path, "header checksum");
  if (header.version != kFormatVersion) Corrupt(path, "unknown version");
  if (header.hot_size < sizeof(header) || header.hot_size > bytes.size() || header.hot_size % 8 != 0 ||
      bytes.size() - header.hot_size != header.dna_size) {
    Corrupt(path, "length");
  }
  if (header.reference_count > kMaxSegmentReferences || header.distinct_word_count > kWordCount ||
      SegmentLayout(header).end != header.hot_size) {
    Corrupt(path, "counts");
  }
  return header;
}

std::vector<DnaBlob> DnasOf(const SegmentHeader& header, const std::shared_ptr<const base::MappedFile>& file,
                            const std::string& path) {
  const uint8_t* base = file->bytes().data();
  const auto* ends = reinterpret_cast<const uint64_t*>(base + SegmentLayout(header).dna_ends);
  std::vector<DnaBlob> dnas(header.reference_count);
  uint64_t start = 0;
  for (size_t i = 0; i < dnas.size(); ++i) {
    if (ends[i] < start || ends[i] > header.dna_size) Corrupt(path, "DNA bounds");
    dnas[i] = {{base + header.hot_size + start, static_cast<size_t>(ends[i] - start)}, file, true};
    start = ends[i];
  }
  if (start != header.dna_size) Corrupt(path, "DNA length");
  return dnas;
}

}  // namespace

SegmentHeader NewSegmentHeader() {
  SegmentHeader header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kFormatVersion;
  return header;
}

SegmentHeader SealedHeaderOf(const Segment& segment) {
  SegmentHeader header = segment.header();
  if (segment.is_mapped()) return header;
  const base::Span<const uint8_t> hot = segment.hot_bytes();
  header.hot_crc = base::Crc32c(hot.data() + sizeof(header), hot.size() - sizeof(header));
  header.dna_crc = 0;
  for (size_t i = 0; i < segment.reference_count(); ++i) {
    const base::Span<const uint8_t> dna = segment.dna(i).bytes;
    header.dna_crc = base::Crc32c(dna.data(), dna.size(), header.dna_crc);
  }
  header.header_crc = HeaderCrc(header);
  return header;
}

void WriteSegmentFile(const Segment& segment, const SegmentHeader& header, const std::string& path) {
  const base::Span<const uint8_t> hot = segment.hot_bytes();
  base::AtomicFile file(path);
  file.Write(&header, sizeof(header));
  file.Write(hot.data() + sizeof(header), hot.size() - sizeof(header));
  for (size_t i = 0; i < segment.reference_count(); ++i) {
    const base::Span<const uint8_t> dna = segment.dna(i).bytes;
    file.Write(dna.data(), dna.size());
  }
  file.Commit();
}

std::shared_ptr<const Segment> OpenSegmentFile(const std::string& path, uint32_t expected_header_crc,
                                               LoadCheck check) {
  if (!base::FileExists(path)) Corrupt(path, "missing");
  const auto file = base::MappedFile::Open(path);
  const base::Span<const uint8_t> bytes = file->bytes();
  const SegmentHeader header = CheckHeader(bytes, path);
  if (header.header_crc != expected_header_crc) Corrupt(path, "not the file of this snapshot");
  const base::Span<const uint8_t> hot(bytes.data(), header.hot_size);
  if (header.hot_crc != base::Crc32c(hot.data() + sizeof(header), hot.size() - sizeof(header))) {
    Corrupt(path, "checksum");
  }
  if (check == LoadCheck::kFull &&
      header.dna_crc != base::Crc32c(bytes.data() + header.hot_size, header.dna_size)) {
    Corrupt(path, "DNA checksum");
  }
  return std::make_shared<Segment>(hot, file, DnasOf(header, file, path), true);
}

}  // namespace loupe::index
