#include "core/image/pixels/gray_jpeg.h"

#include "core/image/jpeg_decoder.h"
#include "core/signature/thumbnail.h"
#include "test/picture.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::image {
namespace {

std::vector<uint8_t> Encoded(const GrayImage& picture) {
  return signature::EncodeThumbnail({picture.pixels.data(), picture.size, {}});
}

std::optional<DecodedPicture> ByLibjpeg(const std::vector<uint8_t>& jpeg) {
  JpegOptions options;
  options.most_pixels = 1 << 20;
  options.target_size = [](ImageSize size) { return size; };
  return DecodePlainJpeg(jpeg, options);
}

GrayImage Noise(uint64_t seed, int width, int height) {
  GrayImage noise;
  noise.size = {width, height};
  test::Random random(seed);
  for (int i = 0; i < width * height; ++i)
    noise.pixels.push_back(
        static_cast<uint8_t>(random.Below(3) == 0 ? random.Below(2) * 255 : random.Below(256)));
  return noise;
}

TEST_CASE("thumbnails are decoded to the pixels that libjpeg gives") {
  for (const int width : {1, 7, 8, 9, 40, 71, 96}) {
    for (const int height : {1, 8, 13, 64, 96}) {
      const auto seed = static_cast<uint64_t>(width * 100 + height);
      const GrayImage drawn = test::MakePicture(seed, width, height, 20);
      for (const GrayImage& picture : {drawn, Noise(seed, width, height)}) {
        const std::vector<uint8_t> jpeg = Encoded(picture);
        const auto expected = ByLibjpeg(jpeg);
        const auto decoded = DecodeGrayJpeg(jpeg, picture.size);
        REQUIRE(expected.has_value());
        REQUIRE(decoded.has_value());
        CHECK(decoded->pixels == expected->pixels);
      }
    }
  }
}

TEST_CASE("a damaged thumbnail is refused or decoded within its size") {
  const GrayImage picture = Noise(3, 61, 47);
  const std::vector<uint8_t> sound = Encoded(picture);
  CHECK_FALSE(DecodeGrayJpeg(sound, {47, 61}).has_value());
  CHECK_FALSE(DecodeGrayJpeg({}, picture.size).has_value());
  for (size_t size = 0; size < sound.size(); ++size)
    CHECK_FALSE(DecodeGrayJpeg({sound.data(), size}, picture.size).has_value());
  int taken_alone = 0, other_pixels = 0;
  for (size_t at = 0; at < sound.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<uint8_t> damaged = sound;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ (1 << bit));
      const auto decoded = DecodeGrayJpeg(damaged, picture.size);
      const auto expected = ByLibjpeg(damaged);
      const bool is_expected = expected.has_value() && expected->size == picture.size;
      if (decoded) CHECK(decoded->pixels.size() == picture.pixels.size());
      taken_alone += decoded && !is_expected ? 1 : 0;
      other_pixels += decoded && is_expected && decoded->pixels != expected->pixels ? 1 : 0;
    }
  }
  // Of some 23,000: codes that no encoder writes, and steps so large that sums no longer fit. It refuses a
  // few more, whose scans go on behind the last block.
  CHECK(taken_alone < 50);
  CHECK(other_pixels < 10);
}

}  // namespace
}  // namespace loupe::image
