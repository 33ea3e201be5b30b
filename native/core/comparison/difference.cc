#include "core/comparison/difference.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/lab_planes.h"
#include "core/comparison/leveling.h"
#include "core/comparison/neighborhoods.h"

namespace loupe::comparison {
namespace {

constexpr int kContrastBins = 16;
/** Weaker evidence makes no region, nor belongs to one. */
constexpr float kLeastKept = 0.5F;

/** What one channel tells about a pair, in planes of its own resolution. */
struct Evidence {
  /** How far values leave the range of the other picture's nearest pixels, and of those some pixels around.
   */
  cv::Mat difference, beyond_edges;
  cv::Mat contrast;
  /** CIELAB units of one level. */
  double units = 1;
  /** Smallest difference that counts, in CIELAB units. */
  double least = 1;
  /** Pixels of the pictures along the side of one of the planes' pixels. */
  int pixel_side = 1;
};

int BinOf(int contrast) { return std::min(kContrastBins - 1, contrast / 8); }

/** Usual difference at places of each contrast, from the pair itself. */
std::array<double, kContrastBins> UsualDifferences(const Evidence& evidence, const cv::Mat& valid,
                                                   const DifferenceOptions& options) {
  std::vector<std::array<int, 256>> histograms(kContrastBins);
  for (auto& histogram : histograms) histogram.fill(0);
  const int side = evidence.pixel_side, stride = std::max(1, evidence.difference.rows / options.sampled_rows);
  for (int y = 0; y < evidence.difference.rows; y += stride) {
    const uchar* d = evidence.difference.ptr(y);
    const uchar* c = evidence.contrast.ptr(y);
    const uchar* v = valid.ptr(y * side);
    for (int x = 0; x < evidence.difference.cols; ++x) {
      if (v[x * side]) ++histograms[BinOf(c[x])][d[x]];
    }
  }
  std::array<double, kContrastBins> usual{};
  for (int bin = 0; bin < kContrastBins; ++bin) {
    long total = 0, below = 0;
    for (const int count : histograms[bin]) total += count;
    int level = 0;
    while (level < 255 && below + histograms[bin][level] < options.usual_share * total)
      below += histograms[bin][level++];
    // Few pixels tell little: lean on the neighboring bin.
    const double previous = bin > 0 ? usual[bin - 1] : 0;
    const double most = 4 + 0.12 * 8 * bin;
    const long enough = 400 / (side * side * stride);
    usual[bin] = total < enough ? previous : std::max(previous, std::min(most, double(level)));
  }
  return usual;
}

/** One over the difference to expect at each contrast. */
std::array<float, 256> InverseExpectations(const Evidence& evidence, const cv::Mat& valid,
                                           const DifferenceOptions& options) {
  const auto usual = UsualDifferences(evidence, valid, options);
  std::array<float, 256> inverse{};
  for (int c = 0; c < 256; ++c) {
    const double expected =
        evidence.least / evidence.units + options.per_contrast * c + options.per_noise * usual[BinOf(c)];
    inverse[c] = float(1.0 / expected);
  }
  return inverse;
}

bool AreEightZeros(const uchar* from) {
  uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes == 0;
}

struct PixelEvidence {
  float strength, beyond_edges;
  uchar size;
};

/** Keeps the larger of what is there already in the square of pixels that a plane's pixel stands for. */
void Raise(const cv::Point& at, int side, const PixelEvidence& evidence, const cv::Mat& valid,
           DifferenceMap& map) {
  const cv::Point end(std::min(at.x + side, valid.cols), std::min(at.y + side, valid.rows));
  for (int y = at.y; y < end.y; ++y) {
    for (int x = at.x; x < end.x; ++x) {
      if (!valid.at<uchar>(y, x)) continue;
      float &strength = map.strength.at<float>(y, x), &beyond = map.beyond_edges.at<float>(y, x);
      uchar& size = map.size.at<uchar>(y, x);
      strength = std::max(strength, evidence.strength);
      beyond = std::max(beyond, evidence.beyond_edges);
      size = std::max(size, evidence.size);
    }
  }
}

/** Divides by the difference to expect and adds it to the map. */
void AddEvidence(const Evidence& evidence, const cv::Mat& valid, const DifferenceOptions& options,
                 DifferenceMap& map) {
  const auto inverse = InverseExpectations(evidence, valid, options);
  const int side = evidence.pixel_side, width = evidence.difference.cols;
  for (int y = 0; y < evidence.difference.rows; ++y) {
    const uchar* d = evidence.difference.ptr(y);
    const uchar* c = evidence.contrast.ptr(y);
    const uchar* b = evidence.beyond_edges.ptr(y);
    for (int x = 0; x < width; ++x) {
      // Most pixels do not differ at all.
      while (x + 8 <= width && AreEightZeros(d + x)) x += 8;
      if (x >= width) break;
      // What lies beyond displaced edges is a part of the difference.
      const float strength = d[x] * inverse[c[x]];
      if (strength < kLeastKept) continue;
      const PixelEvidence pixel{strength, b[x] * inverse[c[x]],
                                cv::saturate_cast<uchar>(d[x] * evidence.units)};
      Raise({x * side, y * side}, side, pixel, valid, map);
    }
  }
}

Evidence EvidenceOfLightness(const cv::Mat& a, const cv::Mat& b, const DifferenceOptions& options) {
  Neighborhood around_a = Widened({a, a}), around_b = Widened({b, b});
  Evidence evidence;
  evidence.difference = BeyondRange(a, around_a, b, around_b);
  around_a = Widened(around_a), around_b = Widened(around_b);
  evidence.contrast = LesserContrast(around_a, around_b);
  for (int px = 2; px < options.edge_shift_px; ++px)
    around_a = Widened(around_a), around_b = Widened(around_b);
  evidence.beyond_edges = BeyondRange(a, around_a, b, around_b);
  evidence.units = 100.0 / 255;
  evidence.least = options.least_lightness;
  return evidence;
}

Evidence EvidenceOfChroma(const cv::Mat& a, const cv::Mat& b, const DifferenceOptions& options) {
  Neighborhood around_a = Widened({a, a}), around_b = Widened({b, b});
  Evidence evidence;
  evidence.difference = BeyondRange(a, around_a, b, around_b);
  evidence.contrast = LesserContrast(around_a, around_b);
  for (int px = 2; px < options.edge_shift_px; px += 2)
    around_a = Widened(around_a), around_b = Widened(around_b);
  evidence.beyond_edges = BeyondRange(a, around_a, b, around_b);
  evidence.least = options.least_chroma;
  evidence.pixel_side = 2;
  return evidence;
}

}  // namespace

DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const cv::Mat& settled, const DifferenceOptions& options) {
  DifferenceMap map;
  map.strength = cv::Mat::zeros(reference.size(), CV_32F);
  map.beyond_edges = cv::Mat::zeros(reference.size(), CV_32F);
  map.size = cv::Mat::zeros(reference.size(), CV_8U);

  cv::Mat r = LightnessOf(reference), q = LightnessOf(query);
  MatchSharpness(r, q, valid, options.sharpness);
  cv::GaussianBlur(r, r, {3, 3}, 0.6);
  cv::GaussianBlur(q, q, {3, 3}, 0.6);
  AddEvidence(EvidenceOfLightness(r, q, options), valid, options, map);

  // JPEG keeps chroma at half resolution, and chroma noise is coarse: compare it reduced and smoothed.
  HalfChroma of_r = HalfChromaOf(reference), of_q = HalfChromaOf(query);
  for (cv::Mat* plane : {&of_r.a, &of_r.b, &of_q.a, &of_q.b}) cv::GaussianBlur(*plane, *plane, {3, 3}, 0.75);
  AddEvidence(EvidenceOfChroma(of_r.a, of_q.a, options), valid, options, map);
  AddEvidence(EvidenceOfChroma(of_r.b, of_q.b, options), valid, options, map);
  if (settled.data != valid.data) map.beyond_edges.setTo(0, settled == 0);
  return map;
}

}  // namespace loupe::comparison
