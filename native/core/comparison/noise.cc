#include "core/comparison/noise.h"

#include <algorithm>

namespace loupe::comparison {

void UsualDifferences::Add(const Evidence& evidence, const Band& band, const cv::Mat& valid) {
  const int side = evidence.pixel_side, offset = band.from / side;
  const int first = band.first / side, last = (band.last + side - 1) / side;
  for (int y = first; y < last; ++y) {
    const uchar* d = evidence.difference.ptr(y - offset);
    const uchar* c = evidence.contrast.ptr(y - offset);
    const uchar* v = valid.ptr(std::min(y * side, valid.rows - 1));
    for (int x = 0; x < evidence.difference.cols; ++x) {
      if (v[x * side]) ++histograms_[BinOf(c[x])][d[x]];
    }
  }
}

std::array<double, UsualDifferences::kBins> UsualDifferences::Usual(double usual_share) const {
  std::array<double, kBins> usual{};
  int64_t all = 0;
  for (const auto& histogram : histograms_)
    for (const int64_t count : histogram) all += count;
  const double same_share = all == 0 ? 0 : double(same_) / double(all);
  for (int bin = 0; bin < kBins; ++bin) {
    int64_t total = 0;
    for (const int64_t count : histograms_[bin]) total += count;
    double below = same_share * double(total);
    const double wanted = usual_share * (double(total) + below);
    int level = 0;
    while (level < 255 && below + double(histograms_[bin][level]) < wanted)
      below += double(histograms_[bin][level++]);
    // Few pixels say little: lean on the neighboring bin.
    const double previous = bin > 0 ? usual[bin - 1] : 0;
    const double most = 4 + 0.12 * 8 * bin;
    usual[bin] = total < 400 ? previous : std::max(previous, std::min(most, double(level)));
  }
  return usual;
}

std::array<float, 256> UsualDifferences::InverseExpectations(const Evidence& of_channel,
                                                             const DifferenceOptions& options) const {
  const auto usual = Usual(options.usual_share);
  std::array<float, 256> inverse{};
  for (int c = 0; c < 256; ++c) {
    const double expected =
        of_channel.least / of_channel.units + options.per_contrast * c + options.per_noise * usual[BinOf(c)];
    inverse[c] = float(1.0 / expected);
  }
  return inverse;
}

}  // namespace loupe::comparison
