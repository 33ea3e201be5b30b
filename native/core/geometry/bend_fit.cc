#include "core/geometry/bend_fit.h"

#include <array>
#include <cmath>

namespace loupe::geometry {
namespace {

constexpr int kNodes = PageBend::kNodes;
constexpr auto kNodeCount = static_cast<size_t>(PageBend::kNodeCount);
/** Second differences reach over two rows of nodes. */
constexpr size_t kReach = 2 * static_cast<size_t>(kNodes);
}  // namespace

BendFit::BendFit(double stiffness, double restoring, Axes axes)
    : together_(axes == Axes::kTogether),
      system_(together_ ? 2 * kNodeCount : kNodeCount, together_ ? 2 * kReach + 1 : kReach,
              together_ ? 1 : 2) {
  AddStiffness(stiffness, restoring);
}

size_t BendFit::Unknown(int node, int axis) const {
  return together_ ? 2 * static_cast<size_t>(node) + static_cast<size_t>(axis) : static_cast<size_t>(node);
}

/** Adds to the entry of two nodes, the later one first, for both axes. */
void BendFit::AddBoth(int node, int other, double value) {
  for (int axis = 0; axis < (together_ ? 2 : 1); ++axis)
    system_.Add(Unknown(node, axis), Unknown(other, axis), value);
}

void BendFit::AddStiffness(double price, double restoring) {
  for (int node = 0; node < PageBend::kNodeCount; ++node) AddBoth(node, node, restoring);
  // Nodes in falling order, since entries are added by the later one.
  const auto add = [&](const std::array<int, 4>& nodes, const std::array<double, 4>& factors) {
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = i; j < 4; ++j) {
        if (factors[i] * factors[j] != 0.0) AddBoth(nodes[i], nodes[j], price * factors[i] * factors[j]);
      }
    }
  };
  for (int row = 0; row < kNodes; ++row) {
    for (int column = 0; column < kNodes; ++column) {
      const int n = row * kNodes + column;
      if (column + 2 < kNodes) add({n + 2, n + 1, n, n}, {1, -2, 1, 0});
      if (row + 2 < kNodes) add({n + 2 * kNodes, n + kNodes, n, n}, {1, -2, 1, 0});
      if (column + 1 < kNodes && row + 1 < kNodes)
        add({n + kNodes + 1, n + kNodes, n + 1, n}, {1, -1, -1, 1});
    }
  }
}

void BendFit::AddPair(const PageBend::Weights& at, cv::Point2d wanted, double weight) {
  for (size_t i = 0; i < 4; ++i) {
    const double w = weight * at.weight[i];
    const int node = at.node[i];
    system_.AddRight(Unknown(node, 0), 0, w * wanted.x);
    system_.AddRight(Unknown(node, 1), together_ ? 0 : 1, w * wanted.y);
    for (size_t j = 0; j <= i; ++j) AddBoth(node, at.node[j], w * at.weight[j]);
  }
}

void BendFit::AddPixel(const PageBend::Weights& at, cv::Point2d gradient, double value, double weight) {
  const std::array<double, 2> along = {gradient.x, gradient.y};
  for (size_t i = 0; i < 4; ++i) {
    for (size_t axis = 0; axis < 2; ++axis) {
      const double w = weight * at.weight[i] * along[axis];
      const size_t row = Unknown(at.node[i], static_cast<int>(axis));
      system_.AddRight(row, 0, w * value);
      for (size_t j = 0; j < i; ++j) {
        for (size_t other = 0; other < 2; ++other)
          system_.Add(row, Unknown(at.node[j], static_cast<int>(other)), w * at.weight[j] * along[other]);
      }
      for (size_t other = 0; other <= axis; ++other)
        system_.Add(row, Unknown(at.node[i], static_cast<int>(other)), w * at.weight[i] * along[other]);
    }
  }
}

bool BendFit::Solve(PageBend* bend) {
  if (!system_.Solve()) return false;
  std::array<cv::Point2d, kNodeCount> nodes;
  for (int i = 0; i < PageBend::kNodeCount; ++i) {
    const cv::Point2d node(system_.Solution(Unknown(i, 0), 0),
                           system_.Solution(Unknown(i, 1), together_ ? 0 : 1));
    if (!std::isfinite(node.x) || !std::isfinite(node.y)) return false;
    nodes[static_cast<size_t>(i)] = node;
  }
  bend->SetNodes(nodes);
  return true;
}

void AddPairs(const std::vector<PointPair>& pairs, const Warp& warp, double scale_px, BendFit* fit) {
  for (const PointPair& pair : pairs) {
    const cv::Point2d reference_point(pair.in_reference);
    const PageBend::Weights at = warp.bend.WeightsAt(reference_point);
    const cv::Point2d wanted =
        cv::Point2d(pair.in_query) - Project(warp.query_from_reference, reference_point);
    const cv::Point2d error = wanted - warp.bend.At(at);
    fit->AddPair(at, wanted, 1.0 / (1.0 + error.dot(error) / (scale_px * scale_px)));
  }
}

void FitBend(const std::vector<PointPair>& pairs, double scale_px, const BendOptions& options, Warp* warp) {
  BendFit fit(options.stiffness_of_pairs, options.restoring, BendFit::Axes::kApart);
  AddPairs(pairs, *warp, scale_px, &fit);
  fit.Solve(&warp->bend);
}

}  // namespace loupe::geometry
