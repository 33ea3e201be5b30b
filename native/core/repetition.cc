#include "repetition.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "hamming.h"

namespace loupe {
namespace {

/** Descriptors of one motif drawn twice differ by less. */
constexpr int kAlikeHamming = 44;
/** Greatest difference in orientation, in 1/65536 turn (15 degrees), and in pyramid level. */
constexpr int kAlikeTurn = 2731;
constexpr int kAlikeLevels = 1;
/** Cells of displacement for each longer side of the picture. */
constexpr int kCellsPerSide = 64;
/** Nearer likenesses are one corner found twice, and chance is counted there anyway. */
constexpr double kShortestShare = 0.03;
/** Likenesses by one displacement that are no accident. */
constexpr int kMinLikenesses = 8;
constexpr size_t kMostShifts = 4;

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
    ++sum.count;
    sum.dx += dx;
    sum.dy += dy;
  }

  /** The mean displacement where most lie close together, taken out. @return whether they are enough */
  bool TakeMost(cv::Point2d* shift) {
    Sum most;
    int place_column = 0, place_row = 0;
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        if (At(column, row).count == 0) continue;
        const Sum sum = Around(column, row);
        if (sum.count <= most.count) continue;
        most = sum;
        place_column = column;
        place_row = row;
      }
    }
    if (most.count < kMinLikenesses) return false;
    *shift = {static_cast<double>(most.dx) / most.count, static_cast<double>(most.dy) / most.count};
    ForNeighbors(place_column, place_row, [](Sum* sum) { *sum = {}; });
    return true;
  }

 private:
  static constexpr int kColumns = 2 * kCellsPerSide + 1;
  static constexpr int kRows = kCellsPerSide + 1;

  Sum& At(int column, int row) { return cells_[static_cast<size_t>(row * kColumns + column)]; }

  template <typename Visit>
  void ForNeighbors(int column, int row, Visit visit) {
    for (int y = std::max(0, row - 1); y <= std::min(kRows - 1, row + 1); ++y) {
      for (int x = std::max(0, column - 1); x <= std::min(kColumns - 1, column + 1); ++x) visit(&At(x, y));
    }
  }

  Sum Around(int column, int row) {
    Sum around;
    ForNeighbors(column, row, [&](const Sum* sum) {
      around.count += sum->count;
      around.dx += sum->dx;
      around.dy += sum->dy;
    });
    return around;
  }

  double cell_;
  std::vector<Sum> cells_;
};

bool AreTurnedAlike(const Keypoint& a, const Keypoint& b) {
  const auto turn = static_cast<int16_t>(static_cast<uint16_t>(a.angle_q16 - b.angle_q16));
  return std::abs(int{turn}) <= kAlikeTurn && std::abs(a.level - b.level) <= kAlikeLevels;
}

}  // namespace

std::vector<cv::Point2d> RepeatedShifts(const ReferenceView& reference) {
  const double side = std::max(reference.working_size.width, reference.working_size.height);
  const size_t count = reference.keypoints.size();
  const std::vector<uint64_t> blocks = ToBlocks(reference.descriptors);
  std::vector<uint16_t> distances(blocks.size() / 4);
  Displacements displacements(side);
  for (size_t i = 1; i < count; ++i) {
    const size_t rounded = (i + 7) / 8 * 8;
    BestKernels().block_distances(reference.descriptors[i], blocks.data(), rounded, distances.data());
    const Keypoint& a = reference.keypoints[i];
    for (size_t j = 0; j < i; ++j) {
      if (distances[j] > kAlikeHamming) continue;
      const Keypoint& b = reference.keypoints[j];
      const float dx = a.x() - b.x(), dy = a.y() - b.y();
      if (std::hypot(dx, dy) >= kShortestShare * side && AreTurnedAlike(a, b)) displacements.Add(dx, dy);
    }
  }
  std::vector<cv::Point2d> shifts;
  cv::Point2d shift;
  while (shifts.size() < 2 * kMostShifts && displacements.TakeMost(&shift)) {
    shifts.push_back(shift);
    shifts.push_back(-shift);
  }
  return shifts;
}

}  // namespace loupe
