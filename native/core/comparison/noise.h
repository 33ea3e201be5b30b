#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "core/comparison/evidence.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/** What differs usually at places of each contrast, counted over parts of the pair itself. */
class UsualDifferences {
 public:
  /** Counts a channel of a band; `valid` has the whole picture. */
  void Add(const Evidence& evidence, const Band& band, const cv::Mat& valid);

  /** Adds pixels that do not differ at all, taken to be as busy as the others. */
  void AddSame(int64_t pixels) { same_ += pixels; }

  /** One over the difference to expect at each contrast, in levels. */
  std::array<float, 256> InverseExpectations(const Evidence& of_channel,
                                             const DifferenceOptions& options) const;

 private:
  static constexpr int kBins = 16;
  static int BinOf(int contrast) { return contrast / 8 < kBins ? contrast / 8 : kBins - 1; }
  std::array<double, kBins> Usual(double usual_share) const;

  std::array<std::array<int64_t, 256>, kBins> histograms_{};
  int64_t same_ = 0;
};

}  // namespace loupe::comparison
