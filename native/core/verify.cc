#include "verify.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "decide.h"
#include "homography.h"
#include "matching.h"
#include "placement.h"
#include "rectify.h"

namespace loupe {
namespace {

/** With fewer confirmed matches nothing can be said, and nothing more is measured. */
constexpr size_t kMinConfirmed = 10;
constexpr int kShiftDirections = 8;
constexpr double kHopelessZ = 3.0;
/** Lengths of the shifts as shares of the reference's side. */
constexpr double kSmallestShift = 0.04;
constexpr double kLargestShift = 0.065;
/** Cells a side of the grid that confirmed surface is counted in. */
constexpr int kGridCells = 6;
/** A cell with fewer keypoints cannot be expected to be confirmed. */
constexpr int kMinCellKeypoints = 2;
/** Distance of the reference's corners from the query's, as a share of the side, for the same frame. */
constexpr double kSameFrameError = 0.03;

/**
 * Deviation of the count under the transform from the counts that chance gives: those under transforms moved
 * along and across the reference's own axes, so that lines of text still fall on lines of text. Chance is the
 * mean of the largest three.
 */
float ShiftedNullZ(const KeypointGrid& grid, const ReferenceView& reference, const cv::Matx33d& h,
                   size_t count) {
  const double side = std::max(reference.working_size.width, reference.working_size.height);
  std::vector<double> counts;
  double z = 0.0;
  for (int i = 0; i < 2 * kShiftDirections; ++i) {
    // Quarter turns first: along and across the lines is where chance agreement is likeliest.
    const int direction = (i % 4) * (kShiftDirections / 4) + (i / 4) % 2;
    const double angle = 2.0 * 3.14159265358979323846 * direction / kShiftDirections;
    const double length = (i < kShiftDirections ? kSmallestShift : kLargestShift) * side;
    const cv::Matx33d move(1, 0, length * std::cos(angle), 0, 1, length * std::sin(angle), 0, 0, 1);
    counts.push_back(static_cast<double>(grid.Match(reference, h * move, kConfirmRadiusPx).size()));
    if (i < 3) continue;
    std::partial_sort(counts.begin(), counts.begin() + 3, counts.end(), std::greater<>());
    const double chance = (counts[0] + counts[1] + counts[2]) / 3.0;
    z = (static_cast<double>(count) - chance) / std::sqrt(chance + 1.0);
    // More shifts can only raise chance, so a low value stays low.
    if (z < kHopelessZ) break;
  }
  return static_cast<float>(z);
}

bool IsInside(cv::Point2d p, ImageSize size) {
  return p.x >= 0 && p.y >= 0 && p.x < size.width && p.y < size.height;
}

/** Fills the cell counts, the covered surface and the share of keypoints found again. */
void MeasureCoverage(const Features& query, const ReferenceView& reference, const cv::Matx33d& h,
                     const std::vector<GuidedMatch>& matches, CandidateFacts* facts) {
  int expected[kGridCells * kGridCells] = {};
  int confirmed[kGridCells * kGridCells] = {};
  const auto cell_of = [&](const Keypoint& k) {
    const int column =
        static_cast<int>(k.x() * kGridCells / static_cast<float>(reference.working_size.width));
    const int row = static_cast<int>(k.y() * kGridCells / static_cast<float>(reference.working_size.height));
    return std::clamp(row, 0, kGridCells - 1) * kGridCells + std::clamp(column, 0, kGridCells - 1);
  };
  for (const Keypoint& k : reference.keypoints) {
    if (!IsInside(Project(h, {k.x(), k.y()}), query.working_size)) continue;
    ++expected[cell_of(k)];
    ++facts->visible_keypoints;
  }
  double hamming = 0.0;
  for (const GuidedMatch& m : matches) {
    ++confirmed[cell_of(reference.keypoints[static_cast<size_t>(m.reference_index)])];
    hamming += m.hamming;
  }
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
  if (!matches.empty())
    facts->mean_hamming = static_cast<float>(hamming / static_cast<double>(matches.size()));
}

/** Whether the reference's corners fall on the query's corners, in some multiple of a quarter turn. */
bool IsSameFrame(const Features& query, const ReferenceView& reference, const cv::Matx33d& h) {
  const std::vector<cv::Point2d> corners = ProjectCorners(h, reference.working_size);
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

FractionPoint Fraction(cv::Point2d p, ImageSize size) {
  return {static_cast<float>(std::clamp(p.x / size.width, -100.0, 100.0)),
          static_cast<float>(std::clamp(p.y / size.height, -100.0, 100.0))};
}

float QuadArea(const std::array<FractionPoint, 4>& q) {
  float area = 0.0f;
  for (size_t i = 0; i < 4; ++i) area += 0.5f * (q[i].x * q[(i + 1) % 4].y - q[(i + 1) % 4].x * q[i].y);
  return std::clamp(std::abs(area), 0.0f, 1.0f);
}

/** The box around the confirmed points of the reference, and the same box in the query. */
void FillBoxes(const ReferenceView& reference, const Features& query, const cv::Matx33d& h,
               const std::vector<GuidedMatch>& matches, LocalMatch* match) {
  double left = reference.working_size.width, top = reference.working_size.height, right = 0, bottom = 0;
  for (const GuidedMatch& m : matches) {
    const Keypoint& k = reference.keypoints[static_cast<size_t>(m.reference_index)];
    left = std::min<double>(left, k.x());
    right = std::max<double>(right, k.x());
    top = std::min<double>(top, k.y());
    bottom = std::max<double>(bottom, k.y());
  }
  const cv::Point2d box[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
  for (size_t i = 0; i < 4; ++i) {
    match->reference.box[i] = Fraction(box[i], reference.working_size);
    match->query.box[i] = Fraction(Project(h, box[i]), query.working_size);
  }
  match->reference.box_area = QuadArea(match->reference.box);
  match->query.box_area = QuadArea(match->query.box);
}

bool IsInsideQuad(FractionPoint p, const std::array<FractionPoint, 4>& quad) {
  int sign = 0;
  for (size_t i = 0; i < 4; ++i) {
    const FractionPoint a = quad[i], b = quad[(i + 1) % 4];
    const float cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    const int side = cross > 0 ? 1 : -1;
    if (sign != 0 && side != sign) return false;
    sign = side;
  }
  return true;
}

/** Share of the keypoints inside a box that belong to confirmed matches. */
float PointsRatio(Span<const Keypoint> keypoints, ImageSize size, const std::array<FractionPoint, 4>& box,
                  size_t matched) {
  size_t inside = 0;
  for (const Keypoint& k : keypoints) inside += IsInsideQuad(Fraction({k.x(), k.y()}, size), box) ? 1 : 0;
  return inside == 0 ? 0.0f : std::min(1.0f, static_cast<float>(matched) / static_cast<float>(inside));
}

std::array<double, 9> OnFractions(const cv::Matx33d& h, ImageSize query, ImageSize reference) {
  const cv::Matx33d to_fraction(1.0 / query.width, 0, 0, 0, 1.0 / query.height, 0, 0, 0, 1);
  const cv::Matx33d to_pixels(reference.width, 0, 0, 0, reference.height, 0, 0, 0, 1);
  const cv::Matx33d m = to_fraction * h * to_pixels;
  std::array<double, 9> values{};
  for (size_t i = 0; i < 9; ++i) values[i] = m.val[i] / m.val[8];
  return values;
}

void FillPoints(const Features& query, const ReferenceView& reference,
                const std::vector<GuidedMatch>& matches, LocalMatch* match) {
  for (const GuidedMatch& m : matches) {
    const Keypoint& q = query.keypoints[static_cast<size_t>(m.query_index)];
    const Keypoint& r = reference.keypoints[static_cast<size_t>(m.reference_index)];
    match->points_in_query.push_back(Fraction({q.x(), q.y()}, query.working_size));
    match->points_in_reference.push_back(Fraction({r.x(), r.y()}, reference.working_size));
  }
}

bool IsRecognized(const LocalMatch& match) {
  return match.decision == Decision::kClone || match.decision == Decision::kMatch;
}

/**
 * Correspondences of retrieval may all lie in one part of the picture, and a transform fitted to them is
 * wrong elsewhere. So many inliers are no chance: the candidate deserves a search with all descriptors.
 */
constexpr int kInliersForSecondLook = 30;

LocalMatch VerifyPlacement(const Features& query, const ReferenceView& reference,
                           Span<const Correspondence> tentative, const VerifyOptions& options) {
  LocalMatch match;
  match.query.original_size = query.original_size;
  match.query.resized_size = query.working_size;
  match.reference.original_size = reference.original_size;
  match.reference.resized_size = reference.working_size;
  if (query.keypoints.empty() || reference.keypoints.empty()) return match;
  ThrowIfCancelled(options.cancellation);

  const KeypointGrid grid(query);
  const Placement placement = FindPlacement(query, reference, grid, tentative, options.cancellation);
  const cv::Matx33d& h = placement.query_from_reference;
  const std::vector<GuidedMatch>& confirmed = placement.confirmed;
  CandidateFacts facts;
  facts.has_homography = placement.found;
  facts.evidence.tentative_count = placement.tentative_count;
  facts.evidence.inlier_count = placement.inlier_count;
  match.evidence = facts.evidence;
  if (!placement.found) return match;
  facts.is_plausible_view = IsPlausibleView(h, reference.working_size);
  facts.evidence.guided_count = static_cast<int>(confirmed.size());

  if (facts.is_plausible_view && confirmed.size() >= kMinConfirmed) {
    facts.evidence.shifted_null_z = ShiftedNullZ(grid, reference, h, confirmed.size());
    const ThumbnailAgreement agreement = CompareThumbnail(query, reference, h);
    facts.evidence.visible_share = agreement.visible_share;
    facts.evidence.global_correlation = agreement.global_correlation;
    facts.evidence.block_correlation = agreement.block_correlation;
    facts.evidence.worst_block_correlation = agreement.worst_block_correlation;
    facts.plain_correlation = agreement.plain_correlation;
    facts.is_same_frame = IsSameFrame(query, reference, h);
  }
  MeasureCoverage(query, reference, h, confirmed, &facts);
  const float z = std::max(0.0f, facts.evidence.shifted_null_z);
  facts.scores.match_strength = z / (z + 15.0f);
  if (!confirmed.empty() && facts.is_plausible_view) {
    FillBoxes(reference, query, h, confirmed, &match);
    facts.scores.box_points_ratio_homography =
        PointsRatio(query.keypoints, query.working_size, match.query.box, confirmed.size());
    facts.scores.box_points_ratio =
        PointsRatio(reference.keypoints, reference.working_size, match.reference.box, confirmed.size());
    match.has_homography = true;
    match.query_from_reference = OnFractions(h, query.working_size, reference.working_size);
  }
  match.decision = Decide(facts, options.threshold);
  match.distance = MatchDistance(facts, match.decision);
  match.scores = facts.scores;
  match.evidence = facts.evidence;
  if (options.with_points) FillPoints(query, reference, confirmed, &match);
  return match;
}

}  // namespace

LocalMatch VerifyMatch(const Features& query, const ReferenceView& reference,
                       Span<const Correspondence> tentative, const VerifyOptions& options) {
  const LocalMatch first = VerifyPlacement(query, reference, tentative, options);
  const bool is_settled =
      tentative.empty() || IsRecognized(first) || first.evidence.inlier_count < kInliersForSecondLook;
  if (is_settled) return first;
  const LocalMatch second = VerifyPlacement(query, reference, {}, options);
  return second.distance < first.distance ? second : first;
}

void UnmirrorQuery(LocalMatch* match) {
  match->is_mirrored = true;
  for (FractionPoint& p : match->query.box) p.x = 1.0f - p.x;
  for (FractionPoint& p : match->points_in_query) p.x = 1.0f - p.x;
  for (size_t i = 0; i < 3; ++i) {
    match->query_from_reference[i] = match->query_from_reference[6 + i] - match->query_from_reference[i];
  }
}

}  // namespace loupe
