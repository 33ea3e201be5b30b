#include "core/image/raster_mat.h"

#include "core/base/error.h"

/** Colors are never handed over: pages turn the pictures of a camera into gray ones. */
namespace loupe::image {

cv::Mat RgbMat(const RasterView&) {
  throw base::Error(base::ErrorCode::kInvalidImage, "The module takes gray pictures alone.");
}

cv::Mat GrayOf(const cv::Mat& rgb) { return rgb; }

}  // namespace loupe::image
