#include "core/verification/measure.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "core/verification/rectify.h"
#include "core/verification/repetition.h"

namespace loupe::verification {
namespace {

constexpr int kShiftDirections = 8;
/** Lengths of the shifts as shares of the reference's side. */
constexpr double kSmallestShift = 0.04;
constexpr double kLargestShift = 0.065;
/** The same, in query pixels: where the reference is seen small, shorter ones would reach back to the true
 * place. */
constexpr double kSmallestShiftPx = 2.5 * kConfirmRadiusPx;
constexpr double kLargestShiftPx = 4.0 * kConfirmRadiusPx;
constexpr double kLeastQueryPixels = 0.1;
/** Bending must not reach back to the true place. */
constexpr double kBentShift = 0.11;
constexpr int kBentShifts = 4;
constexpr size_t kLargestCounts = 3;
/** Cells a side of the grid that confirmed surface is counted in. */
constexpr int kGridCells = 6;
/** A cell with fewer keypoints cannot be expected to be confirmed. */
constexpr int kMinCellKeypoints = 2;
/** Cells a side of the grid that tells confirmed points at different places from levels of the same corner.
 */
constexpr int kSpotCells = 24;
/** Greatest error of a precise point, in query pixels. */
constexpr float kPreciseErrorPx = 1.0f;
/** Distance of the reference's corners from the query's, as a share of the side, for the same frame. */
constexpr double kSameFrameError = 0.03;

/** Quarter turns first: along and across the lines is where chance agreement is likeliest. */
cv::Point2d Shift(int number, double length) {
  const int direction = (number % 4) * (kShiftDirections / 4) + (number / 4) % 2;
  const double angle = 2.0 * 3.14159265358979323846 * direction / kShiftDirections;
  return {length * std::cos(angle), length * std::sin(angle)};
}

double SideOf(const signature::ReferenceView& reference) {
  return std::max(reference.working_size.width, reference.working_size.height);
}

bool IsInside(cv::Point2d p, image::ImageSize size) {
  return p.x >= 0 && p.y >= 0 && p.x < size.width && p.y < size.height;
}

/** Whether the reference's corners fall on the query's corners, in some multiple of a quarter turn. */
bool IsSameFrame(const features::Features& query, const signature::ReferenceView& reference,
                 const cv::Matx33d& h) {
  const std::vector<cv::Point2d> corners = geometry::ProjectCorners(h, reference.working_size);
  const double w = query.working_size.width, ht = query.working_size.height;
  const cv::Point2d frame[4] = {{0, 0}, {w, 0}, {w, ht}, {0, ht}};
  for (size_t turn = 0; turn < 4; ++turn) {
    bool same = true;
    for (size_t i = 0; i < 4; ++i) {
      const cv::Point2d error = corners[i] - frame[(i + turn) % 4];
      same = same && std::hypot(error.x, error.y) <= kSameFrameError * std::max(w, ht);
    }
    if (same) return true;
  }
  return false;
}

/** Query pixels that a pixel of the reference's side covers, on the average over the reference. */
double QueryPixelsOf(const geometry::Warp& warp, image::ImageSize reference) {
  const std::vector<cv::Point2d> corners = geometry::ProjectCorners(warp.query_from_reference, reference);
  double twice_area = 0.0;
  for (size_t i = 0; i < 4; ++i) twice_area += corners[i].cross(corners[(i + 1) % 4]);
  const double area = static_cast<double>(reference.width) * reference.height;
  return std::max(kLeastQueryPixels, std::sqrt(std::abs(twice_area) / (2.0 * area)));
}

}  // namespace

ChanceCounts::ChanceCounts(const matching::GuidedMatcher& matcher, const geometry::Warp& warp)
    : matcher_(matcher), warp_(warp), query_pixels_(QueryPixelsOf(warp, matcher.reference().working_size)) {}

void ChanceCounts::CountShifted(int shifts) {
  for (const int end = std::min(next_shift_ + shifts, 2 * kShiftDirections); next_shift_ < end;
       ++next_shift_) {
    const bool is_near = next_shift_ < kShiftDirections;
    const double length = std::max((is_near ? kSmallestShift : kLargestShift) * SideOf(matcher_.reference()),
                                   (is_near ? kSmallestShiftPx : kLargestShiftPx) / query_pixels_);
    const cv::Point2d shift = Shift(next_shift_, length);
    counts_.push_back(static_cast<double>(matcher_.Match(warp_, kConfirmRadiusPx, shift).size()));
  }
}

void ChanceCounts::CountRepeated(const IsEnough& is_enough) {
  if (is_enough()) return;
  for (const cv::Point2d& shift : RepeatedShifts(matcher_.reference())) {
    // Shorter steps would settle where the picture is.
    const bool may_settle = cv::norm(shift) * query_pixels_ >= kLargestShiftPx;
    counts_.push_back(static_cast<double>(may_settle
                                              ? CountSettled(matcher_, warp_, shift)
                                              : matcher_.Match(warp_, kConfirmRadiusPx, shift).size()));
    if (is_enough()) return;
  }
}

void ChanceCounts::CountBent(const Placement& flat, const Placement& bent, const IsEnough& is_enough) {
  std::vector<int> own(matcher_.reference().keypoints.size(), -1);
  for (const matching::GuidedMatch& m : bent.confirmed)
    own[static_cast<size_t>(m.reference_index)] = m.query_index;
  const auto is_other = [&own](const matching::GuidedMatch& m) {
    return own[static_cast<size_t>(m.reference_index)] != m.query_index;
  };
  for (int i = 0; i < kBentShifts && !is_enough(); ++i) {
    const cv::Point2d shift = Shift(i, kBentShift * SideOf(matcher_.reference()));
    Placement moved;
    moved.warp.query_from_reference =
        flat.warp.query_from_reference * cv::Matx33d(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1);
    const std::vector<matching::GuidedMatch> confirmed = BendPlacement(matcher_, moved).confirmed;
    counts_.push_back(static_cast<double>(std::count_if(confirmed.begin(), confirmed.end(), is_other)));
  }
}

void ChanceCounts::Judge(size_t count, MatchEvidence* evidence) const {
  if (counts_.size() < kLargestCounts) return;
  std::vector<double> largest(counts_);
  const auto end = largest.begin() + kLargestCounts;
  std::partial_sort(largest.begin(), end, largest.end(), std::greater<>());
  double chance = 0.0;
  for (size_t i = 0; i < kLargestCounts; ++i) chance += largest[i] / static_cast<double>(kLargestCounts);
  const auto found = static_cast<double>(count);
  evidence->shifted_null_z = static_cast<float>((found - chance) / std::sqrt(chance + 1.0));
  evidence->chance_share = static_cast<float>(std::min(1.0, chance / std::max(1.0, found)));
}

void MeasureCoverage(const features::Features& query, const signature::ReferenceView& reference,
                     const Placement& placement, CandidateFacts* facts) {
  const std::vector<matching::GuidedMatch>& matches = placement.confirmed;
  int expected[kGridCells * kGridCells] = {};
  int confirmed[kGridCells * kGridCells] = {};
  const auto cell_of = [&](const features::Keypoint& k) {
    const int column =
        static_cast<int>(k.x() * kGridCells / static_cast<float>(reference.working_size.width));
    const int row = static_cast<int>(k.y() * kGridCells / static_cast<float>(reference.working_size.height));
    return std::clamp(row, 0, kGridCells - 1) * kGridCells + std::clamp(column, 0, kGridCells - 1);
  };
  for (const features::Keypoint& k : reference.keypoints) {
    if (!IsInside(placement.warp.Place({k.x(), k.y()}), query.working_size)) continue;
    ++expected[cell_of(k)];
    ++facts->visible_keypoints;
  }
  const double spot_side = SideOf(reference) / kSpotCells;
  std::set<std::pair<int, int>> spots;
  double hamming = 0.0;
  size_t precise_count = 0;
  for (const matching::GuidedMatch& m : matches) {
    const features::Keypoint& k = reference.keypoints[static_cast<size_t>(m.reference_index)];
    ++confirmed[cell_of(k)];
    spots.insert({static_cast<int>(k.x() / spot_side), static_cast<int>(k.y() / spot_side)});
    hamming += m.hamming;
    precise_count += m.squared_error_px <= kPreciseErrorPx * kPreciseErrorPx ? 1 : 0;
  }
  facts->confirmed_spots = static_cast<int>(spots.size());
  int expected_cells = 0;
  for (int i = 0; i < kGridCells * kGridCells; ++i) {
    if (confirmed[i] > 0) ++facts->confirmed_cells;
    if (expected[i] >= kMinCellKeypoints || confirmed[i] > 0) ++expected_cells;
  }
  if (expected_cells > 0) {
    facts->scores.box_covered_surface =
        static_cast<float>(facts->confirmed_cells) / static_cast<float>(expected_cells);
  }
  if (facts->visible_keypoints > 0) {
    facts->found_again_share =
        std::min(1.0f, static_cast<float>(matches.size()) / static_cast<float>(facts->visible_keypoints));
  }
  if (!matches.empty()) {
    const auto count = static_cast<double>(matches.size());
    facts->mean_hamming = static_cast<float>(hamming / count);
    facts->evidence.precise_share = static_cast<float>(static_cast<double>(precise_count) / count);
  }
}

void MeasureAgreement(const features::Features& query, const signature::ReferenceView& reference,
                      const Placement& placement, CandidateFacts* facts) {
  const ThumbnailAgreement agreement = CompareThumbnail(query, reference, placement.warp);
  facts->evidence.visible_share = agreement.visible_share;
  facts->evidence.global_correlation = agreement.global_correlation;
  facts->evidence.block_correlation = agreement.block_correlation;
  facts->evidence.worst_block_correlation = agreement.worst_block_correlation;
  facts->plain_correlation = agreement.plain_correlation;
  facts->is_same_frame =
      placement.warp.bend.is_flat() && IsSameFrame(query, reference, placement.warp.query_from_reference);
}

}  // namespace loupe::verification
