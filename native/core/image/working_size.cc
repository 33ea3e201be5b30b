#include "core/image/working_size.h"

#include <algorithm>
#include <cmath>

namespace loupe::image {
namespace {

constexpr double kMaxEnlargement = 2.5;
/** Strips (a banner, a spine) are worked on larger, so that their short side still holds whole patches. */
constexpr int kMinShortSide = 96;
constexpr int kMaxStripSide = 1280;

}  // namespace

ImageSize WorkingSize(ImageSize size, int working_side) {
  const double longest = std::max(size.width, size.height);
  const double shortest = std::min(size.width, size.height);
  double scale = working_side / longest;
  scale = std::max(scale, std::min(kMinShortSide / shortest, kMaxStripSide / longest));
  scale = std::min(scale, kMaxEnlargement);
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

ImageSize RecognitionSize(ImageSize size, int working_side) {
  const ImageSize working = WorkingSize(size, working_side);
  return working.width > size.width || working.height > size.height ? size : working;
}

ImageSize SizeWithin(ImageSize size, int side_px) {
  const double scale = std::min(1.0, static_cast<double>(side_px) / std::max(size.width, size.height));
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

}  // namespace loupe::image
