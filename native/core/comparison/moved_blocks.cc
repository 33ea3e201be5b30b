#include "core/comparison/moved_blocks.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/raster_mat.h"
#include "core/registration/resolution.h"

namespace loupe::comparison {
namespace {

using registration::BlockShift;

/** Rounds of reweighting. */
constexpr int kRounds = 8;
/** Weight of the assumption that files lie as they were meant to, against the information of blocks. */
constexpr double kPrior = 200;
/** Likewise that they are as wide as high, and upright. */
constexpr double kUniformPrior = 10000;

/** Averages over squares of `factor` pixels a side; the rest at the end is dropped. */
cv::Mat ReducedGray(const cv::Mat& rgb, int factor) {
  const cv::Mat gray = image::GrayOf(rgb);
  if (factor == 1) return gray;
  cv::Mat reduced;
  const cv::Rect used(0, 0, gray.cols - gray.cols % factor, gray.rows - gray.rows % factor);
  cv::resize(gray(used), reduced, used.size() / factor, 0, 0, cv::INTER_AREA);
  return reduced;
}

cv::Mat ReducedMask(const cv::Mat& mask, int factor) {
  if (factor == 1) return mask;
  cv::Mat reduced;
  const cv::Rect used(0, 0, mask.cols - mask.cols % factor, mask.rows - mask.rows % factor);
  cv::resize(mask(used), reduced, used.size() / factor, 0, 0, cv::INTER_NEAREST);
  return reduced;
}

/** Pixels that a block lies aside, as its structure can tell; 0 when it cannot. */
double SureLength(const BlockShift& block, const MovedBlockOptions& options) {
  const double length = cv::norm(block.shift);
  if (length == 0) return 0;
  const cv::Vec2d along = block.shift * (1 / length);
  const double information = along.dot(block.information * along);
  return information >= options.least_information ? length : 0;
}

bool Agree(const BlockShift& a, const BlockShift& b, int factor, const MovedBlockOptions& options) {
  const double reach = 1.5 * options.blocks.spacing_px * factor;
  return std::abs(a.center.x - b.center.x) <= reach && std::abs(a.center.y - b.center.y) <= reach &&
         cv::norm(a.shift - b.shift) <= options.agreeing_px * factor;
}

/** Derivatives of an affine flow at a place, in coordinates brought to about -1..1. */
cv::Matx<double, 2, 6> AffineBasis(double x, double y) { return {1, x, y, 0, 0, 0, 0, 0, 0, 1, x, y}; }

/** Information of one block, so bounded that no texture outvotes the rest. */
cv::Matx22d Bounded(const cv::Matx22d& information, double most) {
  const double trace = information(0, 0) + information(1, 1);
  return trace > most ? information * (most / trace) : information;
}

/** The affine flow that explains most shifts (iteratively reweighted least squares, Cauchy's weights). */
cv::Matx<double, 6, 1> FitFlow(const std::vector<BlockShift>& blocks, const cv::Point2d& center, double scale,
                               double most_information) {
  cv::Matx<double, 6, 1> flow = cv::Matx<double, 6, 1>::zeros();
  double spread = 2;
  for (int round = 0; round < kRounds; ++round) {
    cv::Matx<double, 6, 6> normal = cv::Matx<double, 6, 6>::eye() * kPrior;
    // A file that is stretched or slanted in one direction has enough blocks that show it.
    normal(1, 1) += kUniformPrior, normal(5, 5) += kUniformPrior;
    normal(1, 5) -= kUniformPrior, normal(5, 1) -= kUniformPrior;
    normal(2, 2) += kUniformPrior, normal(4, 4) += kUniformPrior;
    normal(2, 4) += kUniformPrior, normal(4, 2) += kUniformPrior;
    cv::Matx<double, 6, 1> right = cv::Matx<double, 6, 1>::zeros();
    std::vector<double> distances;
    for (const BlockShift& block : blocks) {
      const auto basis =
          AffineBasis((block.center.x - center.x) / scale, (block.center.y - center.y) / scale);
      const cv::Matx21d left = cv::Matx21d(block.shift.val) - basis * flow;
      const double distance = cv::norm(left), t = distance / spread;
      distances.push_back(distance);
      const cv::Matx22d weight = Bounded(block.information, most_information) * (1 / (1 + t * t));
      normal += basis.t() * weight * basis;
      right += basis.t() * (weight * block.shift);
    }
    flow = normal.solve(right, cv::DECOMP_CHOLESKY);
    const auto middle = distances.begin() + distances.size() / 2;
    std::nth_element(distances.begin(), middle, distances.end());
    spread = std::max(0.1, 1.5 * *middle);
  }
  return flow;
}

}  // namespace

FilePose FitFilePose(const CommonFrame& frame, const MovedBlockOptions& options) {
  const cv::Size size = frame.reference.size();
  FilePose pose;
  pose.factor = std::max(1, cvRound(std::sqrt(double(size.area()) / options.measured_pixels)));
  pose.blocks = registration::MeasureBlockShifts(ReducedGray(frame.reference, pose.factor),
                                                 ReducedGray(frame.posed, pose.factor),
                                                 ReducedMask(frame.valid, pose.factor), options.blocks);
  for (BlockShift& block : pose.blocks) {
    block.center = (block.center + cv::Point2d(0.5, 0.5)) * pose.factor - cv::Point2d(0.5, 0.5);
    block.shift *= pose.factor;
  }
  const cv::Point2d center(0.5 * (size.width - 1), 0.5 * (size.height - 1));
  const double scale = 0.5 * std::max(size.width, size.height);
  cv::Matx<double, 6, 1> flow = cv::Matx<double, 6, 1>::zeros();
  if (pose.blocks.size() >= 3) flow = FitFlow(pose.blocks, center, scale, options.most_information);
  for (BlockShift& block : pose.blocks) {
    const auto moved =
        AffineBasis((block.center.x - center.x) / scale, (block.center.y - center.y) / scale) * flow;
    block.shift -= cv::Vec2d(moved(0), moved(1));
  }
  const double k = 1 / scale;
  const cv::Matx33d delta(1 + k * flow(1), k * flow(2),
                          flow(0) - k * (flow(1) * center.x + flow(2) * center.y), k * flow(4),
                          1 + k * flow(5), flow(3) - k * (flow(4) * center.x + flow(5) * center.y), 0, 0, 1);
  const cv::Matx33d found = frame.pose * delta;
  // The pose of files has no perspective; where one was found, its affine part about the middle counts.
  const cv::Point2d at = registration::Project(found, center.x, center.y);
  const cv::Point2d right = registration::Project(found, center.x + scale, center.y),
                    left = registration::Project(found, center.x - scale, center.y),
                    down = registration::Project(found, center.x, center.y + scale),
                    up = registration::Project(found, center.x, center.y - scale);
  const cv::Point2d across = (right - left) * (0.5 / scale), along = (down - up) * (0.5 / scale);
  pose.query_from_reference = {across.x, along.x, at.x - across.x * center.x - along.x * center.y,
                               across.y, along.y, at.y - across.y * center.x - along.y * center.y};
  return pose;
}

cv::Matx33d OnFractions(const FilePose& pose, const CommonFrame& frame) {
  const cv::Matx23d& p = pose.query_from_reference;
  const cv::Matx33d pixels(p(0, 0), p(0, 1), p(0, 2), p(1, 0), p(1, 1), p(1, 2), 0, 0, 1);
  const cv::Matx33d over = frame.is_mirrored ? cv::Matx33d(-1, 0, 1, 0, 1, 0, 0, 0, 1) : cv::Matx33d::eye();
  return over * registration::FractionsFromPixels(frame.query_size) * pixels *
         registration::FractionsFromPixels(frame.reference.size()).inv();
}

void AddMovedBlocks(const CommonFrame& frame, const FilePose& pose, const MovedBlockOptions& options,
                    DifferenceMap& map) {
  const cv::Size size = frame.reference.size();
  const double tolerance =
      std::max(options.least_px, options.tolerance_share * std::max(size.width, size.height));
  if (tolerance > (options.blocks.farthest_px - 1) * pose.factor) return;
  std::vector<BlockShift> moved = pose.blocks;
  moved.erase(std::remove_if(moved.begin(), moved.end(),
                             [&](const BlockShift& block) { return SureLength(block, options) < tolerance; }),
              moved.end());
  const int half = pose.factor * options.blocks.block_px / 2;
  const uchar strength = cv::saturate_cast<uchar>(DifferenceMap::kUnit * options.strength);
  for (const BlockShift& block : moved) {
    // The block itself counts, too.
    const auto agreeing = std::count_if(moved.begin(), moved.end(), [&](const BlockShift& other) {
      return Agree(block, other, pose.factor, options);
    });
    if (agreeing <= options.least_neighbors) continue;
    const cv::Rect place =
        cv::Rect(int(block.center.x) - half, int(block.center.y) - half, 2 * half, 2 * half) &
        cv::Rect({0, 0}, size);
    for (int y = place.y; y < place.br().y; ++y) {
      const cv::Vec3b *r = frame.reference.ptr<cv::Vec3b>(y), *q = frame.posed.ptr<cv::Vec3b>(y);
      for (int x = place.x; x < place.br().x; ++x) {
        const int apart =
            std::max({std::abs(r[x][0] - q[x][0]), std::abs(r[x][1] - q[x][1]), std::abs(r[x][2] - q[x][2])});
        if (apart < options.least_levels || !frame.valid.at<uchar>(y, x)) continue;
        map.strength.at<uchar>(y, x) = std::max(map.strength.at<uchar>(y, x), strength);
        map.size.at<uchar>(y, x) = std::max(map.size.at<uchar>(y, x), cv::saturate_cast<uchar>(apart / 2.55));
      }
    }
  }
}

}  // namespace loupe::comparison
