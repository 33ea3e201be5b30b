#include "core/content/detail_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::content {
namespace {

/** Side of the filter that makes one picture as sharp as the other, in pixels. */
constexpr int kSide = 5;
constexpr int kReach = kSide / 2;
/** Its weights, and a level. */
constexpr int kUnknowns = kSide * kSide + 1;
/** Scale of the level, so that it counts like a pixel. */
constexpr float kLevel = 64;
/** Pixels that the filter is fitted to, those of edges first. */
constexpr size_t kMostSamples = 20000, kLeastSamples = 500;
constexpr int kEdge = 8;
/** Pixels that differ by more than this many deviations are left out of the second fit. */
constexpr double kOutlier = 3;
/** Of surroundings too flat to show another contrast, in squared levels. */
constexpr double kFlatVariance = 25;
/** Weight of differences of which another tone may be a part: gray copies of colored pictures have twice as
 * many. */
constexpr double kOfAnyTone = 0.6;

using Sample = std::array<float, kUnknowns>;

struct Samples {
  std::vector<Sample> reference;
  std::vector<float> query;
};

std::vector<cv::Point> PlacesOf(const cv::Mat& reference, const cv::Mat& known) {
  cv::Mat edges;
  cv::Laplacian(reference, edges, CV_16S, 3);
  std::vector<cv::Point> all, on_edges;
  for (int y = kReach; y < reference.rows - kReach; ++y) {
    for (int x = kReach; x < reference.cols - kReach; ++x) {
      if (known.at<uchar>(y, x) == 0) continue;
      all.emplace_back(x, y);
      if (std::abs(edges.at<short>(y, x)) > kEdge) on_edges.emplace_back(x, y);
    }
  }
  return on_edges.size() < kLeastSamples ? all : on_edges;
}

Samples SamplesOf(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& known) {
  const std::vector<cv::Point> places = PlacesOf(reference, known);
  const size_t step = 1 + places.size() / kMostSamples;
  Samples samples;
  for (size_t i = 0; i < places.size(); i += step) {
    Sample sample;
    size_t at = 0;
    for (int dy = -kReach; dy <= kReach; ++dy)
      for (int dx = -kReach; dx <= kReach; ++dx)
        sample[at++] = reference.at<uchar>(places[i].y + dy, places[i].x + dx);
    sample[at] = kLevel;
    samples.reference.push_back(sample);
    samples.query.push_back(query.at<uchar>(places[i]));
  }
  return samples;
}

/** By least squares, held a little so that flat pictures have a solution. */
cv::Mat FilterFor(const Samples& samples) {
  cv::Mat normal = cv::Mat::zeros(kUnknowns, kUnknowns, CV_64F), right = cv::Mat::zeros(kUnknowns, 1, CV_64F);
  for (size_t i = 0; i < samples.query.size(); ++i) {
    const Sample& sample = samples.reference[i];
    for (int row = 0; row < kUnknowns; ++row) {
      double* sums = normal.ptr<double>(row);
      for (int column = row; column < kUnknowns; ++column)
        sums[column] += double(sample[size_t(row)] * sample[size_t(column)]);
      right.at<double>(row) += double(sample[size_t(row)] * samples.query[i]);
    }
  }
  cv::completeSymm(normal, false);
  const double hold = 1e-6 * cv::trace(normal)[0] / kUnknowns + 1e-3;
  normal += hold * cv::Mat::eye(kUnknowns, kUnknowns, CV_64F);
  cv::Mat filter;
  cv::solve(normal, right, filter, cv::DECOMP_CHOLESKY);
  return filter;
}

double LeftBy(const cv::Mat& filter, const Sample& sample, float query) {
  double predicted = 0;
  for (int i = 0; i < kUnknowns; ++i) predicted += filter.at<double>(i) * double(sample[size_t(i)]);
  return query - predicted;
}

Samples WithoutOutliers(const Samples& samples, const cv::Mat& filter) {
  std::vector<double> left;
  double squares = 0;
  for (size_t i = 0; i < samples.query.size(); ++i) {
    left.push_back(LeftBy(filter, samples.reference[i], samples.query[i]));
    squares += left.back() * left.back();
  }
  const double most = kOutlier * std::sqrt(squares / double(std::max<size_t>(1, left.size())));
  Samples kept;
  for (size_t i = 0; i < left.size(); ++i) {
    if (std::abs(left[i]) > most) continue;
    kept.reference.push_back(samples.reference[i]);
    kept.query.push_back(samples.query[i]);
  }
  return kept;
}

cv::Mat Filtered(const cv::Mat& reference, const cv::Mat& filter) {
  cv::Mat kernel, filtered;
  filter.rowRange(0, kSide * kSide).reshape(1, kSide).convertTo(kernel, CV_32F);
  cv::filter2D(reference, filtered, CV_32F, kernel, {-1, -1},
               filter.at<double>(kUnknowns - 1) * double(kLevel), cv::BORDER_REPLICATE);
  return filtered;
}

cv::Mat MeanAround(const cv::Mat& values, int side) {
  cv::Mat mean;
  cv::blur(values, mean, {side, side}, {-1, -1}, cv::BORDER_REPLICATE);
  return mean;
}

/** Root of the mean square around each pixel. */
cv::Mat RootMeanSquare(const cv::Mat& values, int side) {
  cv::Mat root;
  // Running sums may end a little below zero.
  cv::sqrt(cv::max(MeanAround(values.mul(values), side), 0), root);
  return root;
}

/** Variance around each pixel. */
cv::Mat VarianceAround(const cv::Mat& levels, const cv::Mat& mean, int side) {
  return cv::max(MeanAround(levels.mul(levels), side) - mean.mul(mean), 0);
}

/** Without what another level and another contrast explain around each pixel, as where colors became gray in
 * another way. */
cv::Mat WithoutLocalTone(const cv::Mat& left, const cv::Mat& levels, int side) {
  const cv::Mat mean = MeanAround(levels, side), mean_left = MeanAround(left, side);
  const cv::Mat covariance = MeanAround(left.mul(levels), side) - mean.mul(mean_left);
  const cv::Mat gain = covariance / (VarianceAround(levels, mean, side) + kFlatVariance);
  return left - gain.mul(levels - mean) - mean_left;
}

/** By how much a picture of differences stands out where it does most, in multiples of its usual noise. */
double MostOutstanding(const cv::Mat& differences, const cv::Mat& ink, const cv::Mat& asked,
                       const ContentOptions& options) {
  const int side = options.detail_px, rim = side;
  std::vector<float> found;
  for (int y = rim; y < asked.rows - rim; y += side / 2) {
    for (int x = rim; x < asked.cols - rim; x += side / 2) {
      if (asked.at<uchar>(y, x) == 0) continue;
      const double noise =
          options.detail_noise_levels + options.detail_noise_share * double(ink.at<float>(y, x));
      found.push_back(float(differences.at<float>(y, x) / noise));
    }
  }
  if (found.empty()) return 0;
  const double worst = *std::max_element(found.begin(), found.end());
  const auto usual = found.begin() + std::ptrdiff_t(found.size() * 49 / 50);
  std::nth_element(found.begin(), usual, found.end());
  return worst / (options.least_detail_noise + double(*usual));
}

}  // namespace

double DetailDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& known,
                        const ContentOptions& options) {
  const int side = options.detail_px;
  if (std::min(reference.cols, reference.rows) < 4 * side) return 0;
  cv::Mat inner, left, ink;
  cv::erode(known, inner, cv::Mat::ones(side - 1, side - 1, CV_8U));
  Samples samples = SamplesOf(reference, query, inner);
  if (samples.query.size() < kLeastSamples) return 0;
  samples = WithoutOutliers(samples, FilterFor(samples));
  const cv::Mat expected = Filtered(reference, FilterFor(samples));
  cv::subtract(query, expected, left, cv::noArray(), CV_32F);
  left.setTo(0, inner == 0);
  cv::sqrt(VarianceAround(expected, MeanAround(expected, 2 * side), 2 * side), ink);
  cv::erode(inner, inner, cv::Mat::ones(side + 1, side + 1, CV_8U));
  const auto outstanding = [&](const cv::Mat& difference) {
    return MostOutstanding(RootMeanSquare(MeanAround(difference, 3), side), ink, inner, options);
  };
  return std::max(outstanding(WithoutLocalTone(left, expected, 3 * side)), kOfAnyTone * outstanding(left));
}

}  // namespace loupe::content
