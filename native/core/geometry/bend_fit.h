#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/geometry/band_system.h"
#include "core/geometry/options.h"
#include "core/geometry/warp.h"

namespace loupe::geometry {

/**
 * Least squares for the nodes of a bend: what pairs and pixels ask for against the stiffness of the sheet (a
 * discrete thin plate, Bookstein, PAMI 1989). Nodes far from everything follow their neighbors.
 */
class BendFit {
 public:
  /** Pixels tie the two axes to each other; without them each axis is solved alone, which is quicker. */
  enum class Axes { kApart, kTogether };

  /** @param stiffness  price of a second difference of one pixel, in squared pixels of a pair's error
 @param restoring see BendOptions */
  BendFit(double stiffness, double restoring, Axes axes);

  /** Asks for a displacement (query pixels) at a place. */
  void AddPair(const PageBend::Weights& at, cv::Point2d wanted, double weight);
  /** Asks for `gradient . displacement = value` at a place; for axes together only. */
  void AddPixel(const PageBend::Weights& at, cv::Point2d gradient, double value, double weight);

  /** @return false, and nothing is changed, when there is no finite solution */
  bool Solve(PageBend* bend);

 private:
  size_t Unknown(int node, int axis) const;
  void AddBoth(int node, int other, double value);
  void AddStiffness(double price, double restoring);

  const bool together_;
  BandSystem system_;
};

/**
 * Asks for the displacements of pairs of keypoints, with Cauchy weights.
 * @param scale_px  error of weight one half
 */
void AddPairs(const std::vector<PointPair>& pairs, const Warp& warp, double scale_px, BendFit* fit);

/** Fits the bend of a warp to pairs of keypoints alone, weighed by their errors so far. */
void FitBend(const std::vector<PointPair>& pairs, double scale_px, const BendOptions& options, Warp* warp);

}  // namespace loupe::geometry
