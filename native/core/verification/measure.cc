#include "core/verification/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/features/hamming.h"
#include "core/verification/rectify.h"

namespace loupe::verification {
namespace {

bool IsInside(cv::Point2d p, image::ImageSize size) {
  return p.x >= 0 && p.y >= 0 && p.x < size.width && p.y < size.height;
}

/** Greatest distance of the reference's corners from the query's, in the multiple of a quarter turn in which
 * it is least, as a share of the query's longer side. */
double FrameError(const features::Features& query, const signature::ReferenceView& reference,
                  const cv::Matx33d& h) {
  const std::vector<cv::Point2d> corners = geometry::ProjectCorners(h, reference.working_size);
  const double w = query.working_size.width, ht = query.working_size.height;
  const cv::Point2d frame[4] = {{0, 0}, {w, 0}, {w, ht}, {0, ht}};
  double least = std::numeric_limits<double>::infinity();
  for (size_t turn = 0; turn < 4; ++turn) {
    double greatest = 0.0;
    for (size_t i = 0; i < 4; ++i) {
      const cv::Point2d error = corners[i] - frame[(i + turn) % 4];
      greatest = std::max(greatest, std::hypot(error.x, error.y));
    }
    least = std::min(least, greatest);
  }
  return least / std::max(w, ht);
}

/** First and second moments of positions. */
struct Moments {
  double count = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

  void Add(const features::Keypoint& k) {
    const double kx = k.x(), ky = k.y();
    count += 1, x += kx, y += ky, xx += kx * kx, xy += kx * ky, yy += ky * ky;
  }
  /** Area of the ellipse of one deviation, up to a factor. */
  double Area() const {
    if (count < 3) return 0.0;
    const double mx = x / count, my = y / count;
    const double a = xx / count - mx * mx, b = xy / count - mx * my, c = yy / count - my * my;
    return std::sqrt(std::max(0.0, a * c - b * b));
  }
};

/** Share of the visible keypoints that lie in cells where next to none is found again. */
float UnconfirmedShare(const std::vector<int>& expected, const std::vector<int>& found,
                       const CoverageOptions& options) {
  int telling = 0, telling_found = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] < options.min_telling_keypoints) continue;
    telling += expected[i];
    telling_found += found[i];
  }
  if (telling == 0) return 0.0f;
  const float needed =
      options.confirming_share * static_cast<float>(telling_found) / static_cast<float>(telling);
  int unconfirmed = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] >= options.min_telling_keypoints &&
        static_cast<float>(found[i]) < needed * static_cast<float>(expected[i]))
      unconfirmed += expected[i];
  }
  return static_cast<float>(unconfirmed) / static_cast<float>(telling);
}

/** Fills scale and slant from the derivative of the transform at the reference's middle. */
void MeasureView(const geometry::Warp& warp, image::ImageSize reference, MatchEvidence* evidence) {
  const cv::Matx33d& h = warp.query_from_reference;
  const cv::Point2d middle(reference.width * 0.5, reference.height * 0.5);
  const cv::Point2d at = geometry::Project(h, middle);
  const cv::Point2d dx = geometry::Project(h, middle + cv::Point2d(1, 0)) - at;
  const cv::Point2d dy = geometry::Project(h, middle + cv::Point2d(0, 1)) - at;
  const double sum = dx.dot(dx) + dy.dot(dy), determinant = std::abs(dx.cross(dy));
  const double root = std::sqrt(std::max(0.0, sum * sum - 4.0 * determinant * determinant));
  const double longest = std::sqrt(std::max(1e-12, 0.5 * (sum + root)));
  const double shortest = determinant / longest;
  evidence->scale = static_cast<float>(shortest);
  evidence->slant = static_cast<float>(shortest / longest);
}

}  // namespace

void MeasureCoverage(const features::Features& query, const signature::ReferenceView& reference,
                     const Pose& pose, const CoverageOptions& options, CandidateFacts* facts) {
  const int grid_cells = options.grid_cells;
  const std::vector<matching::GuidedMatch>& matches = pose.guided_inliers;
  std::vector<int> expected(static_cast<size_t>(grid_cells * grid_cells)), covered(expected.size());
  const auto cell_of = [&](const features::Keypoint& k) {
    const int column = static_cast<int>(k.x() * static_cast<float>(grid_cells) /
                                        static_cast<float>(reference.working_size.width));
    const int row = static_cast<int>(k.y() * static_cast<float>(grid_cells) /
                                     static_cast<float>(reference.working_size.height));
    return static_cast<size_t>(std::clamp(row, 0, grid_cells - 1) * grid_cells +
                               std::clamp(column, 0, grid_cells - 1));
  };
  Moments visible, found;
  for (const features::Keypoint& k : reference.keypoints) {
    if (!IsInside(pose.warp.Place({k.x(), k.y()}), query.working_size)) continue;
    ++expected[cell_of(k)];
    visible.Add(k);
    ++facts->visible_keypoints;
  }
  const double cell_side = image::LongerSide(reference.working_size) / options.inlier_grid_cells;
  std::set<std::pair<int, int>> cells;
  double hamming = 0.0;
  size_t precise_count = 0;
  for (const matching::GuidedMatch& m : matches) {
    const features::Keypoint& k = reference.keypoints[static_cast<size_t>(m.reference_index)];
    ++covered[cell_of(k)];
    found.Add(k);
    cells.insert({static_cast<int>(k.x() / cell_side), static_cast<int>(k.y() / cell_side)});
    hamming += m.hamming;
    precise_count += m.squared_error_px <= options.precise_error_px * options.precise_error_px ? 1 : 0;
  }
  facts->inlier_cells = static_cast<int>(cells.size());
  facts->evidence.unconfirmed_share = UnconfirmedShare(expected, covered, options);
  if (visible.Area() > 0.0)
    facts->evidence.spread_share = static_cast<float>(std::min(1.0, found.Area() / visible.Area()));
  MeasureView(pose.warp, reference.working_size, &facts->evidence);
  int expected_cells = 0;
  for (size_t i = 0; i < covered.size(); ++i) {
    if (covered[i] > 0) ++facts->covered_cells;
    if (expected[i] >= options.min_cell_keypoints || covered[i] > 0) ++expected_cells;
  }
  if (expected_cells > 0) {
    facts->scores.box_covered_surface =
        static_cast<float>(facts->covered_cells) / static_cast<float>(expected_cells);
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

void MeasureRivals(const features::Features& query, const signature::ReferenceView& reference,
                   const Pose& pose, const CoverageOptions& options, CandidateFacts* facts) {
  if (pose.guided_inliers.empty()) return;
  const features::HammingKernels& kernels = features::ActiveKernels();
  const std::vector<uint64_t> blocks = features::ToBlocks(query.descriptors);
  std::vector<uint16_t> distances(blocks.size() / 4);
  size_t unrivalled = 0;
  for (const matching::GuidedMatch& m : pose.guided_inliers) {
    const features::Keypoint& paired = query.keypoints[static_cast<size_t>(m.query_index)];
    kernels.block_distances(reference.descriptors[static_cast<size_t>(m.reference_index)], blocks.data(),
                            distances.size(), distances.data());
    bool has_rival = false;
    for (size_t i = 0; i < query.keypoints.size() && !has_rival; ++i) {
      if (distances[i] > m.hamming) continue;
      const features::Keypoint& k = query.keypoints[i];
      has_rival = std::hypot(k.x() - paired.x(), k.y() - paired.y()) >= options.min_rival_distance_px;
    }
    unrivalled += has_rival ? 0 : 1;
  }
  facts->evidence.unrivalled_share =
      static_cast<float>(unrivalled) / static_cast<float>(pose.guided_inliers.size());
}

void MeasureAgreement(const features::Features& query, const signature::ReferenceView& reference,
                      const Pose& pose, const VerificationOptions& options, CandidateFacts* facts) {
  const ThumbnailAgreement agreement = CompareThumbnail(query, reference, pose.warp, options.appearance);
  facts->evidence.visible_share = agreement.visible_share;
  facts->evidence.global_correlation = agreement.global_correlation;
  facts->evidence.block_correlation = agreement.block_correlation;
  facts->evidence.worst_block_correlation = agreement.worst_block_correlation;
  facts->evidence.lower_block_correlation = agreement.lower_block_correlation;
  facts->overlapping = agreement.overlapping;
  facts->plain_correlation = agreement.plain_correlation;
  if (!pose.warp.bend.is_flat()) return;
  const double error = FrameError(query, reference, pose.warp.query_from_reference);
  facts->same_frame = static_cast<float>(std::max(0.0, 1.0 - error / options.coverage.same_frame_error));
}

}  // namespace loupe::verification
