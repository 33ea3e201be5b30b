#include "core/index/list_division.h"

#include <algorithm>

#include "test/index_fixtures.h"
#include "third_party/doctest/doctest.h"

namespace loupe::index {
namespace {

TEST_CASE("each word has a code of eight bits that its neighbors do not all share") {
  const base::Span<const uint64_t> masks = test::SharedVocabulary()->code_masks();
  REQUIRE(masks.size() == kWordCount);
  CHECK(std::all_of(masks.begin(), masks.end(),
                    [](uint64_t mask) { return __builtin_popcountll(mask) == kCodeBits; }));
  std::vector<uint64_t> signatures(kWordsTogether, 0);
  for (size_t i = 0; i < signatures.size(); ++i) signatures[i] = uint64_t{i} << 20;
  const std::vector<uint64_t> varying = CodeMasksOf(signatures);
  CHECK(varying[0] == uint64_t{0xff} << 20);
}

TEST_CASE("a code is made of the bits of its mask, the lowest first") {
  CHECK(CodeOf(0b1010'0000'0000'0001U, 0b1110'0000'0001'1111U) == 0b10100001U);
  CHECK(CodeOf(~uint64_t{0}, uint64_t{0xff} << 56) == 0xff);
  CHECK(CodeOf(0, uint64_t{0xff} << 56) == 0);
}

TEST_CASE("codes within a radius are all those that differ in so few bits") {
  CHECK(CodesWithin(0) == std::vector<uint8_t>{0});
  CHECK(CodesWithin(1) == std::vector<uint8_t>{0, 1, 2, 4, 8, 16, 32, 64, 128});
  CHECK(CodesWithin(2).size() == 37);
  CHECK(CodesWithin(kCodeBits).size() == kCodeCount);
}

TEST_CASE("a divided list has the postings of each code together, in the order of before") {
  test::Random random(4);
  std::vector<uint64_t> signatures(3000);
  for (uint64_t& signature : signatures) signature = random.Next();
  const uint64_t mask = 0x8100'0000'1024'4280U;
  REQUIRE(__builtin_popcountll(mask) == kCodeBits);
  std::vector<uint32_t> ends(kCodeCount);
  std::vector<uint32_t> order;
  DivideList(signatures, mask, ends.data(), &order);
  REQUIRE(order.size() == signatures.size());
  CHECK(ends.back() == signatures.size());
  size_t place = 0;
  for (uint32_t code = 0; code < kCodeCount; ++code) {
    for (const size_t begin = place; place < ends[code]; ++place) {
      CHECK(CodeOf(signatures[order[place]], mask) == code);
      if (place > begin) CHECK(order[place - 1] < order[place]);
    }
  }
}

}  // namespace
}  // namespace loupe::index
