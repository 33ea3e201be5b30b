#include "fuzz/mutate.h"

#include <algorithm>

namespace loupe::fuzz {
namespace {

constexpr uint32_t kFront = 192;
constexpr size_t kMaxBytes = 1 << 20;

uint8_t Interesting(test::Random* random) {
  const uint8_t values[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, static_cast<uint8_t>(random->Next())};
  return values[random->Below(8)];
}

uint32_t PlaceIn(const Bytes& bytes, test::Random* random) {
  const auto size = static_cast<uint32_t>(bytes.size());
  return random->Below(random->Below(3) > 0 ? std::min(size, kFront) : size);
}

void Edit(Bytes* bytes, test::Random* random) {
  const uint32_t at = PlaceIn(*bytes, random);
  const auto left = static_cast<uint32_t>(bytes->size()) - at;
  const uint32_t length = 1 + random->Below(std::min(left, 16u));
  switch (random->Below(6)) {
    case 0:
      (*bytes)[at] = static_cast<uint8_t>((*bytes)[at] ^ (1u << random->Below(8)));
      break;
    case 1:
      std::fill_n(bytes->begin() + at, length, Interesting(random));
      break;
    case 2:
      bytes->erase(bytes->begin() + at, bytes->begin() + at + length);
      break;
    case 3:
      if (bytes->size() < kMaxBytes) bytes->insert(bytes->begin() + at, length, Interesting(random));
      break;
    case 4: {
      const Bytes copied(bytes->begin() + at, bytes->begin() + at + length);
      std::copy(copied.begin(), copied.end(),
                bytes->begin() + random->Below(static_cast<uint32_t>(bytes->size()) - length + 1));
      break;
    }
    default:
      (*bytes)[at] = Interesting(random);
      break;
  }
}

}  // namespace

void Mutate(Bytes* bytes, test::Random* random) {
  const uint32_t edits = 1 + random->Below(5);
  for (uint32_t i = 0; i < edits && !bytes->empty(); ++i) Edit(bytes, random);
}

}  // namespace loupe::fuzz
