#include <cstdlib>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe {
namespace {

/** Inputs of a short run; LOUPE_FUZZ_ROUNDS asks for another number. */
int RoundCount() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): read before any thread starts
  const char* wanted = std::getenv("LOUPE_FUZZ_ROUNDS");
  return wanted != nullptr ? std::atoi(wanted) : 400;
}

TEST_CASE("mutated files of every kind are refused by their own code or safe to use") {
  for (const fuzz::Target* target : fuzz::AllTargets()) {
    CAPTURE(target->name);
    const std::vector<fuzz::Bytes> seeds = target->seeds();
    for (const fuzz::Bytes& seed : seeds) CHECK(target->accept({seed.data(), seed.size()}));
    test::Random random(31);
    int accepted = 0;
    for (int round = 0, rounds = RoundCount(); round < rounds; ++round) {
      fuzz::Bytes bytes = seeds[random.Below(static_cast<uint32_t>(seeds.size()))];
      fuzz::Mutate(&bytes, &random);
      target->reseal(&bytes);
      CHECK_NOTHROW(accepted += target->accept({bytes.data(), bytes.size()}) ? 1 : 0);
    }
    CHECK(accepted > 0);
  }
}

TEST_CASE("random bytes are refused by every reader") {
  for (const fuzz::Target* target : fuzz::AllTargets()) {
    CAPTURE(target->name);
    test::Random random(100);
    for (int round = 0; round < 300; ++round) {
      fuzz::Bytes bytes(random.Below(400));
      for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
      CHECK_FALSE(target->accept({bytes.data(), bytes.size()}));
    }
  }
}

}  // namespace
}  // namespace loupe
