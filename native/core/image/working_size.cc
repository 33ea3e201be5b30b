#include "core/image/working_size.h"

#include <algorithm>
#include <cmath>

namespace loupe::image {

ImageSize WorkingSize(ImageSize size, int working_side, const WorkingSizeOptions& options) {
  const double longest = std::max(size.width, size.height);
  const double shortest = std::min(size.width, size.height);
  double scale = working_side / longest;
  scale =
      std::max(scale, std::min(options.min_short_side_px / shortest, options.max_strip_side_px / longest));
  scale = std::min(scale, options.max_enlargement);
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

ImageSize RecognitionSize(ImageSize size, int working_side, const WorkingSizeOptions& options) {
  const ImageSize working = WorkingSize(size, working_side, options);
  return working.width > size.width || working.height > size.height ? size : working;
}

ImageSize SizeWithin(ImageSize size, int side_px) {
  const double scale = std::min(1.0, static_cast<double>(side_px) / std::max(size.width, size.height));
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

}  // namespace loupe::image
