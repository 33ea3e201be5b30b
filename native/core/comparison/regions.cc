#include "core/comparison/regions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/comparison/runs.h"

namespace loupe::comparison {
namespace {

/** Whether a run is as strong as a seed somewhere where the pictures are settled. */
bool HasSeed(const Run& run, const DifferenceMap& map, const cv::Mat& settled, int seed) {
  const uchar* p = map.strength.ptr(run.y);
  const uchar* row = settled.ptr(int(int64_t(run.y) * settled.rows / map.strength.rows));
  for (int x = run.from; x < run.to; ++x) {
    if (p[x] >= seed && row[int64_t(x) * settled.cols / map.strength.cols] != 0) return true;
  }
  return false;
}

/** By component: whether it holds a square of the least thickness, or is long. */
std::vector<char> ThickComponents(const RunMask& mask, const std::vector<int>& components,
                                  const RegionOptions& options) {
  const int least = options.least_thickness_px;
  std::vector<char> is_thick(mask.runs.size(), least < 2 ? 1 : 0);
  if (least < 2) return is_thick;
  std::vector<cv::Rect> boxes(mask.runs.size());
  for (size_t i = 0; i < mask.runs.size(); ++i) {
    const Run& run = mask.runs[i];
    cv::Rect& box = boxes[components[i]];
    const cv::Rect own(run.from, run.y, run.to - run.from, 1);
    box = box.empty() ? own : box | own;
  }
  for (size_t c = 0; c < boxes.size(); ++c)
    if (std::max(boxes[c].width, boxes[c].height) >= options.long_px) is_thick[c] = 1;
  // A run holds a square when the rows below share `least` of its columns.
  const auto holds_square = [&](int at) {
    int from = mask.runs[at].from, to = mask.runs[at].to;
    for (int down = 1; down < least; ++down) {
      const int y = mask.runs[at].y + down;
      if (y >= mask.size.height) return false;
      int best_from = 0, best_to = 0;
      for (int i = mask.first_of_row[y]; i < mask.first_of_row[y + 1]; ++i) {
        const int l = std::max(from, mask.runs[i].from), r = std::min(to, mask.runs[i].to);
        if (r - l > best_to - best_from) best_from = l, best_to = r;
      }
      from = best_from, to = best_to;
      if (to - from < least) return false;
    }
    return to - from >= least;
  };
  for (size_t i = 0; i < mask.runs.size(); ++i)
    if (is_thick[components[i]] == 0 && holds_square(int(i))) is_thick[components[i]] = 1;
  return is_thick;
}

/** Pixels above `grow` that are connected to a pixel above `seed` (Canny, 1986). */
RunMask Hysteresis(const DifferenceMap& map, const cv::Mat& settled, const RegionOptions& options) {
  const RunMask grown = RunsAbove(map.strength, cvRound(DifferenceMap::kUnit * options.grow));
  const std::vector<int> components = ComponentOfRuns(grown);
  std::vector<char> has_seed(grown.runs.size(), 0), is_kept(grown.runs.size(), 0);
  for (size_t i = 0; i < grown.runs.size(); ++i) {
    if (HasSeed(grown.runs[i], map, settled, cvRound(DifferenceMap::kUnit * options.seed)))
      has_seed[components[i]] = 1;
  }
  const std::vector<char> is_thick = ThickComponents(grown, components, options);
  for (size_t i = 0; i < grown.runs.size(); ++i)
    is_kept[i] = has_seed[components[i]] != 0 && is_thick[components[i]] != 0;
  return Kept(grown, is_kept);
}

/** Parts nearer than this are one region; on fine pictures, print of a size spans more pixels than its gaps
 * need. */
int GapPx(const cv::Size& size, double gap_share) {
  const double fineness = std::max(1.0, double(size.area()) / 1.05e6);
  return std::max(2, int(gap_share * std::max(size.width, size.height) / std::pow(fineness, 0.25)));
}

/** Which part of the dilated mask each run lies in. */
std::vector<int> PartOfRuns(const RunMask& mask, const RunMask& dilated) {
  const std::vector<int> components = ComponentOfRuns(dilated);
  std::vector<int> parts(mask.runs.size());
  for (int y = 0; y < mask.size.height; ++y) {
    int around = dilated.first_of_row[y];
    for (int i = mask.first_of_row[y]; i < mask.first_of_row[y + 1]; ++i) {
      while (dilated.runs[around].to < mask.runs[i].to) ++around;
      parts[i] = components[around];
    }
  }
  return parts;
}

/** What is summed up over a region's runs. */
struct Sums {
  std::vector<Run> runs;
  int left = 0, right = 0;
  int area = 0;
  double weight = 0, size = 0;
  float peak = 0;

  void Add(const Run& run, const DifferenceMap& map) {
    const uchar* strength = map.strength.ptr(run.y);
    const uchar* sizes = map.size.ptr(run.y);
    for (int x = run.from; x < run.to; ++x) {
      weight += strength[x] / double(DifferenceMap::kUnit);
      size += sizes[x];
      peak = std::max(peak, strength[x] / float(DifferenceMap::kUnit));
    }
    left = runs.empty() ? run.from : std::min(left, run.from);
    right = std::max(right, run.to);
    area += run.to - run.from;
    runs.push_back(run);
  }
};

Region ToRegion(const Sums& sums) {
  Region region;
  const int top = sums.runs.front().y;
  region.box = {sums.left, top, sums.right - sums.left, sums.runs.back().y + 1 - top};
  region.mask = cv::Mat::zeros(region.box.size(), CV_8U);
  for (const Run& run : sums.runs)
    std::fill_n(region.mask.ptr(run.y - top) + run.from - sums.left, run.to - run.from, uchar(255));
  region.area = sums.area;
  region.weight = sums.weight;
  region.peak = sums.peak;
  region.mean_difference = sums.size / sums.area;
  return region;
}

}  // namespace

std::vector<Region> FindRegions(const DifferenceMap& map, const cv::Mat& settled,
                                const RegionOptions& options) {
  const RunMask kept = Hysteresis(map, settled, options);
  const std::vector<int> parts = PartOfRuns(kept, Dilated(kept, GapPx(kept.size, options.gap_share) | 1));
  std::vector<Sums> sums;
  for (size_t i = 0; i < kept.runs.size(); ++i) {
    if (size_t(parts[i]) >= sums.size()) sums.resize(parts[i] + 1);
    sums[parts[i]].Add(kept.runs[i], map);
  }
  std::vector<Region> regions;
  for (const Sums& of_part : sums) {
    if (!of_part.runs.empty() && of_part.weight >= options.least_weight && of_part.area >= options.least_area)
      regions.push_back(ToRegion(of_part));
  }
  return regions;
}

}  // namespace loupe::comparison
