#include "core/features/grade.h"

#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::features {
namespace {

Grade GradeOf(const image::GrayImage& image) {
  return GradeReference(ExtractFeatures(image.view(), ReferenceRequest()));
}

/** The motif in rows and columns. */
image::GrayImage Tiled(const image::GrayImage& motif, int columns, int rows) {
  image::GrayImage image = test::MakeFlat(motif.size.width * columns, motif.size.height * rows, 0);
  for (int y = 0; y < image.size.height; ++y) {
    for (int x = 0; x < image.size.width; ++x) {
      image.pixels[static_cast<size_t>(y * image.size.width + x)] =
          motif.pixels[static_cast<size_t>(y % motif.size.height * motif.size.width + x % motif.size.width)];
    }
  }
  return image;
}

/** The picture's gray values drawn together around white, as small print looks from far away. */
image::GrayImage Faint(image::GrayImage image, int share) {
  for (uint8_t& value : image.pixels) value = static_cast<uint8_t>(255 - (255 - value) / share);
  return image;
}

TEST_CASE("a picture with large shapes gets the best grade") {
  const Grade grade = GradeOf(test::MakePicture(31, 640, 480));
  CHECK(grade.value == 5);
  CHECK(grade.reason == GradeReason::kGood);
  CHECK(grade.is_recognizable);
}

TEST_CASE("a picture that repeats one motif gets a lower grade and says why") {
  const Grade grade = GradeOf(Tiled(test::MakePicture(32, 64, 64, 14), 10, 8));
  CHECK(grade.value < GradeOf(test::MakePicture(32, 640, 512)).value);
  CHECK(grade.reason == GradeReason::kRepetitive);
}

TEST_CASE("what is faint from far away gets a lower grade than the same in full contrast") {
  const image::GrayImage image = test::MakePicture(33, 640, 480);
  CHECK(GradeOf(Faint(image, 8)).value < GradeOf(image).value);
}

TEST_CASE("a picture with few places that can be found gets a lower grade and says why") {
  image::GrayImage image = test::MakePicture(34, 640, 480, 4);
  const Grade grade = GradeOf(image);
  CHECK(grade.value <= 3);
  CHECK(grade.reason != GradeReason::kGood);
}

TEST_CASE("an empty picture is not recognizable") {
  const Grade grade = GradeOf(test::MakeFlat(640, 480, 200));
  CHECK(grade.value == 0);
  CHECK_FALSE(grade.is_recognizable);
}

}  // namespace
}  // namespace loupe::features
