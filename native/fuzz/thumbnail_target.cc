#include "core/image/pixels/gray_jpeg.h"
#include "core/signature/thumbnail.h"
#include "fuzz/targets.h"
#include "test/picture.h"

namespace loupe::fuzz {
namespace {

constexpr image::ImageSize kSize = {61, 44};

std::vector<Bytes> Seeds() {
  std::vector<Bytes> seeds;
  for (const int shapes : {0, 9, 60}) {
    const image::GrayImage picture = test::MakePicture(5, kSize.width, kSize.height, shapes);
    seeds.push_back(signature::EncodeThumbnail({picture.pixels.data(), kSize, {}}));
  }
  return seeds;
}

void Reseal(Bytes*) {}

bool Accept(base::Span<const uint8_t> bytes) { return image::DecodeGrayJpeg(bytes, kSize).has_value(); }

}  // namespace

const Target& ThumbnailTarget() {
  static const Target target = {"thumbnail", Seeds, Reseal, Accept};
  return target;
}

}  // namespace loupe::fuzz
