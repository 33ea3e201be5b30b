#include "core/retrieval/signature_scan.h"

#include <algorithm>
#include <vector>

#include "test/random.h"
#include "test/supported_isas.h"
#include "third_party/doctest/doctest.h"

namespace loupe::retrieval {
namespace {

TEST_CASE("every instruction set measures the same signature distances and writes nothing beyond them") {
  test::Random random(2);
  const uint64_t query = random.Next();
  std::vector<uint64_t> signatures = {query, ~query};
  while (signatures.size() < 300) signatures.push_back(query ^ (random.Next() & random.Next()));
  for (size_t count = 0; count <= signatures.size(); ++count) {
    const size_t filled = (count + 7) / 8 * 8;
    std::vector<uint8_t> expected(filled + 1, kNoDistance);
    for (size_t i = 0; i < count; ++i)
      expected[i] = static_cast<uint8_t>(__builtin_popcountll(query ^ signatures[i]));
    expected[filled] = 0xAB;
    for (const simd::Isa isa : test::SupportedIsas()) {
      std::vector<uint8_t> distances(filled + 1, 0xAB);
      SignatureKernelsOf(isa).measure(query, signatures.data(), count, distances.data());
      CHECK(distances == expected);
    }
  }
}

TEST_CASE("every instruction set strikes out the same signatures, and nothing beyond them") {
  test::Random random(5);
  const uint64_t query = random.Next(), mask = 0x8100'0000'1024'4280U;
  std::vector<uint64_t> signatures = {query, ~query};
  while (signatures.size() < 100) signatures.push_back(query ^ (random.Next() & random.Next()));
  for (size_t count = 0; count <= signatures.size(); ++count) {
    for (const int most : {0, 1, 3, 8}) {
      std::vector<uint8_t> before(count + 1, 7);
      before[count / 2] = kNoDistance;
      std::vector<uint8_t> expected = before;
      for (size_t i = 0; i < count; ++i) {
        if (__builtin_popcountll((query ^ signatures[i]) & mask) > most) expected[i] = kNoDistance;
      }
      for (const simd::Isa isa : test::SupportedIsas()) {
        std::vector<uint8_t> distances = before;
        SignatureKernelsOf(isa).strike_out(query, mask, most, signatures.data(), count, distances.data());
        CHECK(distances == expected);
      }
    }
  }
}

TEST_CASE("every instruction set counts and finds the same distances below a limit") {
  test::Random random(3);
  for (size_t count = 0; count <= 6 * kDistancesAtOnce; count += kDistancesAtOnce) {
    std::vector<uint8_t> distances(count);
    for (uint8_t& distance : distances) {
      const uint32_t drawn = random.Below(70);
      distance = drawn > 64 ? kNoDistance : static_cast<uint8_t>(drawn);
    }
    for (const uint32_t limit : {0U, 1U, 14U, 18U, 64U, 65U, 255U}) {
      std::vector<uint32_t> expected;
      for (uint32_t i = 0; i < count; ++i) {
        if (distances[i] < limit) expected.push_back(i);
      }
      for (const simd::Isa isa : test::SupportedIsas()) {
        const SignatureKernels& kernels = SignatureKernelsOf(isa);
        CHECK(kernels.count_below(distances.data(), count, limit) == expected.size());
        std::vector<uint32_t> found(expected.size());
        CHECK(kernels.find_below(distances.data(), count, limit, found.data()) == expected.size());
        CHECK(found == expected);
      }
    }
  }
}

}  // namespace
}  // namespace loupe::retrieval
