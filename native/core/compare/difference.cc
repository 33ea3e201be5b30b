#include "difference.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "leveling.h"

namespace loupe::compare {
namespace {

constexpr int kContrastBins = 16;
constexpr double kUsualShare = 0.8;

/** The part of a picture that leaves the range of the other one's neighborhood, the larger of both ways. */
cv::Mat OutsideEnvelope(const cv::Mat& a, const cv::Mat& b, const cv::Mat& kernel) {
  cv::Mat low_a, high_a, low_b, high_b, above, below, result;
  cv::erode(a, low_a, kernel);
  cv::dilate(a, high_a, kernel);
  cv::erode(b, low_b, kernel);
  cv::dilate(b, high_b, kernel);
  cv::subtract(b, high_a, above);
  cv::subtract(low_a, b, below);
  cv::max(above, below, result);
  cv::subtract(a, high_b, above);
  cv::subtract(low_b, a, below);
  cv::max(result, above, result);
  cv::max(result, below, result);
  return result;
}

/** Range of values around each pixel, the larger of both pictures. */
cv::Mat LocalContrast(const cv::Mat& a, const cv::Mat& b) {
  const cv::Mat kernel = cv::getStructuringElement(cv::MORPH_RECT, {5, 5});
  cv::Mat high, low, contrast_a, contrast_b;
  cv::dilate(a, high, kernel);
  cv::erode(a, low, kernel);
  cv::subtract(high, low, contrast_a);
  cv::dilate(b, high, kernel);
  cv::erode(b, low, kernel);
  cv::subtract(high, low, contrast_b);
  // The lesser contrast: an added mark must not excuse itself by its own edges.
  return cv::min(contrast_a, contrast_b);
}

int BinOf(int contrast) { return std::min(kContrastBins - 1, contrast / 8); }

/** Usual difference at places of each contrast, from the pair itself. */
std::array<double, kContrastBins> UsualDifferences(const cv::Mat& difference, const cv::Mat& contrast,
                                                   const cv::Mat& valid) {
  std::vector<std::array<int, 256>> histograms(kContrastBins);
  for (auto& histogram : histograms) histogram.fill(0);
  for (int y = 0; y < difference.rows; ++y) {
    const uchar* d = difference.ptr<uchar>(y);
    const uchar* c = contrast.ptr<uchar>(y);
    const uchar* v = valid.ptr<uchar>(y);
    for (int x = 0; x < difference.cols; ++x) {
      if (v[x]) ++histograms[BinOf(c[x])][d[x]];
    }
  }
  std::array<double, kContrastBins> usual{};
  for (int bin = 0; bin < kContrastBins; ++bin) {
    long total = 0, below = 0;
    for (const int count : histograms[bin]) total += count;
    int level = 0;
    while (level < 255 && below + histograms[bin][level] < kUsualShare * total)
      below += histograms[bin][level++];
    // Few pixels tell little: lean on the neighboring bin.
    const double previous = bin > 0 ? usual[bin - 1] : 0;
    const double most = 4 + 0.12 * 8 * bin;
    usual[bin] = total < 400 ? previous : std::max(previous, std::min(most, double(level)));
  }
  return usual;
}

/** Divides by the difference to expect and keeps the larger of what is there already. */
void AddEvidence(const cv::Mat& difference, const cv::Mat& contrast, const cv::Mat& valid, double units,
                 double least, const DifferenceOptions& options, const cv::Mat& beyond, DifferenceMap& map) {
  const auto usual = UsualDifferences(difference, contrast, valid);
  std::array<float, 256> inverse{};
  for (int c = 0; c < 256; ++c) {
    const double expected = least / units + options.per_contrast * c + options.per_noise * usual[BinOf(c)];
    inverse[c] = float(1.0 / expected);
  }
  for (int y = 0; y < difference.rows; ++y) {
    const uchar* d = difference.ptr<uchar>(y);
    const uchar* c = contrast.ptr<uchar>(y);
    const uchar* v = valid.ptr<uchar>(y);
    const uchar* b = beyond.ptr<uchar>(y);
    float* strength = map.strength.ptr<float>(y);
    float* beyond_edges = map.beyond_edges.ptr<float>(y);
    uchar* size = map.size.ptr<uchar>(y);
    for (int x = 0; x < difference.cols; ++x) {
      // What lies beyond displaced edges is a part of the difference.
      if (!v[x] || d[x] == 0) continue;
      strength[x] = std::max(strength[x], d[x] * inverse[c[x]]);
      beyond_edges[x] = std::max(beyond_edges[x], b[x] * inverse[c[x]]);
      size[x] = std::max(size[x], cv::saturate_cast<uchar>(d[x] * units));
    }
  }
}

}  // namespace

DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const DifferenceOptions& options) {
  cv::Mat lab_r, lab_q;
  cv::cvtColor(reference, lab_r, cv::COLOR_RGB2Lab);
  cv::cvtColor(query, lab_q, cv::COLOR_RGB2Lab);
  std::array<cv::Mat, 3> r, q;
  cv::split(lab_r, r.data());
  cv::split(lab_q, q.data());
  MatchSharpness(r[0], q[0], valid);
  cv::GaussianBlur(r[0], r[0], {3, 3}, 0.6);
  cv::GaussianBlur(q[0], q[0], {3, 3}, 0.6);

  DifferenceMap map;
  map.strength = cv::Mat::zeros(reference.size(), CV_32F);
  map.beyond_edges = cv::Mat::zeros(reference.size(), CV_32F);
  map.size = cv::Mat::zeros(reference.size(), CV_8U);
  const cv::Mat narrow = cv::getStructuringElement(cv::MORPH_RECT, {3, 3});
  const int reach = 2 * options.edge_shift_px + 1;
  const cv::Mat far = cv::getStructuringElement(cv::MORPH_RECT, {reach, reach});
  const cv::Mat luma_contrast = LocalContrast(r[0], q[0]);
  AddEvidence(OutsideEnvelope(r[0], q[0], narrow), luma_contrast, valid, 100.0 / 255, options.least_lightness,
              options, OutsideEnvelope(r[0], q[0], far), map);
  // JPEG keeps chroma at half resolution, and chroma noise is coarse: compare it smoothed.
  const cv::Mat wide = cv::getStructuringElement(cv::MORPH_RECT, {5, 5});
  for (int c = 1; c < 3; ++c) {
    cv::GaussianBlur(r[c], r[c], {0, 0}, 1.5);
    cv::GaussianBlur(q[c], q[c], {0, 0}, 1.5);
    const cv::Mat contrast = LocalContrast(r[c], q[c]);
    AddEvidence(OutsideEnvelope(r[c], q[c], wide), contrast, valid, 1.0, options.least_chroma, options,
                OutsideEnvelope(r[c], q[c], far), map);
  }
  return map;
}

}  // namespace loupe::compare
