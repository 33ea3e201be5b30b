/** Compares the small content of references, whose pictures a pack holds, with what a picture shows. */
#include <algorithm>
#include <array>

#include "core/content/content_evidence.h"
#include "core/image/pixels/gray_jpeg.h"
#include "wasm/answer.h"

namespace loupe::wasm {
namespace {

image::GrayImage PictureOf(const uint8_t* jpeg, size_t size, int width, int height) {
  auto picture = image::DecodeGrayJpeg({jpeg, size}, {width, height});
  if (!picture)
    throw base::Error(base::ErrorCode::kSnapshotCorrupt, "The picture of a reference cannot be read.");
  return *std::move(picture);
}

image::RasterView RasterOf(const uint8_t* pixels, const image::ImageSize& size) {
  return {pixels, size, 1, size};
}

image::RasterView RasterOf(const image::GrayImage& picture) {
  return RasterOf(picture.pixels.data(), picture.size);
}

std::array<double, 9> NineOf(const double* pose) {
  std::array<double, 9> nine;
  std::copy_n(pose, nine.size(), nine.begin());
  return nine;
}

}  // namespace

/**
 * Says as JSON what the blocks of a reference say about a picture; the blocks lie in loupe_bytes().
 * @param jpeg  gray, of the reference, with its size in bytes and pixels
 * @param pose  nine numbers, from fractions of the reference to those of the picture, row by row
 * @return how many blocks there are; none where the pose makes no sense
 */
LOUPE_API int loupe_weigh_content(const uint8_t* pixels, int width, int height, const uint8_t* jpeg,
                                  size_t size, int reference_width, int reference_height,
                                  const double* pose) {
  return Guarded([&] {
    const image::GrayView query = ViewOf(pixels, width, height);
    const image::GrayImage reference = PictureOf(jpeg, size, reference_width, reference_height);
    const content::ContentEvidence evidence = content::WeighContent(
        RasterOf(query.pixels, query.size), RasterOf(reference), NineOf(pose), {}, nullptr);
    const content::ContentMap& map = evidence.map;
    Text() = "{\"facts\":{";
    content::VisitFacts(evidence.facts, [](const char* name, double value) {
      Append("%s\"%s\":%.17g", Text().back() == '{' ? "" : ",", name, value);
    });
    Append("},\"frameWidth\":%d,\"frameHeight\":%d,\"blur\":%.17g}", map.frame.width, map.frame.height,
           map.reference_blur);
    Bytes() = content::BytesOf(map);
    return static_cast<int>(map.states.size());
  });
}

/**
 * Puts the blocks of a reference, as they lie in a relative, into loupe_bytes().
 * @param frame_width, frame_height, blur  of loupe_weigh_content(); 0 for both as they are
 */
LOUPE_API int loupe_compare_relatives(const uint8_t* jpeg, size_t size, int width, int height,
                                      const uint8_t* other, size_t other_size, int other_width,
                                      int other_height, const double* pose, int frame_width, int frame_height,
                                      double blur) {
  return Guarded([&] {
    const image::GrayImage reference = PictureOf(jpeg, size, width, height),
                           relative = PictureOf(other, other_size, other_width, other_height);
    const content::ContentMap map =
        content::CompareRelatives(RasterOf(reference), RasterOf(relative), NineOf(pose),
                                  {{frame_width, frame_height}, blur}, {}, nullptr);
    Bytes() = content::BytesOf(map);
    return static_cast<int>(map.states.size());
  });
}

}  // namespace loupe::wasm
