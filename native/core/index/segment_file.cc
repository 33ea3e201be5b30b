#include "core/index/segment_file.h"

#include <cstddef>
#include <cstring>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/base/file_io.h"
#include "core/base/large_memory.h"
#include "core/signature/dna.h"

namespace loupe::index {
namespace {

constexpr char kSegmentMagic[8] = {'L', 'O', 'U', 'P', 'E', 'S', 'E', 'G'};
/** Segments of this version and later ones are read. */
constexpr uint32_t kOldestVersion = 2;

[[noreturn]] void CorruptFile(const std::string& path, const char* what) {
  throw base::Error(base::ErrorCode::kSnapshotCorrupt, "The index file " + path + " is damaged (" + what +
                                                           "); rebuild the index from the database.");
}

uint32_t HeaderCrc(const SegmentHeader& header) {
  return base::Crc32c(&header, offsetof(SegmentHeader, header_crc));
}

/** The header of a file of `file_size` bytes. */
SegmentHeader CheckSegmentHeader(base::Span<const uint8_t> begin, uint64_t file_size,
                                 const std::string& path) {
  SegmentHeader header{};
  if (begin.size() < sizeof(header)) CorruptFile(path, "too short");
  std::memcpy(&header, begin.data(), sizeof(header));
  if (std::memcmp(header.magic, kSegmentMagic, sizeof(kSegmentMagic)) != 0)
    CorruptFile(path, "not an index file");
  if (header.header_crc != HeaderCrc(header)) CorruptFile(path, "header checksum");
  if (header.version < kOldestVersion || header.version > kWideVersion) CorruptFile(path, "unknown version");
  if (header.hot_size < sizeof(header) || header.hot_size > file_size || header.hot_size % 8 != 0 ||
      file_size - header.hot_size != header.dna_size) {
    CorruptFile(path, "length");
  }
  const size_t most_references =
      header.version < kWideVersion ? kMostNarrowReferences : kMaxSegmentReferences;
  if (header.reference_count > most_references || header.distinct_word_count > kWordCount ||
      header.division_count > (header.version < kDividingVersion ? 0 : kMostDivisions) ||
      SegmentLayout(header).end != header.hot_size) {
    CorruptFile(path, "counts");
  }
  return header;
}

/** The hot part of a segment's file, as searches go through it. */
struct HotPart {
  base::Span<const uint8_t> bytes;
  std::shared_ptr<const void> owner;
};

/** The same in large pages, where there are any: searches are all over it. */
HotPart ReadHot(const std::shared_ptr<const base::MappedFile>& file, size_t size) {
  const uint8_t* mapped = file->bytes().data();
  if (size < base::kLargePageBytes || !base::HasLargePages()) return {{mapped, size}, file};
  const auto memory = std::make_shared<base::LargeMemory>(size);
  std::memcpy(memory->data(), mapped, size);
  file->LetGo(size);
  return {{memory->data(), size}, memory};
}

/** A mapped file whose header and hot part have been checked. */
struct CheckedFile {
  std::string path;
  std::shared_ptr<const base::MappedFile> file;
  SegmentHeader header;
  HotPart hot;

  base::Span<const uint8_t> bytes() const { return file->bytes(); }
  /** Where DNAs end, by the hot part that lies at `from`. */
  base::Span<const uint64_t> DnaEndsIn(const uint8_t* from) const {
    const uint8_t* ends = from + SegmentLayout(header).dna_ends;
    return {reinterpret_cast<const uint64_t*>(ends), header.reference_count};
  }
};

bool IsHotSound(base::Span<const uint8_t> hot, const SegmentHeader& header) {
  return header.hot_crc == base::Crc32c(hot.data() + sizeof(header), header.hot_size - sizeof(header));
}

CheckedFile MapChecked(const std::string& path, uint32_t expected_header_crc) {
  if (!base::FileExists(path)) CorruptFile(path, "missing");
  const auto file = base::MappedFile::Open(path);
  const base::Span<const uint8_t> bytes = file->bytes();
  const SegmentHeader header = CheckSegmentHeader(bytes, bytes.size(), path);
  if (header.header_crc != expected_header_crc) CorruptFile(path, "not the file of this snapshot");
  CheckedFile checked{path, file, header, ReadHot(file, header.hot_size)};
  if (!IsHotSound(checked.hot.bytes, header)) CorruptFile(path, "checksum");
  return checked;
}

/** @param file  all of it, behind a hot part that ends the DNAs at `ends` */
std::vector<DnaBlob> DnasOf(base::Span<const uint8_t> file, const SegmentHeader& header,
                            base::Span<const uint64_t> ends, const std::shared_ptr<const void>& owner,
                            const ArrivingSignatures* arriving, const std::string& path) {
  const uint8_t* area = file.data() + header.hot_size;
  std::vector<DnaBlob> dnas(header.reference_count);
  uint64_t start = 0;
  for (size_t i = 0; i < dnas.size(); ++i) {
    if (ends[i] < start || ends[i] > header.dna_size) CorruptFile(path, "DNA bounds");
    dnas[i] = {{area + start, static_cast<size_t>(ends[i] - start)},
               owner,
               true,
               static_cast<uint32_t>(i),
               arriving};
    start = ends[i];
  }
  if (start != header.dna_size) CorruptFile(path, "DNA length");
  return dnas;
}

std::vector<DnaBlob> DnasOf(const CheckedFile& checked, const std::shared_ptr<const void>& owner,
                            const ArrivingSignatures* arriving) {
  return DnasOf(checked.bytes(), checked.header, checked.DnaEndsIn(checked.hot.bytes.data()), owner, arriving,
                checked.path);
}

}  // namespace

SegmentParts PartsOfSegment(base::Span<const uint8_t> header) {
  SegmentHeader read{};
  if (header.size() >= sizeof(read)) std::memcpy(&read, header.data(), sizeof(read));
  // Sums that wrap around are no sizes.
  const uint64_t file_size = read.hot_size > UINT64_MAX - read.dna_size ? 0 : read.hot_size + read.dna_size;
  const SegmentHeader checked = CheckSegmentHeader(header, file_size, "to be fetched");
  return {checked.hot_size, checked.dna_size};
}

SegmentHeader NewSegmentHeader() {
  SegmentHeader header{};
  std::memcpy(header.magic, kSegmentMagic, sizeof(kSegmentMagic));
  header.version = kDividingVersion;
  return header;
}

SegmentHeader SealedHeaderOf(const Segment& segment) {
  SegmentHeader header = segment.header();
  if (segment.is_in_file()) return header;
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
  const CheckedFile checked = MapChecked(path, expected_header_crc);
  const SegmentHeader& header = checked.header;
  if (check == LoadCheck::kFull &&
      header.dna_crc != base::Crc32c(checked.bytes().data() + header.hot_size, header.dna_size)) {
    CorruptFile(path, "DNA checksum");
  }
  return std::make_shared<Segment>(checked.hot.bytes, checked.hot.owner,
                                   DnasOf(checked, checked.file, nullptr), true);
}

std::shared_ptr<const Segment> OpenSegmentInMemory(base::Span<const uint8_t> file,
                                                   const std::shared_ptr<const void>& owner,
                                                   LoadCheck check) {
  const std::string name = "in memory";
  const SegmentHeader header = CheckSegmentHeader(file, file.size(), name);
  const base::Span<const uint8_t> hot = {file.data(), header.hot_size};
  if (check != LoadCheck::kBounds && !IsHotSound(hot, header)) CorruptFile(name, "checksum");
  if (check == LoadCheck::kFull && header.dna_crc != base::Crc32c(file.data() + hot.size(), header.dna_size))
    CorruptFile(name, "DNA checksum");
  const auto* ends = reinterpret_cast<const uint64_t*>(file.data() + SegmentLayout(header).dna_ends);
  return std::make_shared<Segment>(
      hot, owner, DnasOf(file, header, {ends, header.reference_count}, owner, nullptr, name), true);
}

OpenedSegment OpenArrivingSegment(const std::string& path, uint32_t expected_header_crc) {
  const CheckedFile checked = MapChecked(path, expected_header_crc);
  const SegmentHeader& header = checked.header;
  const auto* keys = reinterpret_cast<const uint32_t*>(checked.bytes().data() + SegmentLayout(header).keys);
  // Of the mapped file, which what arrives keeps; the segment may be gone before.
  const auto arriving = std::make_shared<ArrivingSignatures>(
      path.substr(path.find_last_of('/') + 1), checked.file, header.hot_size,
      checked.DnaEndsIn(checked.bytes().data()), base::Span<const uint32_t>(keys, header.reference_count),
      header.dna_crc);
  auto segment = std::make_shared<Segment>(checked.hot.bytes, checked.hot.owner,
                                           DnasOf(checked, arriving, arriving.get()), true);
  return {std::move(segment), arriving};
}

}  // namespace loupe::index
