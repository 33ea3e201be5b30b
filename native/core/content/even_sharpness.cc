#include "core/content/even_sharpness.h"

#include <algorithm>
#include <array>
#include <functional>
#include <opencv2/imgproc.hpp>

#include "core/content/blocks/block_correlation.h"

namespace loupe::content {
namespace {

constexpr std::array<double, 5> kReferenceSigmas = {0.7, 1.0, 1.4, 2.0, 2.8};
constexpr std::array<double, 3> kQuerySigmas = {0.7, 1.0, 1.4};
/** Room around a block, so that blurring does not reach beyond what was cut out. */
constexpr int kMarginPx = 10;

/** Blocks of a picture one below the other, each with a margin. */
cv::Mat Column(const cv::Mat& gray, const std::vector<cv::Rect>& blocks) {
  const int side = blocks.front().width + 2 * kMarginPx;
  cv::Mat column(side * int(blocks.size()), side, CV_8U);
  for (size_t i = 0; i < blocks.size(); ++i) {
    const cv::Rect wide(blocks[i].x - kMarginPx, blocks[i].y - kMarginPx, side, side);
    const cv::Rect there = wide & cv::Rect({0, 0}, gray.size());
    cv::copyMakeBorder(gray(there), column.rowRange(side * int(i), side * int(i + 1)), there.y - wide.y,
                       wide.br().y - there.br().y, there.x - wide.x, wide.br().x - there.br().x,
                       cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
  }
  return column;
}

cv::Mat Blurred(const cv::Mat& gray, double sigma) {
  cv::Mat blurred;
  cv::GaussianBlur(gray, blurred, {0, 0}, sigma);
  return blurred;
}

/** Mean correlation of the third of the blocks that agrees best. */
double Score(const cv::Mat& reference, const cv::Mat& query, int block_px, const ContentOptions& options) {
  const Slopes a = SlopesOf(reference), b = SlopesOf(query);
  const int side = block_px + 2 * kMarginPx;
  std::vector<double> correlations;
  for (int top = 0; top < reference.rows; top += side) {
    const cv::Rect block(kMarginPx, top + kMarginPx, block_px, block_px);
    correlations.push_back(CorrelationAt(a, block, b, block.tl(), options));
  }
  const size_t third = std::max<size_t>(1, correlations.size() / 3);
  std::partial_sort(correlations.begin(), correlations.begin() + third, correlations.end(), std::greater<>());
  double sum = 0;
  for (size_t i = 0; i < third; ++i) sum += correlations[i];
  return sum / double(third);
}

}  // namespace

double EvenSharpness(cv::Mat& reference, cv::Mat& query, const std::vector<cv::Rect>& inked,
                     const ContentOptions& options) {
  if (inked.size() < 4) return 0;
  const size_t step = 1 + inked.size() / size_t(options.blur_blocks);
  std::vector<cv::Rect> asked;
  for (size_t i = 0; i < inked.size(); i += step) asked.push_back(inked[i]);
  const int block_px = inked.front().width;
  const cv::Mat r = Column(reference, asked), q = Column(query, asked);
  const double as_they_are = Score(r, q, block_px, options);
  double best = as_they_are, sigma = 0;
  for (const double tried : kReferenceSigmas) {
    const double score = Score(Blurred(r, tried), q, block_px, options);
    if (score < best + options.blur_gain) break;
    best = score, sigma = tried;
  }
  if (sigma > 0) {
    reference = Blurred(reference, sigma);
    return sigma;
  }
  for (const double tried : kQuerySigmas) {
    const double score = Score(r, Blurred(q, tried), block_px, options);
    if (score < best + options.blur_gain) break;
    best = score, sigma = tried;
  }
  if (sigma > 0) query = Blurred(query, sigma);
  return 0;
}

}  // namespace loupe::content
