#include "core/signature/dna.h"

#include "core/base/error.h"
#include "test/picture.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::signature {
namespace {

features::Features MakeFeatures(size_t count, bool quantized) {
  test::Random random(7);
  features::Features f;
  f.working_size = {512, 384};
  f.original_size = {2048, 1536};
  f.sharpness = 0.5f;
  f.keypoints.resize(count);
  f.descriptors.resize(count);
  for (size_t i = 0; i < count; ++i) {
    f.keypoints[i].x_q5 = static_cast<uint16_t>(random.Below(512 * 32));
    f.keypoints[i].y_q5 = static_cast<uint16_t>(random.Below(384 * 32));
    f.keypoints[i].level = static_cast<uint8_t>(random.Below(features::kPyramidLevels));
    for (uint8_t& byte : f.descriptors[i].bytes) byte = static_cast<uint8_t>(random.Next());
  }
  if (quantized) {
    f.words.resize(count);
    for (uint16_t& word : f.words) word = static_cast<uint16_t>(random.Next());
    f.vocabulary_id = 0xABCD1234;
  }
  f.thumbnail.size = {96, 72};
  f.thumbnail.pixels.resize(96 * 72);
  // What a DNA stores of a flat thumbnail is exact.
  for (uint8_t& pixel : f.thumbnail.pixels) pixel = 128;
  return f;
}

base::ErrorCode ParseError(const std::vector<uint8_t>& bytes) {
  try {
    ParseDna(bytes);
  } catch (const base::Error& error) {
    return error.code();
  }
  return base::ErrorCode::kInternal;
}

TEST_CASE(
    "the DNA of a query holds a closer look, which has none of its own, and a reference's DNA holds none") {
  features::Features f = MakeFeatures(50, false);
  features::Features closer = MakeFeatures(80, false);
  closer.closer = std::make_shared<const features::Features>(MakeFeatures(20, false));
  f.closer = std::make_shared<const features::Features>(closer);
  const std::vector<uint8_t> bytes = EncodeDna(f);
  const features::Features back = FeaturesOf(ParseDna(bytes));
  CHECK(back.keypoints.size() == 50);
  REQUIRE((back.closer != nullptr));
  CHECK((back.closer->closer == nullptr));
  closer.closer = nullptr;
  CHECK(EncodeDna(*back.closer) == EncodeDna(closer));
  CHECK((FeaturesOf(ParseDna(WithoutExtras(ParseDna(bytes)))).closer == nullptr));
}

TEST_CASE("the DNA of a query holds the same pixels as the query, halves included") {
  features::Features f = MakeFeatures(10, true);
  image::GrayImage half;
  half.size = {200, 150};
  for (int i = 0; i < 200 * 150; ++i) half.pixels.push_back(static_cast<uint8_t>(i * 7 + i / 200));
  f.halves = features::SuccessiveHalves(half, simd::ActiveIsa());
  REQUIRE(f.halves.size() > 1);
  const std::vector<uint8_t> bytes = EncodeDna(f);
  const features::Features back = FeaturesOf(ParseDna(bytes));
  REQUIRE(back.halves.size() == f.halves.size());
  for (size_t i = 0; i < f.halves.size(); ++i) {
    CHECK(back.halves[i].size == f.halves[i].size);
    CHECK(back.halves[i].pixels == f.halves[i].pixels);
  }
  CHECK(EncodeDna(back) == bytes);
  // An index keeps none of it.
  CHECK(FeaturesOf(ParseDna(WithoutExtras(ParseDna(bytes)))).halves.empty());
}

TEST_CASE("a DNA gives back what was put in") {
  for (const size_t count : {size_t{0}, size_t{1}, size_t{500}}) {
    const features::Features f = MakeFeatures(count, count > 0);
    const std::vector<uint8_t> bytes = EncodeDna(f, {{DnaSection::kColor, {1, 2, 3}}});
    const DnaView view = ParseDna(bytes);
    CHECK(view.keypoint_count() == count);
    CHECK(view.reference().working_size == f.working_size);
    CHECK(view.reference().original_size == f.original_size);
    CHECK(view.section(DnaSection::kColor).size() == 3);
    CHECK(view.section(DnaSection::kSimilarity).empty());
    const features::Features back = FeaturesOf(view);
    CHECK(back.words == f.words);
    CHECK(back.vocabulary_id == f.vocabulary_id);
    CHECK(back.thumbnail.pixels == f.thumbnail.pixels);
    CHECK(EncodeDna(back, {{DnaSection::kColor, {1, 2, 3}}}) == bytes);
  }
}

TEST_CASE("an appearance holds the sections for color and similarity and no more") {
  const std::vector<uint8_t> color = {1, 2, 3, 4, 5};
  const std::vector<uint8_t> similarity = {9, 8, 7};
  const std::vector<uint8_t> bytes = EncodeDna(
      MakeFeatures(200, true), {{DnaSection::kColor, color}, {DnaSection::kSimilarity, similarity}});
  const DnaView whole = ParseDna(bytes);
  REQUIRE(HasAppearance(whole));
  const std::vector<uint8_t> appearance = AppearanceOf(whole);
  const DnaView view = ParseDna(appearance);
  CHECK(view.keypoint_count() == 0);
  CHECK_FALSE(view.has_words());
  CHECK(view.reference().thumbnail.empty());
  CHECK(view.reference().original_size == whole.reference().original_size);
  CHECK(view.sharpness() == whole.sharpness());
  const auto bytes_of = [](base::Span<const uint8_t> section) {
    return std::vector<uint8_t>(section.begin(), section.end());
  };
  CHECK(bytes_of(view.section(DnaSection::kColor)) == color);
  CHECK(bytes_of(view.section(DnaSection::kSimilarity)) == similarity);
  CHECK(AppearanceOf(view) == appearance);
}

TEST_CASE("a DNA without one of the two sections has no appearance") {
  const std::vector<uint8_t> bytes = EncodeDna(MakeFeatures(20, true), {{DnaSection::kColor, {1, 2, 3}}});
  CHECK_FALSE(HasAppearance(ParseDna(bytes)));
  CHECK_THROWS_AS(AppearanceOf(ParseDna(bytes)), base::Error);
}

TEST_CASE("a DNA cut at any byte is refused") {
  const std::vector<uint8_t> bytes = EncodeDna(MakeFeatures(20, true));
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK(ParseError({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}) ==
          base::ErrorCode::kDnaCorrupt);
  }
  std::vector<uint8_t> longer = bytes;
  longer.push_back(0);
  CHECK(ParseError(longer) == base::ErrorCode::kDnaCorrupt);
}

TEST_CASE("every single bit flip in a DNA is detected") {
  std::vector<uint8_t> bytes = EncodeDna(MakeFeatures(20, true));
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] ^= static_cast<uint8_t>(1 << bit);
      CHECK(ParseError(bytes) == base::ErrorCode::kDnaCorrupt);
      bytes[i] ^= static_cast<uint8_t>(1 << bit);
    }
  }
}

TEST_CASE("a DNA records whether it was computed for a search") {
  for (const image::ImageSize size : {image::ImageSize{900, 675}, {2000, 150}, {2000, 320}, {640, 639}}) {
    const image::GrayImage image = test::MakePicture(5, size.width, size.height);
    for (const image::ImageSize original :
         {size, image::ImageSize{3 * size.width + 1, 3 * size.height - 1}}) {
      image::GrayView view = image.view();
      view.original_size = original;
      const auto is_of_query = [&](const features::ExtractRequest& request) {
        return IsOfQuery(ParseDna(EncodeDna(features::ExtractFeatures(view, request))));
      };
      CHECK_FALSE(is_of_query(features::ReferenceRequest()));
      CHECK(is_of_query(features::QueryRequest()));
    }
  }
  // Too small to be worked on larger for a search, and without many corners: both are the same.
  const image::GrayImage small = test::MakePicture(6, 120, 90, 3);
  const features::Features query = features::ExtractFeatures(small.view(), features::QueryRequest());
  CHECK(IsOfQuery(ParseDna(EncodeDna(query))) == (query.keypoints.size() > 500));
}

}  // namespace
}  // namespace loupe::signature
