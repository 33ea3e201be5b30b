#include "core/registration/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/registration/correlation.h"
#include "core/registration/displacement.h"
#include "core/registration/fourier_mellin.h"
#include "core/registration/normalized.h"
#include "core/registration/warping.h"

namespace loupe::registration {
namespace {

struct Reduced {
  cv::Mat image;
  /** Pixels of `image` from pixels of the full picture. */
  cv::Matx33d from_full;
};

// Pixel centers lie at half-integers, so a change of size by s moves x to s * (x + 0.5) - 0.5.
cv::Matx33d Rescaling(double sx, double sy) {
  return {sx, 0, 0.5 * sx - 0.5, 0, sy, 0.5 * sy - 0.5, 0, 0, 1};
}

/** Averages squares of whole pixels, which is several times as fast; what is left over at the end is dropped.
 */
Reduced ReduceByWhole(const cv::Mat& image, int factor) {
  Reduced reduced;
  const cv::Rect used(0, 0, image.cols - image.cols % factor, image.rows - image.rows % factor);
  cv::resize(image(used), reduced.image, used.size() / factor, 0, 0, cv::INTER_AREA);
  reduced.from_full = Rescaling(1.0 / factor, 1.0 / factor);
  return reduced;
}

int WholeFactor(const cv::Mat& image, int longest_px) {
  const int side = std::max(image.cols, image.rows);
  return std::clamp(side / longest_px, 1, std::max(1, std::min(image.cols, image.rows)));
}

/** Reduces to a longer side of `longest_px`. */
Reduced Reduce(const cv::Mat& image, int longest_px) {
  const Reduced coarse = ReduceByWhole(image, WholeFactor(image, longest_px));
  const cv::Size from = coarse.image.size();
  const double factor = std::min(1.0, double(longest_px) / std::max(from.width, from.height));
  const cv::Size size(std::max(1, cvRound(from.width * factor)), std::max(1, cvRound(from.height * factor)));
  Reduced reduced;
  cv::resize(coarse.image, reduced.image, size, 0, 0, cv::INTER_AREA);
  reduced.from_full =
      Rescaling(double(size.width) / from.width, double(size.height) / from.height) * coarse.from_full;
  return reduced;
}

/** Judges transforms on reduced pictures. */
class Evaluate {
 public:
  Evaluate(const cv::Mat& reference, const cv::Mat& query, const AlignmentOptions& options)
      : options_(options),
        reference_(Reduce(reference, options.judging_side_px)),
        query_(Reduce(query, options.judging_side_px)) {
    cv::GaussianBlur(reference_.image, reference_.image, {3, 3}, 0.8);
    cv::GaussianBlur(query_.image, query_.image, {3, 3}, 0.8);
  }

  /** The query in the frame of the reduced reference. */
  Warped Read(const cv::Matx33d& query_from_reference) const {
    const cv::Matx33d transform = query_.from_full * query_from_reference * reference_.from_full.inv();
    return WarpGray(query_.image, {Normalized(transform), {}}, reference_.image.size());
  }

  BlockAgreement Agreement(const cv::Matx33d& query_from_reference) const {
    const Warped warped = Read(query_from_reference);
    return MeasureAgreement(reference_.image, warped.image, warped.known, options_.judging_block_px,
                            options_.judging);
  }

  const Reduced& reference() const { return reference_; }
  const Reduced& query() const { return query_; }

  /** Blocks of the reduced reference, for homing in. */
  const BlockGrid& blocks() const {
    if (!blocks_) blocks_.emplace(reference_.image, options_.homing);
    return *blocks_;
  }

 private:
  const AlignmentOptions& options_;
  Reduced reference_;
  Reduced query_;
  mutable std::optional<BlockGrid> blocks_;
};

cv::Matx33d ShiftByPhase(const Evaluate& judge, const cv::Matx33d& stretch) {
  cv::Mat reference, query, window;
  judge.reference().image.convertTo(reference, CV_32F);
  const cv::Matx33d transform = judge.query().from_full * stretch * judge.reference().from_full.inv();
  cv::warpPerspective(judge.query().image, query, transform, reference.size(),
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  query.convertTo(query, CV_32F);
  cv::createHanningWindow(window, reference.size(), CV_32F);
  const cv::Point2d shift = cv::phaseCorrelate(reference, query, window);
  const cv::Matx33d moved(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1);
  const cv::Matx33d& r = judge.reference().from_full;
  return Normalized(stretch * r.inv() * moved * r);
}

struct Features {
  std::vector<cv::KeyPoint> keypoints;
  cv::Mat descriptors;
};

Features ExtractOrb(const cv::Mat& image, int count) {
  Features features;
  const auto orb = cv::ORB::create(count, 1.2F, 8, 31, 0, 2, cv::ORB::FAST_SCORE, 31, 12);
  orb->detectAndCompute(image, cv::noArray(), features.keypoints, features.descriptors);
  return features;
}

int Distance(const uchar* a, const uchar* b) {
  int bits = 0;
  for (int i = 0; i < 4; ++i) {
    uint64_t x, y;
    std::memcpy(&x, a + 8 * i, 8);
    std::memcpy(&y, b + 8 * i, 8);
    bits += __builtin_popcountll(x ^ y);
  }
  return bits;
}

/** Matches that are each other's nearest, as points of the reduced pictures. */
void MutualMatches(const Features& reference, const Features& query, int most_hamming,
                   std::vector<cv::Point2f>& in_reference, std::vector<cv::Point2f>& in_query) {
  const int rows = reference.descriptors.rows, columns = query.descriptors.rows;
  std::vector<std::pair<int, int>> nearest_r(rows, {most_hamming + 1, -1}),
      nearest_q(columns, {most_hamming + 1, -1});
  for (int i = 0; i < rows; ++i) {
    const uchar* descriptor = reference.descriptors.ptr<uchar>(i);
    for (int j = 0; j < columns; ++j) {
      const int distance = Distance(descriptor, query.descriptors.ptr<uchar>(j));
      if (distance < nearest_r[i].first) nearest_r[i] = {distance, j};
      if (distance < nearest_q[j].first) nearest_q[j] = {distance, i};
    }
  }
  for (int i = 0; i < rows; ++i) {
    const int j = nearest_r[i].second;
    if (j < 0 || nearest_q[j].second != i) continue;
    in_reference.push_back(reference.keypoints[i].pt);
    in_query.push_back(query.keypoints[j].pt);
  }
}

/** Convex, not mirrored, and not squeezed to a sliver: what a photo of a flat picture can look like. */
bool IsPlausible(const cv::Matx33d& h, const cv::Size& size) {
  const double w = size.width, v = size.height;
  const cv::Point2d corners[4] = {{0, 0}, {w, 0}, {w, v}, {0, v}};
  cv::Point2d mapped[4];
  for (int i = 0; i < 4; ++i) {
    const cv::Vec3d p = h * cv::Vec3d(corners[i].x, corners[i].y, 1);
    if (p[2] < 1e-6) return false;
    mapped[i] = {p[0] / p[2], p[1] / p[2]};
  }
  for (int i = 0; i < 4; ++i) {
    const cv::Point2d a = mapped[(i + 1) % 4] - mapped[i];
    const cv::Point2d b = mapped[(i + 2) % 4] - mapped[(i + 1) % 4];
    if (a.cross(b) < 0.15 * cv::norm(a) * cv::norm(b)) return false;
  }
  return true;
}

std::optional<cv::Matx33d> HomographyByFeatures(const cv::Mat& reference, const cv::Mat& query,
                                                const AlignmentOptions& options) {
  const Reduced r = ReduceByWhole(reference, WholeFactor(reference, options.feature_side_px));
  const Reduced q = ReduceByWhole(query, WholeFactor(query, options.feature_side_px));
  const Features in_r = ExtractOrb(r.image, options.features);
  const Features in_q = ExtractOrb(q.image, options.features);
  if (in_r.descriptors.rows < options.least_feature_matches ||
      in_q.descriptors.rows < options.least_feature_matches)
    return {};
  std::vector<cv::Point2f> points_r, points_q;
  MutualMatches(in_r, in_q, options.most_hamming, points_r, points_q);
  if (int(points_r.size()) < options.least_feature_matches) return {};
  const cv::Mat found = cv::findHomography(points_r, points_q, cv::USAC_MAGSAC, options.robust_px,
                                           cv::noArray(), options.robust_rounds, 0.999);
  if (found.empty()) return {};
  const cv::Matx33d h(found);
  if (!cv::checkRange(h) || std::abs(h(2, 2)) < 1e-9) return {};
  const cv::Matx33d full = Normalized(q.from_full.inv() * h * r.from_full);
  if (!IsPlausible(full, reference.size())) return {};
  return full;
}

/** Homes in from a transform that is a few pixels off at the judging size. */
cv::Matx33d Refine(const Evaluate& judge, cv::Matx33d transform, int rounds) {
  const cv::Matx33d& from_full = judge.reference().from_full;
  for (int round = 0; round < rounds; ++round) {
    const Warped warped = judge.Read(transform);
    const auto shifts = judge.blocks().Measure(warped.image, warped.known);
    if (shifts.size() < 8) return transform;
    const cv::Matx33d correction = PlanarCorrection(shifts, judge.reference().image.size(), {});
    transform = Normalized(transform * from_full.inv() * correction * from_full);
  }
  return transform;
}

}  // namespace

std::optional<Alignment> Align(const cv::Mat& reference_gray, const cv::Mat& query_gray,
                               const AlignmentOptions& options) {
  const Evaluate judge(reference_gray, query_gray, options);
  const cv::Matx33d stretch =
      Rescaling(double(query_gray.cols) / reference_gray.cols, double(query_gray.rows) / reference_gray.rows);
  const BlockAgreement plain = judge.Agreement(stretch);
  Alignment best{stretch, plain.share, plain.detailed_blocks > 0};
  if (!best.is_detailed || best.agreement >= options.sure_agreement) return best;

  // Between two transforms on which about the same share agrees the closer fit decides.
  double best_rank = plain.share + plain.mean_correlation;
  const auto consider = [&](const cv::Matx33d& transform) {
    if (!IsPlausible(transform, reference_gray.size())) return;
    const BlockAgreement result = judge.Agreement(transform);
    // A transform that moves the query almost out of view proves nothing by the rest.
    if (4 * result.valid_blocks < plain.valid_blocks || result.detailed_blocks < 4) return;
    const double rank = result.share + result.mean_correlation;
    if (rank <= best_rank) return;
    best_rank = rank;
    best.query_from_reference = transform;
    best.agreement = result.share;
  };
  const cv::Size judged = judge.reference().image.size();
  if (std::min(judged.width, judged.height) >= 16) consider(ShiftByPhase(judge, stretch));
  if (const auto homography = HomographyByFeatures(reference_gray, query_gray, options))
    consider(*homography);
  if (best.agreement < options.sure_agreement) consider(Refine(judge, best.query_from_reference, 3));
  if (best.agreement < options.doubtful_agreement) {
    const Reduced r = Reduce(reference_gray, 256), q = Reduce(query_gray, 256);
    for (const cv::Matx33d& similarity : SimilaritiesBySpectrum(r.image, q.image)) {
      consider(Refine(judge, Normalized(q.from_full.inv() * similarity * r.from_full), 6));
    }
  }
  if (best.agreement < options.least_agreement) return {};
  return best;
}

}  // namespace loupe::registration
