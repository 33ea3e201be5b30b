#include "rectify.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "homography.h"
#include "thumbnail.h"

namespace loupe {
namespace {

/** Side of the window that local mean and deviation are taken over, in thumbnail pixels. */
constexpr int kWindowSide = 13;
/** Added to the local deviation: differences of a few gray levels are noise. */
constexpr float kFaintDeviation = 3.0f;
constexpr int kBlockSide = 16;
/** A block whose normalized reference deviates less than this is empty: it has nothing to compare. */
constexpr float kMinBlockDeviation = 0.35f;
/** Pixels beyond the query's border that still count as its border. */
constexpr double kEdge = 1.0;
constexpr float kMinVisiblePixels = 64.0f;

/** The query picture nearest in resolution to the thumbnail. */
struct QueryPixels {
  cv::Mat image;
  /** Picture pixels per query working pixel. */
  double scale_x = 1.0;
  double scale_y = 1.0;
};

cv::Mat Wrap(const GrayImage& image) {
  return cv::Mat(image.size.height, image.size.width, CV_8UC1, const_cast<uint8_t*>(image.pixels.data()));
}

/** Side of the area that one thumbnail pixel covers in the query, in working pixels, at the picture's middle.
 */
double PixelFootprint(const cv::Matx33d& h, ImageSize working, ImageSize thumbnail) {
  const double step = static_cast<double>(working.width) / thumbnail.width;
  const cv::Point2d middle(working.width * 0.5, working.height * 0.5);
  const cv::Point2d center = Project(h, middle);
  const cv::Point2d right = Project(h, middle + cv::Point2d(step, 0)) - center;
  const cv::Point2d down = Project(h, middle + cv::Point2d(0, step)) - center;
  return std::sqrt(std::abs(right.x * down.y - right.y * down.x));
}

QueryPixels ChoosePixels(const Features& query, double footprint) {
  QueryPixels chosen;
  const GrayImage* image = &query.thumbnail;
  if (!query.halves.empty()) {
    size_t level = 0;
    while (level + 1 < query.halves.size() && footprint >= 1.5 * std::pow(2.0, static_cast<double>(level)))
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
  ThumbnailPlaces(const QueryPixels& pixels, const ReferenceView& reference, const Warp& warp)
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
      cv::Point2d place(kFar, kFar);
      if (w > 1e-9) place = {(x0 + x * dx) / w, (y0 + x * dy) / w};
      if (!warp_.bend.is_flat()) place += warp_.bend.At({first.x + x * tx_, first.y});
      (*places)[i] = {(place.x + 0.5) * sx_ - 0.5, (place.y + 0.5) * sy_ - 0.5};
    }
  }

 private:
  const Warp& warp_;
  double tx_, ty_, sx_, sy_;
};

struct Rectified {
  cv::Mat values;
  /** 1 where the query has pixels, else 0. */
  cv::Mat mask;
  float visible = 0.0f;
};

Rectified Rectify(const QueryPixels& pixels, const ThumbnailPlaces& places, ImageSize size) {
  Rectified r;
  r.values = cv::Mat::zeros(size.height, size.width, CV_32F);
  r.mask = cv::Mat::zeros(size.height, size.width, CV_32F);
  const cv::Mat& image = pixels.image;
  std::vector<cv::Point2d> row(static_cast<size_t>(size.width));
  for (int y = 0; y < size.height; ++y) {
    places.Row(y, &row);
    float *values = r.values.ptr<float>(y), *mask = r.mask.ptr<float>(y);
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
      values[x] = top + fy * (bottom - top);
      mask[x] = 1.0f;
      r.visible += 1.0f;
    }
  }
  return r;
}

/**
 * Removes the mean of the visible pixels around each pixel and divides by their deviation, so that neither
 * light nor one strong edge outweighs the rest of the picture.
 */
cv::Mat NormalizeLocally(const cv::Mat& values, const cv::Mat& mask) {
  const cv::Size window(kWindowSide, kWindowSide);
  const auto sum_around = [&](const cv::Mat& image) {
    cv::Mat sums;
    cv::boxFilter(image, sums, CV_32F, window, cv::Point(-1, -1), false, cv::BORDER_CONSTANT);
    return sums;
  };
  const cv::Mat masked = values.mul(mask);
  const cv::Mat counts = cv::max(sum_around(mask), 1.0f);
  cv::Mat means, squares, deviations;
  cv::divide(sum_around(masked), counts, means);
  cv::divide(sum_around(masked.mul(masked)), counts, squares);
  cv::sqrt(cv::max(squares - means.mul(means), 0.0f), deviations);
  cv::Mat normalized;
  cv::divide((values - means).mul(mask), deviations + kFaintDeviation, normalized);
  return normalized;
}

/** Correlation coefficient over the visible pixels of a block; `deviation` is the first image's. */
float Correlate(const cv::Mat& a, const cv::Mat& b, const cv::Mat& mask, float* deviation) {
  double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
  for (int y = 0; y < a.rows; ++y) {
    const float *pa = a.ptr<float>(y), *pb = b.ptr<float>(y), *pm = mask.ptr<float>(y);
    for (int x = 0; x < a.cols; ++x) {
      if (pm[x] == 0.0f) continue;
      n += 1;
      sa += pa[x];
      sb += pb[x];
      saa += pa[x] * pa[x];
      sbb += pb[x] * pb[x];
      sab += pa[x] * pb[x];
    }
  }
  *deviation = 0.0f;
  if (n < 1) return 0.0f;
  const double va = std::max(0.0, saa / n - sa / n * sa / n), vb = std::max(0.0, sbb / n - sb / n * sb / n);
  *deviation = static_cast<float>(std::sqrt(va));
  if (va < 1e-6 || vb < 1e-6) return 0.0f;
  return static_cast<float>((sab / n - sa / n * sb / n) / std::sqrt(va * vb));
}

void CompareBlocks(const cv::Mat& expected, const cv::Mat& seen, const cv::Mat& mask,
                   ThumbnailAgreement* agreement) {
  std::vector<float> blocks;
  for (int y = 0; y + kBlockSide / 2 <= expected.rows; y += kBlockSide) {
    for (int x = 0; x + kBlockSide / 2 <= expected.cols; x += kBlockSide) {
      const cv::Rect block(x, y, std::min(kBlockSide, expected.cols - x),
                           std::min(kBlockSide, expected.rows - y));
      const cv::Mat block_mask = mask(block);
      if (cv::countNonZero(block_mask) * 2 < block.area()) continue;
      float deviation = 0.0f;
      const float correlation = Correlate(expected(block), seen(block), block_mask, &deviation);
      if (deviation >= kMinBlockDeviation) blocks.push_back(correlation);
    }
  }
  agreement->block_count = static_cast<int>(blocks.size());
  if (blocks.empty()) return;
  std::sort(blocks.begin(), blocks.end());
  agreement->worst_block_correlation = blocks.front();
  agreement->block_correlation = blocks[blocks.size() / 2];
}

}  // namespace

ThumbnailAgreement CompareThumbnail(const Features& query, const ReferenceView& reference, const Warp& warp) {
  ThumbnailAgreement agreement;
  const ImageSize size = reference.thumbnail.size;
  if (reference.thumbnail.empty()) return agreement;
  const QueryPixels pixels =
      ChoosePixels(query, PixelFootprint(warp.query_from_reference, reference.working_size, size));
  if (pixels.image.empty()) return agreement;
  const Rectified seen = Rectify(pixels, ThumbnailPlaces(pixels, reference, warp), size);
  agreement.visible_share = seen.visible / (static_cast<float>(size.width) * static_cast<float>(size.height));
  if (seen.visible < kMinVisiblePixels) return agreement;
  GrayImage own = PixelsOf(reference.thumbnail);
  if (own.empty()) return agreement;
  const cv::Mat thumbnail(size.height, size.width, CV_8UC1, own.pixels.data());
  cv::Mat expected;
  thumbnail.convertTo(expected, CV_32F);
  float deviation = 0.0f;
  agreement.plain_correlation = Correlate(expected, seen.values, seen.mask, &deviation);
  const cv::Mat expected_detail = NormalizeLocally(expected, seen.mask);
  const cv::Mat seen_detail = NormalizeLocally(seen.values, seen.mask);
  agreement.global_correlation = Correlate(expected_detail, seen_detail, seen.mask, &deviation);
  CompareBlocks(expected_detail, seen_detail, seen.mask, &agreement);
  return agreement;
}

}  // namespace loupe
