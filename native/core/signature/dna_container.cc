#include "core/signature/dna_container.h"

#include <string>

#include "core/base/crc32c.h"
#include "core/base/error.h"

namespace loupe::signature {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a DNA is stored little-endian");

constexpr char kMagic[8] = {'L', 'O', 'U', 'P', 'E', 'D', 'N', 'A'};
constexpr uint16_t kMaxSections = 32;

size_t Aligned(size_t size) { return (size + 7) & ~size_t{7}; }
}  // namespace

void Corrupt(const char* what) {
  throw base::Error(base::ErrorCode::kDnaCorrupt,
                    std::string("The DNA is damaged (") + what + "); extract the picture again.");
}
std::vector<uint8_t> Assemble(const std::vector<Piece>& pieces, uint32_t vocabulary_id) {
  size_t total = sizeof(Header) + pieces.size() * sizeof(TableEntry);
  for (const Piece& piece : pieces) total = Aligned(total) + piece.size;
  if (total > kMaxDnaBytes || pieces.size() > kMaxSections) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The features are too large for a DNA.");
  }
  std::vector<uint8_t> bytes(total, 0);
  size_t offset = sizeof(Header) + pieces.size() * sizeof(TableEntry);
  for (size_t i = 0; i < pieces.size(); ++i) {
    offset = Aligned(offset);
    const TableEntry entry = {static_cast<uint32_t>(pieces[i].id), static_cast<uint32_t>(offset),
                              static_cast<uint32_t>(pieces[i].size), static_cast<uint32_t>(pieces[i].count)};
    std::memcpy(bytes.data() + sizeof(Header) + i * sizeof(TableEntry), &entry, sizeof(entry));
    if (pieces[i].size > 0) std::memcpy(bytes.data() + offset, pieces[i].data, pieces[i].size);
    offset += pieces[i].size;
  }
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kDnaVersion;
  header.section_count = static_cast<uint16_t>(pieces.size());
  header.total_size = static_cast<uint32_t>(total);
  header.vocabulary_id = vocabulary_id;
  header.body_crc = base::Crc32c(bytes.data() + sizeof(Header), total - sizeof(Header));
  header.header_crc = base::Crc32c(&header, sizeof(Header) - sizeof(uint32_t));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}
Header CheckHeader(base::Span<const uint8_t> bytes, bool verify_checksum) {
  if (bytes.data() == nullptr || bytes.size() < sizeof(Header)) Corrupt("too short");
  const auto header = Load<Header>(bytes.data());
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) Corrupt("not a DNA");
  if (header.header_crc != base::Crc32c(&header, sizeof(Header) - sizeof(uint32_t)))
    Corrupt("header checksum");
  if (header.version != kDnaVersion) {
    throw base::Error(base::ErrorCode::kDnaVersion,
                      "The DNA has format version " + std::to_string(header.version) +
                          ", this engine reads version " + std::to_string(kDnaVersion) +
                          "; extract the picture again or use a newer engine.");
  }
  if (header.total_size != bytes.size() || bytes.size() > kMaxDnaBytes) Corrupt("wrong length");
  if (header.section_count > kMaxSections) Corrupt("section count");
  if (sizeof(Header) + header.section_count * sizeof(TableEntry) > bytes.size()) Corrupt("section table");
  if (verify_checksum &&
      header.body_crc != base::Crc32c(bytes.data() + sizeof(Header), bytes.size() - sizeof(Header))) {
    Corrupt("checksum");
  }
  return header;
}
const uint8_t* FindSection(base::Span<const uint8_t> bytes, uint16_t section_count, DnaSection id,
                           TableEntry* found) {
  const size_t table_end = sizeof(Header) + section_count * sizeof(TableEntry);
  for (uint16_t i = 0; i < section_count; ++i) {
    const auto entry = Load<TableEntry>(bytes.data() + sizeof(Header) + i * sizeof(TableEntry));
    if (entry.id != static_cast<uint32_t>(id)) continue;
    const uint64_t end = static_cast<uint64_t>(entry.offset) + entry.size;
    if (entry.offset < table_end || end > bytes.size()) Corrupt("section outside the DNA");
    *found = entry;
    return bytes.data() + entry.offset;
  }
  return nullptr;
}

const uint8_t* NeedSection(base::Span<const uint8_t> bytes, uint16_t section_count, DnaSection id,
                           TableEntry* found) {
  const uint8_t* section = FindSection(bytes, section_count, id, found);
  if (section == nullptr) Corrupt("missing section");
  return section;
}
}  // namespace loupe::signature
