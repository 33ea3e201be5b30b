#include "core/image/raster_mat.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"

namespace loupe::image {

cv::Mat RgbMat(const RasterView& raster) {
  const auto [width, height] = raster.size;
  const bool is_sane = raster.pixels != nullptr && width > 0 && height > 0 && width <= kMaxImageSide &&
                       height <= kMaxImageSide && int64_t{width} * height <= kMaxImagePixels &&
                       (raster.channels == 1 || raster.channels == 3);
  if (!is_sane) {
    throw base::Error(base::ErrorCode::kInvalidImage,
                      "The image is empty, too large, or neither gray nor RGB.");
  }
  // OpenCV has no view of constant pixels; nothing here writes through it.
  cv::Mat borrowed(height, width, raster.channels == 3 ? CV_8UC3 : CV_8UC1,
                   const_cast<uint8_t*>(raster.pixels));
  if (raster.channels == 3) return borrowed;
  cv::Mat rgb;
  cv::cvtColor(borrowed, rgb, cv::COLOR_GRAY2RGB);
  return rgb;
}

cv::Mat ReducedRgb(const RasterView& raster, int side_px) {
  cv::Mat rgb = RgbMat(raster);
  const double factor = double(side_px) / std::max(rgb.cols, rgb.rows);
  if (factor >= 1) return rgb;
  const cv::Size size(std::max(1, cvRound(rgb.cols * factor)), std::max(1, cvRound(rgb.rows * factor)));
  cv::Mat reduced;
  cv::resize(rgb, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

cv::Mat GrayOf(const cv::Mat& rgb) {
  cv::Mat gray;
  cv::cvtColor(rgb, gray, cv::COLOR_RGB2GRAY);
  return gray;
}

}  // namespace loupe::image
