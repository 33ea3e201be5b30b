#include "core/comparison/kinds.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/comparison/color_shift.h"

namespace loupe::comparison {
namespace {

cv::Rect Padded(const cv::Rect& box, int px, const cv::Size& size) {
  return cv::Rect(box.x - px, box.y - px, box.width + 2 * px, box.height + 2 * px) & cv::Rect({0, 0}, size);
}

cv::Scalar MedianColor(const cv::Mat& rgb, const cv::Mat& mask) {
  cv::Scalar median;
  for (int c = 0; c < 3; ++c) {
    std::vector<uchar> values;
    for (int y = 0; y < rgb.rows; ++y) {
      for (int x = 0; x < rgb.cols; ++x) {
        if (mask.at<uchar>(y, x)) values.push_back(rgb.at<cv::Vec3b>(y, x)[c]);
      }
    }
    if (values.empty()) return cv::mean(rgb);
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    median[c] = values[values.size() / 2];
  }
  return median;
}

/** How far each pixel lies from the color of the region's surroundings (CV_8U, greatest channel). */
cv::Mat Distinctness(const cv::Mat& rgb, const cv::Scalar& surroundings) {
  cv::Mat difference, channels[3], result;
  cv::absdiff(rgb, surroundings, difference);
  cv::split(difference, channels);
  cv::max(channels[0], channels[1], result);
  cv::max(result, channels[2], result);
  return result;
}

struct Marks {
  /** Pixels of the box where the reference, or the query, stands out more. */
  cv::Mat in_reference, in_query;
  double reference_distinctness = 0, query_distinctness = 0;
  double reference_unrest = 0, query_unrest = 0;
};

Marks FindMarks(const Region& region, const cv::Mat& reference, const cv::Mat& query, int ring_px) {
  const cv::Rect around = Padded(region.box, ring_px, reference.size());
  cv::Mat own = cv::Mat::zeros(around.size(), CV_8U), ring;
  region.mask.copyTo(own(region.box - around.tl()));
  cv::dilate(own, ring, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  ring = ~ring;
  const cv::Mat r = reference(around), q = query(around);
  const cv::Mat stands_out_r = Distinctness(r, MedianColor(r, ring));
  const cv::Mat stands_out_q = Distinctness(q, MedianColor(q, ring));
  Marks marks;
  marks.reference_distinctness = cv::mean(stands_out_r, own)[0];
  marks.query_distinctness = cv::mean(stands_out_q, own)[0];
  if (cv::countNonZero(ring) > 0) {
    marks.reference_unrest = cv::mean(stands_out_r, ring)[0];
    marks.query_unrest = cv::mean(stands_out_q, ring)[0];
  }
  const cv::Rect inner = region.box - around.tl();
  marks.in_reference = (stands_out_r(inner) > stands_out_q(inner)) & region.mask;
  marks.in_query = (stands_out_q(inner) > stands_out_r(inner)) & region.mask;
  return marks;
}

Kind KindOf(const Marks& m, double noise_levels) {
  const bool quiet_in_reference = m.reference_distinctness < 1.5 * m.reference_unrest + noise_levels;
  const bool quiet_in_query = m.query_distinctness < 1.5 * m.query_unrest + noise_levels;
  if (quiet_in_reference && m.query_distinctness > 2 * m.reference_distinctness) return Kind::kAdded;
  if (quiet_in_query && m.reference_distinctness > 2 * m.query_distinctness) return Kind::kMissing;
  return Kind::kChanged;
}

/** The region with a little of what lies around it. */
bool IsRecoloredAt(const Region& region, const cv::Mat& reference, const cv::Mat& query,
                   const ColorShiftOptions& options) {
  const cv::Rect around = Padded(region.box, 8, reference.size());
  cv::Mat mask = cv::Mat::zeros(around.size(), CV_8U);
  region.mask.copyTo(mask(region.box - around.tl()));
  return IsRecolored(reference(around), query(around), mask, options);
}

bool AreOfLikeSize(const cv::Rect& a, const cv::Rect& b) {
  const auto alike = [](int x, int y) { return std::abs(x - y) <= 4 + 0.25 * std::max(x, y); };
  return alike(a.width, b.width) && alike(a.height, b.height);
}

/** True when what the reference shows at `from` is what the query shows at `to`, give or take a few pixels.
 */
bool IsSameMark(const cv::Mat& reference, const cv::Rect& from, const cv::Mat& query, const cv::Rect& to,
                double least_correlation, double same_color_levels) {
  if (from.area() < 16 || to.area() < 16 || !AreOfLikeSize(from, to)) return false;
  const cv::Point2d moved = 0.5 * (cv::Point2d(to.tl() + to.br()) - cv::Point2d(from.tl() + from.br()));
  if (cv::norm(moved) < 1.5) return false;
  const cv::Rect pattern = Padded(from, 2, reference.size());
  const cv::Rect within = Padded(to, 8, query.size());
  if (within.width < pattern.width || within.height < pattern.height) return false;
  cv::Mat result;
  cv::matchTemplate(query(within), reference(pattern), result, cv::TM_CCOEFF_NORMED);
  double best = 0;
  cv::Point at;
  cv::minMaxLoc(result, nullptr, &best, nullptr, &at);
  if (best < least_correlation || best > 1.001) return false;
  const cv::Rect found(within.tl() + at, pattern.size());
  return cv::norm(reference(pattern), query(found), cv::NORM_L1) <= 3 * same_color_levels * pattern.area();
}

/** A mark that moved by less than its gap to the next one leaves one region that holds both places. */
void TryShortMove(Change& change, const Marks& marks, const cv::Mat& reference, const cv::Mat& query,
                  const KindOptions& options) {
  const cv::Point corner = change.region.box.tl();
  const cv::Rect from = cv::boundingRect(marks.in_reference) + corner;
  const cv::Rect to = cv::boundingRect(marks.in_query) + corner;
  if (!IsSameMark(reference, from, query, to, options.same_mark_nearby, options.same_color_levels)) return;
  // What still shows at its old place has changed its color, not its place.
  cv::Mat unmoved;
  cv::matchTemplate(query(from), reference(from), unmoved, cv::TM_CCOEFF_NORMED);
  if (unmoved.at<float>(0, 0) > options.still_there) return;
  change.kind = Kind::kMoved;
  change.old_place = from;
  change.new_place = to;
}

void PairFarMoves(std::vector<Change>& changes, const cv::Mat& reference, const cv::Mat& query,
                  const KindOptions& options) {
  std::vector<bool> is_taken(changes.size(), false);
  const size_t count = std::min(changes.size(), size_t(options.most_for_pairing));
  for (size_t i = 0; i < count; ++i) {
    if (changes[i].kind != Kind::kMissing || is_taken[i]) continue;
    for (size_t j = 0; j < count; ++j) {
      if (changes[j].kind != Kind::kAdded || is_taken[j]) continue;
      const cv::Rect &from = changes[i].region.box, &to = changes[j].region.box;
      if (std::max(from.width, from.height) < options.least_side_far_px) continue;
      if (!IsSameMark(reference, from, query, to, options.same_mark_far, options.same_color_levels)) continue;
      changes[i].kind = Kind::kMoved;
      changes[i].new_place = changes[j].region.box;
      changes[i].new_region = changes[j].region;
      changes[i].has_new_region = true;
      is_taken[j] = true;
      break;
    }
  }
  std::vector<Change> kept;
  for (size_t i = 0; i < changes.size(); ++i) {
    if (!is_taken[i]) kept.push_back(std::move(changes[i]));
  }
  changes = std::move(kept);
}

}  // namespace

std::vector<Change> ClassifyRegions(std::vector<Region> regions, const cv::Mat& reference,
                                    const cv::Mat& query, const KindOptions& options,
                                    const ColorShiftOptions& colors) {
  std::vector<Change> changes;
  for (Region& region : regions) {
    const Marks marks = FindMarks(region, reference, query, options.ring_px);
    Change change;
    change.kind = KindOf(marks, options.noise_levels);
    change.old_place = change.new_place = region.box;
    const cv::Mat r = reference(region.box), q = query(region.box);
    change.delta_e = MeanDeltaE(r, q, region.mask);
    const bool is_recolored =
        change.kind == Kind::kChanged && IsRecoloredAt(region, reference, query, colors);
    change.region = std::move(region);
    if (change.kind == Kind::kChanged) TryShortMove(change, marks, reference, query, options);
    if (change.kind == Kind::kChanged && is_recolored) change.kind = Kind::kRecolored;
    changes.push_back(std::move(change));
  }
  PairFarMoves(changes, reference, query, options);
  return changes;
}

}  // namespace loupe::comparison
