#include "core/comparison/difference.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/comparison/evidence.h"
#include "core/comparison/noise.h"
#include "core/comparison/sharpness.h"
#include "core/comparison/shifts.h"

namespace loupe::comparison {
namespace {

/** Weaker evidence makes no region, nor belongs to one. */
constexpr float kLeastKept = 0.5F;

void Raise(uchar& value, float to) { value = std::max(value, uchar(std::min(to, 255.0F))); }

/** Writes what a band of lightness says. */
void AddLightness(const BandEvidence& evidence, const std::array<float, 256>& inverse, const cv::Mat& valid,
                  const DifferenceOptions& options, DifferenceMap& map) {
  cv::Mat levels;
  const cv::Mat strength = ExplainByShifts(evidence, inverse, options, levels);
  const Band& band = evidence.band;
  const float units = float(evidence.channels[0].units);
  for (int y = 0; y < band.rows(); ++y) {
    const float* s = strength.ptr<float>(y);
    const uchar *v = valid.ptr(band.first + y), *d = levels.ptr(y);
    uchar *out = map.strength.ptr(band.first + y), *size = map.size.ptr(band.first + y);
    for (int x = 0; x < strength.cols; ++x) {
      if (s[x] < kLeastKept || !v[x]) continue;
      Raise(out[x], s[x] * DifferenceMap::kUnit);
      Raise(size[x], float(d[x]) * units);
    }
  }
}

/** Keeps the larger of what is there already in the squares of pixels that the plane's pixels stand for. */
void AddChroma(const Evidence& evidence, const Band& band, const std::array<float, 256>& inverse,
               const cv::Mat& valid, DifferenceMap& map) {
  const int offset = band.from / 2;
  for (int y = band.first; y < band.last; ++y) {
    const uchar *d = evidence.difference.ptr(y / 2 - offset), *c = evidence.contrast.ptr(y / 2 - offset);
    const uchar* v = valid.ptr(y);
    uchar *out = map.strength.ptr(y), *size = map.size.ptr(y);
    for (int x = 0; x < valid.cols; ++x) {
      const uchar difference = d[x / 2];
      if (difference == 0 || !v[x]) continue;
      const float strength = float(difference) * inverse[c[x / 2]];
      if (strength < kLeastKept) continue;
      Raise(out[x], strength * DifferenceMap::kUnit);
      Raise(size[x], float(difference * evidence.units));
    }
  }
}

}  // namespace

DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const DifferenceOptions& options,
                                const base::CancellationToken* cancellation) {
  DifferenceMap map;
  map.strength = cv::Mat::zeros(reference.size(), CV_8U);
  map.size = cv::Mat::zeros(reference.size(), CV_8U);
  const int rows = reference.rows, band_rows = options.band_rows;
  const int bands = (rows + band_rows - 1) / band_rows;
  // What is usual is learned from some of the bands, which are kept.
  const int stride = std::max(1, int(double(reference.total()) / options.sampled_pixels));
  const Sharpness sharpness = FindSharpness(reference, query, valid, options.sharpness);
  map.blurred_share = sharpness.blurred_share;
  std::map<int, BandEvidence> sampled;
  std::array<UsualDifferences, 3> usual;
  for (int i = 0; i < bands; i += stride) {
    base::ThrowIfCancelled(cancellation);
    const Band band = BandAt(i * band_rows, band_rows, rows);
    const BandEvidence& evidence =
        sampled.emplace(i, GatherEvidence(reference, query, band, sharpness, options)).first->second;
    for (int c = 0; c < 3; ++c) usual[c].Add(evidence.channels[c], band, valid);
  }
  std::array<std::array<float, 256>, 3> inverse;
  for (int c = 0; c < 3; ++c)
    inverse[c] = usual[c].InverseExpectations(sampled.begin()->second.channels[c], options);
  for (int i = 0; i < bands; ++i) {
    base::ThrowIfCancelled(cancellation);
    const auto known = sampled.find(i);
    const BandEvidence evidence =
        known != sampled.end()
            ? std::move(known->second)
            : GatherEvidence(reference, query, BandAt(i * band_rows, band_rows, rows), sharpness, options);
    AddLightness(evidence, inverse[0], valid, options, map);
    for (int c = 1; c < 3; ++c) AddChroma(evidence.channels[c], evidence.band, inverse[c], valid, map);
    if (known != sampled.end()) sampled.erase(known);
  }
  return map;
}

}  // namespace loupe::comparison
