#include "core/similarity/descriptor_table.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/base/error.h"
#include "core/signature/dna.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::similarity {
namespace {

struct Picture {
  std::vector<uint8_t> pixels;
  image::RasterView view;
};

Picture Boxes(uint64_t seed, int width = 160, int height = 120) {
  test::Random random(seed);
  Picture picture;
  picture.pixels.assign(static_cast<size_t>(width * height) * 3, 210);
  for (int i = 0; i < 25; ++i) {
    const uint32_t left = random.Below(static_cast<uint32_t>(width)),
                   top = random.Below(static_cast<uint32_t>(height));
    const uint32_t right = std::min(static_cast<uint32_t>(width), left + 5 + random.Below(60));
    const uint32_t bottom = std::min(static_cast<uint32_t>(height), top + 5 + random.Below(50));
    const uint8_t color[3] = {static_cast<uint8_t>(random.Next()), static_cast<uint8_t>(random.Next()),
                              static_cast<uint8_t>(random.Next())};
    for (uint32_t y = top; y < bottom; ++y) {
      for (uint32_t x = left; x < right; ++x) {
        std::copy_n(color, 3, picture.pixels.data() + 3 * (y * static_cast<uint32_t>(width) + x));
      }
    }
  }
  picture.view = {picture.pixels.data(), {width, height}, 3, {width, height}};
  return picture;
}

std::vector<uint8_t> DnaOf(const Picture& picture) {
  features::Features features;
  features.working_size = features.original_size = picture.view.size;
  return signature::EncodeDna(
      features, {{signature::DnaSection::kColor, color::EncodeColors(color::DescribeColors(picture.view))},
                 {signature::DnaSection::kSimilarity, EncodeSimilarity(DescribeSimilarity(picture.view))}});
}

TEST_CASE("distances are 0 to itself, symmetric, and at most 1") {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const SimilarityDescriptor a = DescribeSimilarity(Boxes(seed).view);
    const SimilarityDescriptor b = DescribeSimilarity(Boxes(seed + 100).view);
    const SimilarityDistance self = Compare(a, a.bytes.data());
    CHECK(self.shape == 0.0f);
    CHECK(self.color == 0.0f);
    const SimilarityDistance there = Compare(a, b.bytes.data()), back = Compare(b, a.bytes.data());
    CHECK(there.shape == back.shape);
    CHECK(there.color == back.color);
    CHECK(there.shape > 0.2f);
    CHECK(there.shape <= 1.0f);
    CHECK(there.color <= 1.0f);
  }
}

TEST_CASE("pictures of one pixel, one row, one column and one color are described") {
  for (const image::ImageSize size : {image::ImageSize{1, 1}, image::ImageSize{400, 1},
                                      image::ImageSize{1, 400}, image::ImageSize{90, 70}}) {
    const std::vector<uint8_t> pixels(static_cast<size_t>(size.width * size.height) * 3, 77);
    const SimilarityDescriptor d = DescribeSimilarity({pixels.data(), size, 3, size});
    const SimilarityDistance distance = Compare(d, d.bytes.data());
    CHECK(distance.shape == 0.0f);
    CHECK(distance.color == 0.0f);
  }
}

TEST_CASE("the order of a ranking does not depend on the order of insertion") {
  DescriptorTable forward, backward;
  for (uint32_t key = 1; key <= 30; ++key) forward.Put(key, DnaOf(Boxes(key % 10)));
  for (uint32_t key = 30; key >= 1; --key) backward.Put(key, DnaOf(Boxes(key % 10)));
  PageRequest request;
  request.limit = 30;
  const SimilarityDescriptor query = DescribeSimilarity(Boxes(3).view);
  const Ranking a = forward.RankBySimilarity(query, 0.5f, request);
  const Ranking b = backward.RankBySimilarity(query, 0.5f, request);
  REQUIRE(a.page.size() == 30);
  for (size_t i = 0; i < a.page.size(); ++i) CHECK(a.page[i].key == b.page[i].key);
  CHECK(a.page[0].key == 3);
  CHECK(a.page[1].key == 13);
  CHECK(a.page[2].key == 23);
}

TEST_CASE("pages of a ranking by colors join to the whole ranking") {
  DescriptorTable table;
  for (uint32_t key = 1; key <= 40; ++key) table.Put(key, DnaOf(Boxes(key % 13)));
  const color::ColorDescriptor colors = table.ColorsOf(5);
  std::vector<color::WantedColor> wanted;
  for (const color::DominantColor& color : colors.colors) wanted.push_back({color.color, color.share});
  PageRequest request;
  request.limit = 40;
  const Ranking all = table.RankByColors(wanted, request);
  REQUIRE(all.page.size() == 40);
  request.limit = 3;
  for (request.offset = 0; request.offset < 40; request.offset += 3) {
    const Ranking part = table.RankByColors(wanted, request);
    CHECK(part.total == 40);
    for (size_t i = 0; i < part.page.size(); ++i) {
      CHECK(part.page[i].key == all.page[request.offset + i].key);
      CHECK(part.page[i].distance == all.page[request.offset + i].distance);
      CHECK(part.page[i].distance == static_cast<float>(color::ColorDistance(
                                         color::CountedAsPresent(wanted), table.ColorsOf(part.page[i].key))));
    }
  }
}

TEST_CASE("a page beyond the end is empty and keeps the total") {
  DescriptorTable table;
  table.Put(1, DnaOf(Boxes(1)));
  PageRequest request;
  request.offset = 5;
  const Ranking ranking = table.RankBySimilarity(DescribeSimilarity(Boxes(1).view), 0.0f, request);
  CHECK(ranking.total == 1);
  CHECK(ranking.page.empty());
}

TEST_CASE("readers see whole descriptors while a writer changes the table") {
  DescriptorTable table;
  const std::vector<uint8_t> first = DnaOf(Boxes(1)), second = DnaOf(Boxes(2));
  for (uint32_t key = 1; key <= 50; ++key) table.Put(key, first);
  std::atomic<bool> is_done{false};
  std::thread writer([&] {
    for (uint32_t round = 0; round < 400; ++round) {
      table.Put(1 + round % 50, round % 2 ? first : second);
      table.Remove(51 + round % 7);
      table.Put(51 + round % 7, second);
    }
    is_done = true;
  });
  const SimilarityDescriptor query = DescribeSimilarity(Boxes(1).view);
  const float other = OverallDistance(Compare(DescribeSimilarity(Boxes(2).view), query.bytes.data()), 0.5f);
  bool is_whole = true;
  do {
    for (const RankedReference& hit : table.RankBySimilarity(query, 0.5f, {0, 100, {}, nullptr}).page) {
      is_whole = is_whole && (hit.distance == 0.0f || hit.distance == other);
    }
  } while (!is_done);
  writer.join();
  CHECK(is_whole);
}

TEST_CASE("a cancelled ranking throws and a damaged descriptor is refused") {
  DescriptorTable table;
  table.Put(1, DnaOf(Boxes(1)));
  base::CancellationToken token;
  token.Cancel();
  PageRequest request;
  request.cancellation = &token;
  CHECK_THROWS_AS(table.RankByColors({{color::Lab{}, {}}}, request), base::Error);
  CHECK_THROWS_AS(DecodeSimilarity(std::vector<uint8_t>(kSimilarityBytes, 1)), base::Error);
  CHECK_THROWS_AS(DecodeSimilarity(std::vector<uint8_t>(kSimilarityBytes + 1, 9)), base::Error);
  CHECK_THROWS_AS(
      table.Put(2, signature::EncodeDna(features::Features{{16, 16}, {16, 16}, {}, {}, {}, 0, {}, {}, 0})),
      base::Error);
}

}  // namespace
}  // namespace loupe::similarity
