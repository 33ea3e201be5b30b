#include "core/registration/correlation.h"

#include <algorithm>
#include <cmath>

namespace loupe::registration {
namespace {

struct Moments {
  double sum_r = 0, sum_q = 0, sum_rr = 0, sum_qq = 0, sum_rq = 0;
  bool is_valid = true;
};

Moments MomentsOf(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                  const cv::Rect& block) {
  long sum_r = 0, sum_q = 0, sum_rr = 0, sum_qq = 0, sum_rq = 0;
  bool is_valid = true;
  for (int y = block.y; y < block.y + block.height; ++y) {
    const uchar* r = reference.ptr<uchar>(y) + block.x;
    const uchar* q = query.ptr<uchar>(y) + block.x;
    const uchar* v = valid.ptr<uchar>(y) + block.x;
    for (int x = 0; x < block.width; ++x) {
      is_valid = is_valid && v[x] != 0;
      sum_r += r[x];
      sum_q += q[x];
      sum_rr += r[x] * r[x];
      sum_qq += q[x] * q[x];
      sum_rq += r[x] * q[x];
    }
  }
  return {double(sum_r), double(sum_q), double(sum_rr), double(sum_qq), double(sum_rq), is_valid};
}

}  // namespace

BlockAgreement MeasureAgreement(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& valid,
                                int block_px, const AgreementOptions& options) {
  BlockAgreement agreement;
  const int side = std::max(2, std::min({block_px, reference.cols, reference.rows}));
  if (reference.cols < 2 || reference.rows < 2) return agreement;
  double correlation_sum = 0;
  int agreeing = 0;
  for (int y = 0; y + side <= reference.rows; y += side) {
    for (int x = 0; x + side <= reference.cols; x += side) {
      const Moments m = MomentsOf(reference, query, valid, {x, y, side, side});
      if (!m.is_valid) continue;
      ++agreement.valid_blocks;
      const double n = double(side) * side;
      const double var_r = std::max(0.0, m.sum_rr / n - (m.sum_r / n) * (m.sum_r / n));
      const double var_q = std::max(0.0, m.sum_qq / n - (m.sum_q / n) * (m.sum_q / n));
      if (std::max(var_r, var_q) < options.detail_deviation * options.detail_deviation) continue;
      ++agreement.detailed_blocks;
      // The added constant keeps a nearly flat block from correlating by its noise alone.
      const double covariance = m.sum_rq / n - (m.sum_r / n) * (m.sum_q / n);
      const double correlation = covariance / (std::sqrt(var_r * var_q) + 1.0);
      correlation_sum += correlation;
      if (correlation >= options.agreeing) ++agreeing;
    }
  }
  if (agreement.detailed_blocks > 0) {
    agreement.mean_correlation = correlation_sum / agreement.detailed_blocks;
    agreement.share = double(agreeing) / agreement.detailed_blocks;
  }
  return agreement;
}

}  // namespace loupe::registration
