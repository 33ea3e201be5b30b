#include "core/comparison/shifts.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/neighborhoods.h"

namespace loupe::comparison {
namespace {

/** A plane and what the nearest pixels of the other one may lie between. */
struct Ranged {
  cv::Mat plane;
  Neighborhood range;
};

Ranged RangedOf(const cv::Mat& plane, double tolerance) {
  return {plane, Shrunk(plane, Widened({plane, plane}), tolerance)};
}

/** The plane half a pixel further right, further down, or both. */
cv::Mat HalfPixelOn(const cv::Mat& plane, bool right, bool down) {
  cv::Mat moved(plane.size(), CV_8U);
  for (int y = 0; y < plane.rows; ++y) {
    const uchar* upper = plane.ptr(y);
    const uchar* lower = down ? plane.ptr(std::min(y + 1, plane.rows - 1)) : upper;
    uchar* out = moved.ptr(y);
    for (int x = 0; x < plane.cols; ++x) {
      const int next = right ? std::min(x + 1, plane.cols - 1) : x;
      out[x] = uchar((upper[x] + upper[next] + lower[x] + lower[next] + 2) >> 2);
    }
  }
  return moved;
}

/** One cell with its surroundings. */
class Cell {
 public:
  Cell(const BandEvidence& band, const cv::Rect& cell, const std::array<float, 256>& inverse,
       const DifferenceOptions& options)
      : options_(options), band_(band), cell_(cell) {
    const cv::Rect all({0, 0}, band.reference.size());
    const int around = options.shifts.around_px, reach = (options.shifts.reach_half_px + 1) / 2 + 2;
    window_ =
        cv::Rect(cell.x - around, cell.y - around, cell.width + 2 * around, cell.height + 2 * around) & all;
    reference_ = Cut(band.reference, window_, 1);
    const Ranged whole = RangedOf(reference_, options.tolerance);
    const cv::Rect inner({1, 1}, window_.size());
    reference_ = whole.plane(inner);
    low_ = whole.range.low(inner), high_ = whole.range.high(inner);
    reach_ = reach;
    const cv::Mat query = Cut(band.query, window_, reach);
    for (int phase = 0; phase < 4; ++phase) {
      const bool right = (phase & 1) != 0, down = (phase & 2) != 0;
      phases_[phase] = RangedOf(phase == 0 ? query : HalfPixelOn(query, right, down), options.tolerance);
    }
    weights_.create(window_.size(), CV_32F);
    const cv::Mat contrast = band.channels[0].contrast(window_);
    for (int y = 0; y < window_.height; ++y) {
      for (int x = 0; x < window_.width; ++x) weights_.at<float>(y, x) = inverse[contrast.at<uchar>(y, x)];
    }
  }

  /** The difference that the best displacement leaves in the cell, and its strength. */
  void Explain(cv::Mat strength, cv::Mat size) const {
    const int reach = options_.shifts.reach_half_px;
    const cv::Mat as_is = Difference(0, 0);
    double best = options_.shifts.believed_share * Sum(as_is);
    cv::Mat left = as_is;
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const cv::Mat difference = Difference(dx, dy);
        const double sum = Sum(difference);
        if (sum < best) best = sum, left = difference;
      }
    }
    const cv::Rect own = cell_ - window_.tl();
    left(own).copyTo(size);
    ExcuseWideEdges(size);
    for (int y = 0; y < own.height; ++y) {
      for (int x = 0; x < own.width; ++x)
        strength.at<float>(y, x) = size.at<uchar>(y, x) * weights_.at<float>(own.y + y, own.x + x);
    }
  }

 private:
  static cv::Mat Cut(const cv::Mat& plane, const cv::Rect& window, int px) {
    const cv::Rect wide(window.x - px, window.y - px, window.width + 2 * px, window.height + 2 * px);
    const cv::Rect there = wide & cv::Rect({0, 0}, plane.size());
    cv::Mat cut;
    cv::copyMakeBorder(plane(there), cut, there.y - wide.y, wide.br().y - there.br().y, there.x - wide.x,
                       wide.br().x - there.br().x, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
    return cut;
  }

  /** Displaced by half pixels. */
  cv::Mat Difference(int dx, int dy) const {
    const Ranged& query = phases_[(dx & 1) + 2 * (dy & 1)];
    const cv::Rect at(cv::Point(reach_ + (dx >> 1), reach_ + (dy >> 1)), window_.size());
    return BeyondRange(reference_, {low_, high_}, query.plane(at),
                       {query.range.low(at), query.range.high(at)});
  }

  /** Takes away what lies beside an edge between two wide areas of both pictures: such edges stray by more.
   */
  void ExcuseWideEdges(cv::Mat& difference) const {
    const ShiftOptions& options = options_.shifts;
    const cv::Rect own({options.wide_px, options.wide_px}, cell_.size());
    const cv::Mat r = Cut(band_.reference, cell_, options.wide_px),
                  q = Cut(band_.query, cell_, options.wide_px);
    cv::Mat wide_r, wide_q;
    cv::medianBlur(r, wide_r, options.wide_px);
    cv::medianBlur(q, wide_q, options.wide_px);
    Neighborhood around_r{wide_r, wide_r}, around_q{wide_q, wide_q};
    for (int px = 0; px < options.wide_edge_px; ++px)
      around_r = Widened(around_r), around_q = Widened(around_q);
    for (int y = 0; y < own.height; ++y) {
      for (int x = 0; x < own.width; ++x) {
        uchar& left = difference.at<uchar>(y, x);
        if (left == 0) continue;
        const cv::Point at = own.tl() + cv::Point(x, y);
        const int of_r = r.at<uchar>(at), of_q = q.at<uchar>(at), slack = std::abs(of_r - of_q) / 6 + 2;
        const auto is_near = [&](int value, const cv::Mat& plane) {
          return std::abs(value - plane.at<uchar>(at)) <= slack;
        };
        const auto is_within = [&](int value, const Neighborhood& around) {
          return value >= around.low.at<uchar>(at) - slack && value <= around.high.at<uchar>(at) + slack;
        };
        if (is_near(of_r, wide_r) && is_near(of_q, wide_q) && is_within(of_q, around_r) &&
            is_within(of_r, around_q))
          left = 0;
      }
    }
  }

  double Sum(const cv::Mat& difference) const {
    double sum = 0;
    for (int y = 0; y < difference.rows; ++y) {
      const uchar* d = difference.ptr(y);
      const float* w = weights_.ptr<float>(y);
      float row = 0;
      for (int x = 0; x < difference.cols; ++x) row += float(d[x]) * w[x];
      sum += row;
    }
    return sum;
  }

  const DifferenceOptions& options_;
  const BandEvidence& band_;
  cv::Rect cell_, window_;
  int reach_ = 0;
  cv::Mat reference_, low_, high_, weights_;
  std::array<Ranged, 4> phases_;
};

float Strongest(const cv::Mat& strength, const cv::Rect& cell) {
  float most = 0;
  for (int y = cell.y; y < cell.br().y; ++y) {
    const float* p = strength.ptr<float>(y);
    most = std::max(most, *std::max_element(p + cell.x, p + cell.br().x));
  }
  return most;
}

}  // namespace

cv::Mat ExplainByShifts(const BandEvidence& evidence, const std::array<float, 256>& inverse_expectations,
                        const DifferenceOptions& options, cv::Mat& size) {
  const Evidence& lightness = evidence.channels[0];
  const cv::Size own(lightness.difference.cols, evidence.band.rows());
  const int offset = evidence.band.first - evidence.band.from;
  cv::Mat strength(own, CV_32F);
  size = lightness.difference.rowRange(offset, offset + own.height).clone();
  for (int y = 0; y < own.height; ++y) {
    const uchar* d = lightness.difference.ptr(y + offset);
    const uchar* c = lightness.contrast.ptr(y + offset);
    float* s = strength.ptr<float>(y);
    for (int x = 0; x < own.width; ++x) s[x] = d[x] == 0 ? 0 : d[x] * inverse_expectations[c[x]];
  }
  const int side = options.shifts.cell_px;
  const cv::Mat as_is = strength.clone();
  for (int y = 0; y < own.height; y += side) {
    for (int x = 0; x < own.width; x += side) {
      const cv::Rect cell = cv::Rect(x, y, side, side) & cv::Rect({0, 0}, own);
      if (Strongest(as_is, cell) < options.looked_at) continue;
      Cell(evidence, cell + cv::Point(0, offset), inverse_expectations, options)
          .Explain(strength(cell), size(cell));
    }
  }
  return strength;
}

}  // namespace loupe::comparison
