#include "core/verification/rectified.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/geometry/homography.h"

namespace loupe::verification {
namespace {

/** Pixels beyond the query's border that still count as its border. */
constexpr double kEdge = 1.0;
/** Gray values are taken less this, so that their squares stay small. */
constexpr float kMiddleGray = 128.0f;

/** The query picture nearest in resolution to the thumbnail. */
struct QueryPixels {
  cv::Mat image;
  /** Picture pixels per query working pixel. */
  double scale_x = 1.0;
  double scale_y = 1.0;
};

cv::Mat Wrap(const image::GrayImage& image) {
  return cv::Mat(image.size.height, image.size.width, CV_8UC1, const_cast<uint8_t*>(image.pixels.data()));
}

/** Side of the area that one thumbnail pixel covers in the query, in working pixels, at the picture's middle.
 */
double PixelFootprint(const cv::Matx33d& h, image::ImageSize working, image::ImageSize thumbnail) {
  const double step = static_cast<double>(working.width) / thumbnail.width;
  const cv::Point2d middle(working.width * 0.5, working.height * 0.5);
  const cv::Point2d center = geometry::Project(h, middle);
  const cv::Point2d right = geometry::Project(h, middle + cv::Point2d(step, 0)) - center;
  const cv::Point2d down = geometry::Project(h, middle + cv::Point2d(0, step)) - center;
  return std::sqrt(std::abs(right.x * down.y - right.y * down.x));
}

QueryPixels ChoosePixels(const features::Features& query, double footprint) {
  QueryPixels chosen;
  const image::GrayImage* image = &query.thumbnail;
  if (!query.halves.empty()) {
    size_t level = 0;
    while (level + 1 < query.halves.size() && footprint >= 3.0 * std::pow(2.0, static_cast<double>(level)))
      ++level;
    image = &query.halves[level];
  }
  if (image->empty()) return chosen;
  chosen.image = Wrap(*image);
  chosen.scale_x = static_cast<double>(chosen.image.cols) / query.working_size.width;
  chosen.scale_y = static_cast<double>(chosen.image.rows) / query.working_size.height;
  return chosen;
}

/** Where the centers of the thumbnail's pixels lie in a picture of the query. */
class ThumbnailPlaces {
 public:
  ThumbnailPlaces(const QueryPixels& pixels, const signature::ReferenceView& reference,
                  const geometry::Warp& warp)
      : warp_(warp),
        tx_(static_cast<double>(reference.working_size.width) / reference.thumbnail.size.width),
        ty_(static_cast<double>(reference.working_size.height) / reference.thumbnail.size.height),
        sx_(pixels.scale_x),
        sy_(pixels.scale_y) {}

  /** Places of a row of the thumbnail. */
  void Row(int y, std::vector<cv::Point2d>* places) const {
    const cv::Matx33d& h = warp_.query_from_reference;
    const cv::Point2d first(0.5 * tx_ - 0.5, (y + 0.5) * ty_ - 0.5);
    const double x0 = h(0, 0) * first.x + h(0, 1) * first.y + h(0, 2), dx = h(0, 0) * tx_;
    const double y0 = h(1, 0) * first.x + h(1, 1) * first.y + h(1, 2), dy = h(1, 0) * tx_;
    const double w0 = h(2, 0) * first.x + h(2, 1) * first.y + h(2, 2), dw = h(2, 0) * tx_;
    for (size_t i = 0; i < places->size(); ++i) {
      const auto x = static_cast<double>(i);
      const double w = w0 + x * dw;
      cv::Point2d place(geometry::kFar, geometry::kFar);
      if (w > 1e-9) place = {(x0 + x * dx) / w, (y0 + x * dy) / w};
      if (!warp_.bend.is_flat()) place += warp_.bend.At(cv::Point2d(first.x + x * tx_, first.y));
      (*places)[i] = {(place.x + 0.5) * sx_ - 0.5, (place.y + 0.5) * sy_ - 0.5};
    }
  }

 private:
  const geometry::Warp& warp_;
  double tx_, ty_, sx_, sy_;
};

Rectified Sampled(const QueryPixels& pixels, const ThumbnailPlaces& places, image::ImageSize size) {
  Rectified r{{size.width, size.height}, {size.width, size.height}, 0.0f};
  const cv::Mat& image = pixels.image;
  std::vector<cv::Point2d> row(static_cast<size_t>(size.width));
  for (int y = 0; y < size.height; ++y) {
    places.Row(y, &row);
    float *values = r.values.row(y), *mask = r.mask.row(y);
    for (int x = 0; x < size.width; ++x) {
      cv::Point2d p = row[static_cast<size_t>(x)];
      if (!(p.x >= -kEdge && p.y >= -kEdge && p.x <= image.cols - 1 + kEdge && p.y <= image.rows - 1 + kEdge))
        continue;
      p = {std::clamp(p.x, 0.0, image.cols - 1.0), std::clamp(p.y, 0.0, image.rows - 1.0)};
      const int ix = static_cast<int>(p.x), iy = static_cast<int>(p.y);
      const auto fx = static_cast<float>(p.x - ix), fy = static_cast<float>(p.y - iy);
      const uint8_t* above = image.ptr<uint8_t>(iy) + ix;
      const uint8_t* below = image.ptr<uint8_t>(std::min(iy + 1, image.rows - 1)) + ix;
      const int right = ix + 1 < image.cols ? 1 : 0;
      const float top = above[0] + fx * (above[right] - above[0]);
      const float bottom = below[0] + fx * (below[right] - below[0]);
      values[x] = top + fy * (bottom - top) - kMiddleGray;
      mask[x] = 1.0f;
      r.visible += 1.0f;
    }
  }
  return r;
}

}  // namespace

Rectified Rectify(const features::Features& query, const signature::ReferenceView& reference,
                  const geometry::Warp& warp) {
  const image::ImageSize size = reference.thumbnail.size;
  const QueryPixels pixels =
      ChoosePixels(query, PixelFootprint(warp.query_from_reference, reference.working_size, size));
  if (pixels.image.empty()) return {{0, 0}, {0, 0}, 0.0f};
  return Sampled(pixels, ThumbnailPlaces(pixels, reference, warp), size);
}

/** The visible part of a thumbnail, less kMiddleGray. */
image::GrayPlane Visible(const image::GrayImage& thumbnail, const image::GrayPlane& mask) {
  image::GrayPlane plane(thumbnail.size.width, thumbnail.size.height);
  const uint8_t* pixels = thumbnail.pixels.data();
  for (int y = 0; y < plane.height(); ++y, pixels += plane.width()) {
    float* values = plane.row(y);
    const float* is_visible = mask.row(y);
    for (int x = 0; x < plane.width(); ++x) values[x] = (pixels[x] - kMiddleGray) * is_visible[x];
  }
  return plane;
}

}  // namespace loupe::verification
