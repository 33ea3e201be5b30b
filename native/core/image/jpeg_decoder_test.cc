#include "core/image/jpeg_decoder.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/image/working_size.h"

// Needs size_t and FILE before it.
#include <jpeglib.h>

#include "core/image/downscale.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::image {
namespace {

std::vector<uint8_t> Encoded(const GrayImage& image, bool is_progressive = false) {
  jpeg_compress_struct info;
  jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = static_cast<JDIMENSION>(image.size.width);
  info.image_height = static_cast<JDIMENSION>(image.size.height);
  info.input_components = 1;
  info.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 95, TRUE);
  if (is_progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    auto* row = const_cast<JSAMPROW>(image.pixels.data()) + size_t{info.next_scanline} * info.image_width;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  std::vector<uint8_t> encoded(bytes, bytes + size);
  jpeg_destroy_compress(&info);
  std::free(bytes);
  return encoded;
}

JpegOptions Within(int side_px, int32_t channels = 1) {
  JpegOptions options;
  options.channels = channels;
  options.target_size = [side_px](ImageSize size) { return SizeWithin(size, side_px); };
  return options;
}

double MeanDifference(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  REQUIRE(a.size() == b.size());
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

TEST_CASE("a JPEG comes back as it was drawn, also progressive and also in RGB") {
  const GrayImage image = test::MakePicture(1, 201, 155, 60);
  for (const bool is_progressive : {false, true}) {
    const auto gray = DecodePlainJpeg(Encoded(image, is_progressive), Within(1000));
    REQUIRE(gray);
    CHECK(gray->size == image.size);
    CHECK(MeanDifference(gray->pixels, image.pixels) < 3.0);
  }
  const auto rgb = DecodePlainJpeg(Encoded(image), Within(1000, 3));
  REQUIRE(rgb);
  CHECK(rgb->pixels.size() == 3 * image.pixels.size());
}

TEST_CASE("a reduced JPEG has the requested size and reports its original one") {
  for (const int side : {700, 399, 250, 100, 40, 7, 1}) {
    const auto picture = DecodePlainJpeg(Encoded(test::MakePicture(2, 800, 401)), Within(side));
    REQUIRE(picture);
    CHECK(picture->size == SizeWithin({800, 401}, side));
    CHECK(picture->original_size == ImageSize{800, 401});
  }
}

TEST_CASE("a JPEG that breaks off is left to another decoder, and so is one of too many pixels") {
  const std::vector<uint8_t> whole = Encoded(test::MakePicture(3, 320, 240));
  for (size_t size = 0; size + 8 < whole.size(); size += 97) {
    CHECK(!DecodePlainJpeg({whole.data(), size}, Within(200)));
  }
  JpegOptions options = Within(200);
  options.most_pixels = 320 * 240 - 1;
  CHECK(!DecodePlainJpeg(whole, options));
}

TEST_CASE("damaged JPEG files never do harm") {
  test::Random random(4);
  for (const bool is_progressive : {false, true}) {
    const std::vector<uint8_t> whole = Encoded(test::MakePicture(4, 96, 80), is_progressive);
    for (int i = 0; i < 300; ++i) {
      std::vector<uint8_t> damaged = whole;
      for (int flips = 0; flips < 4; ++flips) {
        damaged[random.Below(static_cast<uint32_t>(damaged.size()))] =
            static_cast<uint8_t>(random.Below(256));
      }
      const auto picture = DecodePlainJpeg(damaged, Within(64, i % 2 == 0 ? 1 : 3));
      if (picture) CHECK(picture->size.width * picture->size.height > 0);
    }
  }
}

TEST_CASE("a picture is turned and mirrored as it is said to lie") {
  const GrayImage image = test::MakePicture(6, 200, 120, 60);
  JpegOptions options = Within(1000);
  for (options.orientation = 1; options.orientation <= 8; ++options.orientation) {
    const auto picture = DecodePlainJpeg(Encoded(image), options);
    REQUIRE(picture);
    const bool is_turned = options.orientation >= 5;
    CHECK(picture->size == (is_turned ? ImageSize{120, 200} : image.size));
    CHECK(picture->original_size == picture->size);
  }
}

TEST_CASE("reducing keeps a flat picture flat and says the same however wide the picture is") {
  const GrayImage flat = test::MakeFlat(101, 57, 201);
  const cv::Mat small =
      Downscale(cv::Mat(57, 101, CV_8UC1, const_cast<uint8_t*>(flat.pixels.data())), {40, 31});
  CHECK(cv::countNonZero(small != 201) == 0);
  const GrayImage rich = test::MakePicture(5, 83, 120, 90);
  const cv::Mat image(120, 83, CV_8UC1, const_cast<uint8_t*>(rich.pixels.data()));
  const cv::Mat all = Downscale(image, {83, 70});
  for (const int width : {1, 7, 15, 16, 17, 40}) {
    const cv::Mat part = Downscale(image(cv::Rect(0, 0, width, 120)).clone(), {width, 70});
    CHECK(cv::countNonZero(part != all(cv::Rect(0, 0, width, 70))) == 0);
  }
}

}  // namespace
}  // namespace loupe::image
