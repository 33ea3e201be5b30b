#include "core/features/hamming.h"

#include <algorithm>
#include <vector>

#include "test/index_fixtures.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::features {
namespace {

TEST_CASE("every instruction set measures the same descriptor distances") {
  test::Random random(1);
  for (size_t count = 0; count < 40; ++count) {
    std::vector<Descriptor> descriptors;
    for (size_t i = 0; i < count; ++i) descriptors.push_back(test::RandomDescriptor(&random));
    const Descriptor query = test::RandomDescriptor(&random);
    for (const simd::Isa isa : test::SupportedIsas()) {
      const std::vector<uint64_t> blocks = ToBlocks(descriptors);
      std::vector<uint16_t> distances(blocks.size() / 4 + 1, 0xABCD);
      KernelsOf(isa).block_distances(query, blocks.data(), distances.size() - 1, distances.data());
      for (size_t i = 0; i < count; ++i) CHECK(distances[i] == HammingDistance(query, descriptors[i]));
      CHECK(distances.back() == 0xABCD);
    }
  }
}

TEST_CASE("every instruction set gathers the same signature bits") {
  test::Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Descriptor descriptor = test::RandomDescriptor(&random);
    Descriptor mask{};
    for (int chosen = 0; chosen < 64;) {
      const uint32_t bit = random.Below(256);
      if ((mask.bytes[bit / 8] >> (bit % 8)) & 1U) continue;
      mask.bytes[bit / 8] = static_cast<uint8_t>(mask.bytes[bit / 8] | (1U << (bit % 8)));
      ++chosen;
    }
    uint64_t expected = 0;
    int place = 0;
    for (int bit = 0; bit < 256; ++bit) {
      if (((mask.bytes[bit / 8] >> (bit % 8)) & 1U) == 0) continue;
      expected |= uint64_t{(descriptor.bytes[bit / 8] >> (bit % 8)) & 1U} << place++;
    }
    for (const simd::Isa isa : test::SupportedIsas())
      CHECK(KernelsOf(isa).gather_bits(descriptor, mask) == expected);
  }
}

}  // namespace
}  // namespace loupe::features
