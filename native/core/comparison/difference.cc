#include "core/comparison/difference.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "core/comparison/evidence.h"
#include "core/comparison/noise.h"
#include "core/comparison/sharpness.h"
#include "core/comparison/shifts.h"
#include "core/comparison/small_marks.h"

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

/** Files are mostly the very same pixels: rows that are need no look, as nothing around them differs either.
 */
bool Differs(const cv::Mat& reference, const cv::Mat& query, const Band& band) {
  const size_t length = reference.cols * reference.elemSize();
  for (int y = band.from; y < band.to; ++y)
    if (std::memcmp(reference.ptr(y), query.ptr(y), length) != 0) return true;
  return false;
}

}  // namespace

DifferenceMap MeasureDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                const DifferenceOptions& options, const cv::Mat& close,
                                const base::CancellationToken* cancellation) {
  DifferenceMap map;
  map.strength = cv::Mat::zeros(reference.size(), CV_8U);
  map.size = cv::Mat::zeros(reference.size(), CV_8U);
  const int rows = reference.rows, band_rows = options.band_rows;
  const int bands = (rows + band_rows - 1) / band_rows;
  // Some of the bands, which are kept, tell what is usual.
  const int stride = std::max(1, int(double(reference.total()) / options.sampled_pixels));
  const Sharpness sharpness = FindSharpness(reference, query, valid, options.sharpness);
  map.blurred_share = sharpness.blurred_share;
  std::vector<char> differs(bands, 0);
  for (int i = 0; i < bands; ++i) {
    base::ThrowIfCancelled(cancellation);
    differs[i] = Differs(reference, query, BandAt(i * band_rows, band_rows, rows));
  }
  const auto first = std::find(differs.begin(), differs.end(), char(1));
  if (first == differs.end()) return map;
  std::map<int, BandEvidence> sampled;
  std::array<UsualDifferences, 3> usual;
  const auto sample = [&](int i) {
    base::ThrowIfCancelled(cancellation);
    const Band band = BandAt(i * band_rows, band_rows, rows);
    const BandEvidence& evidence =
        sampled.emplace(i, GatherEvidence(reference, query, band, sharpness, options)).first->second;
    for (int c = 0; c < 3; ++c) usual[c].Add(evidence.channels[c], band, valid);
  };
  int64_t same = 0;
  for (int i = 0; i < bands; i += stride) {
    if (differs[i] != 0)
      sample(i);
    else
      same += int64_t{BandAt(i * band_rows, band_rows, rows).rows()} * reference.cols;
  }
  if (sampled.empty()) sample(int(first - differs.begin()));
  std::array<std::array<float, 256>, 3> inverse;
  for (int c = 0; c < 3; ++c) {
    const Evidence& evidence = sampled.begin()->second.channels[c];
    usual[c].AddSame(same / (evidence.pixel_side * evidence.pixel_side));
    inverse[c] = usual[c].InverseExpectations(evidence, options);
  }
  std::optional<SmallMarks> small_marks;
  if (!close.empty()) small_marks.emplace(reference.size(), close, options.small_marks);
  for (int i = 0; i < bands; ++i) {
    base::ThrowIfCancelled(cancellation);
    if (differs[i] == 0) continue;
    const auto known = sampled.find(i);
    const BandEvidence evidence =
        known != sampled.end()
            ? std::move(known->second)
            : GatherEvidence(reference, query, BandAt(i * band_rows, band_rows, rows), sharpness, options);
    if (small_marks) small_marks->Add(evidence, valid);
    AddLightness(evidence, inverse[0], valid, options, map);
    for (int c = 1; c < 3; ++c) AddChroma(evidence.channels[c], evidence.band, inverse[c], valid, map);
    if (known != sampled.end()) sampled.erase(known);
  }
  if (small_marks) small_marks->AddTo(map);
  return map;
}

}  // namespace loupe::comparison
