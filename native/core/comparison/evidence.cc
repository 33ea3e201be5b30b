#include "core/comparison/evidence.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/comparison/lab_planes.h"
#include "core/comparison/neighborhoods.h"

namespace loupe::comparison {
namespace {

/** More than filters, displaced cells and what they look at reach together; even, as chroma is halved. */
constexpr int kAroundRows = 24;

Evidence EvidenceOfLightness(const cv::Mat& a, const cv::Mat& b, const DifferenceOptions& options) {
  Neighborhood around_a = Widened({a, a}), around_b = Widened({b, b});
  Evidence evidence;
  evidence.difference =
      BeyondRange(a, Shrunk(a, around_a, options.tolerance), b, Shrunk(b, around_b, options.tolerance));
  evidence.contrast = LesserContrast(Widened(around_a), Widened(around_b));
  evidence.units = 100.0 / 255;
  evidence.least = options.least_lightness;
  return evidence;
}

/** JPEG keeps chroma at half resolution, and chroma noise is coarse: edges may lie anywhere within two of its
 * pixels. */
Evidence EvidenceOfChroma(const cv::Mat& a, const cv::Mat& b, const DifferenceOptions& options) {
  const Neighborhood around_a = Widened({a, a}), around_b = Widened({b, b});
  Evidence evidence;
  evidence.contrast = LesserContrast(around_a, around_b);
  evidence.difference = BeyondRange(a, Widened(around_a), b, Widened(around_b));
  evidence.least = options.least_chroma;
  evidence.pixel_side = 2;
  return evidence;
}

}  // namespace

Band BandAt(int first, int band_rows, int picture_rows) {
  const int last = std::min(picture_rows, first + band_rows);
  return {first, last, std::max(0, first - kAroundRows), std::min(picture_rows, last + kAroundRows)};
}

BandEvidence GatherEvidence(const cv::Mat& reference, const cv::Mat& query, const Band& band,
                            const Sharpness& sharpness, const DifferenceOptions& options) {
  const cv::Mat rows_r = reference.rowRange(band.from, band.to), rows_q = query.rowRange(band.from, band.to);
  BandEvidence evidence;
  evidence.band = band;
  cv::Mat &r = evidence.reference = LightnessOf(rows_r), &q = evidence.query = LightnessOf(rows_q);
  MatchSharpness(sharpness, band.from, r, q);
  cv::GaussianBlur(r, r, {3, 3}, 0.6);
  cv::GaussianBlur(q, q, {3, 3}, 0.6);
  evidence.channels[0] = EvidenceOfLightness(r, q, options);
  HalfChroma of_r = HalfChromaOf(rows_r), of_q = HalfChromaOf(rows_q);
  for (cv::Mat* plane : {&of_r.a, &of_r.b, &of_q.a, &of_q.b}) cv::GaussianBlur(*plane, *plane, {3, 3}, 0.75);
  evidence.channels[1] = EvidenceOfChroma(of_r.a, of_q.a, options);
  evidence.channels[2] = EvidenceOfChroma(of_r.b, of_q.b, options);
  return evidence;
}

}  // namespace loupe::comparison
