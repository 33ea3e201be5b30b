#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/geometry/homography.h"

namespace loupe::geometry {
namespace {

using Sample = std::array<size_t, 4>;

/** SplitMix64 (Steele et al., OOPSLA 2014), with a fixed seed: the same samples every time. */
class SampleRandom {
 public:
  size_t Below(size_t n) {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return static_cast<size_t>(((z ^ (z >> 31)) >> 32) * n >> 32);
  }
  /** Adds numbers below n until `count` different ones are there. */
  void Fill(size_t n, size_t have, size_t count, Sample* sample) {
    while (have < count) {
      const size_t drawn = Below(n);
      if (std::find(sample->begin(), sample->begin() + static_cast<std::ptrdiff_t>(have), drawn) !=
          sample->begin() + static_cast<std::ptrdiff_t>(have))
        continue;
      (*sample)[have++] = drawn;
    }
  }

 private:
  uint64_t state_ = 20260101;
};

/** Draws from ever more of the pairs, the least doubtful first (PROSAC: Chum and Matas, CVPR 2005). */
class ProgressiveSampler {
 public:
  ProgressiveSampler(size_t count, int max_samples, SampleRandom* random)
      : count_(count), random_(random), expected_(max_samples) {
    for (size_t i = 0; i < 4; ++i) expected_ *= static_cast<double>(4 - i) / static_cast<double>(count - i);
  }

  Sample Next() {
    ++drawn_;
    while (pool_ < count_ && drawn_ > growth_) {
      // Samples among the first n + 1 that would be drawn by chance in the same time.
      const double next = expected_ * static_cast<double>(pool_ + 1) / static_cast<double>(pool_ - 3);
      growth_ += std::ceil(next - expected_);
      expected_ = next;
      ++pool_;
    }
    Sample sample{};
    if (pool_ < count_ || drawn_ <= growth_) {
      sample[0] = pool_ - 1;
      random_->Fill(pool_ - 1, 1, 4, &sample);
    } else {
      random_->Fill(count_, 0, 4, &sample);
    }
    return sample;
  }

 private:
  const size_t count_;
  SampleRandom* const random_;
  size_t pool_ = 4;
  double drawn_ = 0, growth_ = 1, expected_;
};

double TwiceArea(cv::Point2d a, cv::Point2d b, cv::Point2d c) { return (b - a).cross(c - a); }

/** Sends the corners of the projective frame to four points; false when three of them lie on a line. */
bool FrameOf(const std::array<cv::Point2d, 4>& p, double min_area, cv::Matx33d* frame,
             std::array<double, 3>* areas) {
  const double whole = TwiceArea(p[0], p[1], p[2]);
  *areas = {TwiceArea(p[3], p[1], p[2]), TwiceArea(p[0], p[3], p[2]), TwiceArea(p[0], p[1], p[3])};
  if (std::abs(whole) < min_area) return false;
  for (int i = 0; i < 3; ++i) {
    const double share = (*areas)[static_cast<size_t>(i)];
    if (std::abs(share) < min_area) return false;
    (*frame)(0, i) = share * p[static_cast<size_t>(i)].x;
    (*frame)(1, i) = share * p[static_cast<size_t>(i)].y;
    (*frame)(2, i) = share;
  }
  if (whole < 0.0) *frame = *frame * -1.0;
  return true;
}

/** The homography of four pairs; false when they show no view of a plane from its front. */
bool Solve(const std::vector<PointPair>& pairs, const Sample& sample, double min_area, cv::Matx33d* h) {
  std::array<cv::Point2d, 4> in_query, in_reference;
  for (size_t i = 0; i < 4; ++i) {
    in_query[i] = pairs[sample[i]].in_query;
    in_reference[i] = pairs[sample[i]].in_reference;
  }
  cv::Matx33d query, reference;
  std::array<double, 3> query_areas, reference_areas;
  if (!FrameOf(in_query, min_area, &query, &query_areas) ||
      !FrameOf(in_reference, min_area, &reference, &reference_areas))
    return false;
  // A plane seen from its front keeps the sense of rotation of every three points.
  const double turns = TwiceArea(in_query[0], in_query[1], in_query[2]) *
                       TwiceArea(in_reference[0], in_reference[1], in_reference[2]);
  if (turns <= 0.0) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (query_areas[i] * reference_areas[i] <= 0.0) return false;
  }
  *h = query * reference.inv();
  if (!(std::abs((*h)(2, 2)) > 1e-12)) return false;
  *h = *h * (1.0 / (*h)(2, 2));
  return std::all_of(h->val, h->val + 9, [](double v) { return std::isfinite(v); });
}

/** Sum of squared errors, none above the squared radius (MSAC: Torr and Zisserman, CVIU 2000). */
double CostOf(const std::vector<PointPair>& pairs, const cv::Matx33d& h, double squared_radius,
              double limit) {
  double cost = 0.0;
  for (const PointPair& pair : pairs) {
    const cv::Point2d error = Project(h, pair.in_reference) - cv::Point2d(pair.in_query);
    cost += std::min(error.dot(error), squared_radius);
    if (cost >= limit) break;
  }
  return cost;
}

std::vector<int> InliersOf(const std::vector<PointPair>& pairs, const cv::Matx33d& h, double squared_radius) {
  std::vector<int> inliers;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const cv::Point2d error = Project(h, pairs[i].in_reference) - cv::Point2d(pairs[i].in_query);
    if (error.dot(error) <= squared_radius) inliers.push_back(static_cast<int>(i));
  }
  return inliers;
}

double NeededSamples(size_t inliers, size_t count, double confidence) {
  const double share = static_cast<double>(inliers) / static_cast<double>(count);
  const double all_right = share * share * share * share;
  if (all_right >= 1.0 - 1e-9) return 0.0;
  return std::log(1.0 - confidence) / std::log(1.0 - all_right);
}

}  // namespace

HomographyEstimate EstimateHomography(const std::vector<PointPair>& pairs, double inlier_px,
                                      const RobustHomographyOptions& options) {
  if (pairs.size() < 6) return {};
  const double squared_radius = inlier_px * inlier_px;
  SampleRandom random;
  ProgressiveSampler progressive(pairs.size(), options.max_samples, &random);
  HomographyEstimate best;
  double least_cost = squared_radius * static_cast<double>(pairs.size());
  double needed = options.max_samples;
  int optimizations = 0;
  for (int drawn = 0; drawn < options.min_samples || drawn < needed; ++drawn) {
    // Progressive sampling may settle on a wrong start where the order says nothing; uniform sampling does
    // not.
    Sample sample{};
    if (drawn % 2 == 0) {
      sample = progressive.Next();
    } else {
      random.Fill(pairs.size(), 0, 4, &sample);
    }
    cv::Matx33d h;
    if (!Solve(pairs, sample, options.min_triangle_area_px, &h)) continue;
    double cost = CostOf(pairs, h, squared_radius, least_cost);
    if (!(cost < least_cost)) continue;
    if (optimizations < options.max_local_optimizations) {
      ++optimizations;
      const cv::Matx33d refined = RefineHomography(pairs, h, options.local_scale * inlier_px);
      const double refined_cost = CostOf(pairs, refined, squared_radius, cost);
      if (refined_cost < cost) {
        cost = refined_cost;
        h = refined;
      }
    }
    least_cost = cost;
    best.query_from_reference = h;
    best.inliers = InliersOf(pairs, h, squared_radius);
    needed = std::min<double>(options.max_samples,
                              NeededSamples(best.inliers.size(), pairs.size(), options.confidence));
  }
  best.found = best.inliers.size() >= 4;
  return best;
}

}  // namespace loupe::geometry
