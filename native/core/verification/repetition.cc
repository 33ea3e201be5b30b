#include "core/verification/repetition.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/features/features.h"

namespace loupe::verification {
namespace {

/** Cells of displacement for each longer side of the picture. */
constexpr int kCellsPerSide = 64;
struct Sum {
  int count = 0;
  float dx = 0.0f, dy = 0.0f;
};

/** Counts displacements in the half plane dy >= 0, since likeness goes both ways. */
class Displacements {
 public:
  explicit Displacements(double side)
      : cell_(side / kCellsPerSide), cells_(static_cast<size_t>(kColumns * kRows)) {}

  void Add(float dx, float dy) {
    if (dy < 0 || (dy == 0 && dx < 0)) dx = -dx, dy = -dy;
    const int column = static_cast<int>(std::floor(dx / cell_ + 0.5)) + kCellsPerSide;
    const int row = static_cast<int>(std::floor(dy / cell_ + 0.5));
    if (column < 0 || column >= kColumns || row >= kRows) return;
    Sum& sum = At(column, row);
    if (sum.count == 0) occupied_.push_back(row * kColumns + column);
    ++sum.count;
    sum.dx += dx;
    sum.dy += dy;
  }

  /** The mean displacement where most lie close together, taken out. @return whether they are enough */
  bool TakeMost(int min_likenesses, cv::Point2d* shift) {
    Sum most;
    int place = 0;
    for (const int cell : occupied_) {
      if (cells_[static_cast<size_t>(cell)].count == 0) continue;
      const Sum sum = Around(cell);
      if (sum.count < most.count || (sum.count == most.count && cell > place)) continue;
      most = sum;
      place = cell;
    }
    if (most.count < min_likenesses) return false;
    *shift = {static_cast<double>(most.dx) / most.count, static_cast<double>(most.dy) / most.count};
    ForNeighbors(place, [](Sum* sum) { *sum = {}; });
    return true;
  }

 private:
  static constexpr int kColumns = 2 * kCellsPerSide + 1;
  static constexpr int kRows = kCellsPerSide + 1;

  Sum& At(int column, int row) { return cells_[static_cast<size_t>(row * kColumns + column)]; }

  template <typename Visit>
  void ForNeighbors(int cell, Visit visit) {
    const int column = cell % kColumns, row = cell / kColumns;
    for (int y = std::max(0, row - 1); y <= std::min(kRows - 1, row + 1); ++y) {
      for (int x = std::max(0, column - 1); x <= std::min(kColumns - 1, column + 1); ++x) visit(&At(x, y));
    }
  }

  Sum Around(int cell) {
    Sum around;
    ForNeighbors(cell, [&](const Sum* sum) {
      around.count += sum->count;
      around.dx += sum->dx;
      around.dy += sum->dy;
    });
    return around;
  }

  double cell_;
  std::vector<Sum> cells_;
  std::vector<int> occupied_;
};

/** Keypoints in the order of their orientation, twice around the circle. */
struct TurnedKeypoints {
  explicit TurnedKeypoints(const signature::ReferenceView& reference);

  /** Orientation in 1/65536 turn. */
  std::vector<int32_t> turn, level;
  std::vector<float> x, y;
  std::vector<features::Descriptor> descriptors;
};

TurnedKeypoints::TurnedKeypoints(const signature::ReferenceView& reference) {
  const base::Span<const features::Keypoint> keypoints = reference.keypoints;
  const size_t count = keypoints.size();
  std::vector<uint32_t> order(count);
  for (size_t i = 0; i < count; ++i)
    order[i] = uint32_t{keypoints[i].angle_q16} << 16 | static_cast<uint32_t>(i);
  std::sort(order.begin(), order.end());
  for (auto* column : {&turn, &level}) column->resize(2 * count);
  for (auto* column : {&x, &y}) column->resize(2 * count);
  descriptors.resize(count);
  for (size_t place = 0; place < 2 * count; ++place) {
    const size_t first = place < count ? place : place - count;
    const size_t i = order[first] & 0xffff;
    const features::Keypoint& k = keypoints[i];
    turn[place] = k.angle_q16 + (place < count ? 0 : 65536);
    x[place] = k.x();
    y[place] = k.y();
    level[place] = k.level;
    descriptors[first] = reference.descriptors[i];
  }
}

/** Displacements between keypoints that look alike, each once. */
Displacements Likenesses(const signature::ReferenceView& reference, const RepetitionOptions& options) {
  const double side = std::max(reference.working_size.width, reference.working_size.height);
  const TurnedKeypoints keypoints(reference);
  const size_t count = reference.keypoints.size();
  const auto shortest = static_cast<float>(options.shortest_share * side);
  Displacements likenesses(side);
  std::vector<uint32_t> near(count);
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    while (end < i + count && keypoints.turn[end] - keypoints.turn[i] <= options.max_turn) ++end;
    // Without branches, which nothing would predict.
    size_t found = 0;
    for (size_t j = i + 1; j < end; ++j) {
      const float dx = keypoints.x[i] - keypoints.x[j], dy = keypoints.y[i] - keypoints.y[j];
      near[found] = static_cast<uint32_t>(j);
      found += static_cast<size_t>((std::abs(keypoints.level[i] - keypoints.level[j]) <= options.max_levels) &
                                   (dx * dx + dy * dy >= shortest * shortest));
    }
    for (size_t n = 0; n < found; ++n) {
      const size_t j = near[n], other = j < count ? j : j - count;
      if (features::HammingDistance(keypoints.descriptors[i], keypoints.descriptors[other]) >
          options.max_hamming)
        continue;
      likenesses.Add(keypoints.x[i] - keypoints.x[j], keypoints.y[i] - keypoints.y[j]);
    }
  }
  return likenesses;
}

}  // namespace

std::vector<cv::Point2d> RepeatedShifts(const signature::ReferenceView& reference,
                                        const RepetitionOptions& options) {
  Displacements likenesses = Likenesses(reference, options);
  std::vector<cv::Point2d> shifts;
  cv::Point2d shift;
  while (shifts.size() < 2 * static_cast<size_t>(options.max_shifts) &&
         likenesses.TakeMost(options.min_likenesses, &shift)) {
    shifts.push_back(shift);
    shifts.push_back(-shift);
  }
  return shifts;
}

}  // namespace loupe::verification
