#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/base/span.h"
#include "core/signature/dna.h"

namespace loupe::signature {

/** The container of a DNA, whatever its sections mean: see dna.h. */
struct Header {
  char magic[8];
  uint16_t version;
  uint16_t section_count;
  uint32_t total_size;
  uint32_t vocabulary_id;
  uint32_t body_crc;
  uint32_t reserved;
  uint32_t header_crc;
};
static_assert(sizeof(Header) == 32, "the header is stored as it is");

struct TableEntry {
  uint32_t id;
  uint32_t offset;
  uint32_t size;
  uint32_t count;
};
static_assert(sizeof(TableEntry) == 16, "the section table is stored as it is");
/** @throws Error kDnaCorrupt that says what is wrong */
[[noreturn]] void Corrupt(const char* what);

template <typename T>
T Load(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
/** One section to be written; the bytes are borrowed. */
struct Piece {
  DnaSection id;
  const void* data;
  size_t size;
  size_t count;
};
/** @throws Error kInvalidArgument for more than a DNA holds */
std::vector<uint8_t> Assemble(const std::vector<Piece>& pieces, uint32_t vocabulary_id);

/** @throws Error kDnaCorrupt, kDnaVersion */
Header CheckHeader(base::Span<const uint8_t> bytes, bool verify_checksum);

/** Finds a section and checks that it lies inside the bytes; a null pointer when there is none. */
const uint8_t* FindSection(base::Span<const uint8_t> bytes, uint16_t section_count, DnaSection id,
                           TableEntry* found);

/** @throws Error kDnaCorrupt when there is none */
const uint8_t* NeedSection(base::Span<const uint8_t> bytes, uint16_t section_count, DnaSection id,
                           TableEntry* found);

}  // namespace loupe::signature
