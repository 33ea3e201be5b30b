#include "core/comparison/runs.h"

#include <algorithm>
#include <numeric>
#include <opencv2/imgproc.hpp>

namespace loupe::comparison {
namespace {

/** Appends rows from top to bottom. */
class RunWriter {
 public:
  explicit RunWriter(const cv::Size& size) {
    mask_.size = size;
    mask_.first_of_row.reserve(size_t(size.height) + 1);
    mask_.first_of_row.push_back(0);
  }
  void Add(const Run& run) { mask_.runs.push_back(run); }
  void EndRow() { mask_.first_of_row.push_back(int(mask_.runs.size())); }
  RunMask Finish() { return std::move(mask_); }

 private:
  RunMask mask_;
};

int RootOf(std::vector<int>& parents, int i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

/** Half widths of the disk's rows. */
std::vector<int> HalfWidths(int diameter) {
  const cv::Mat disk = cv::getStructuringElement(cv::MORPH_ELLIPSE, {diameter, diameter});
  std::vector<int> widths;
  for (int y = 0; y < diameter; ++y) widths.push_back((cv::countNonZero(disk.row(y)) - 1) / 2);
  return widths;
}

}  // namespace

RunMask RunsAbove(const cv::Mat& plane, int least) {
  RunWriter writer(plane.size());
  for (int y = 0; y < plane.rows; ++y) {
    const uchar* p = plane.ptr(y);
    for (int x = 0; x < plane.cols; ++x) {
      if (p[x] < least) continue;
      const int from = x;
      while (x < plane.cols && p[x] >= least) ++x;
      writer.Add({y, from, x});
    }
    writer.EndRow();
  }
  return writer.Finish();
}

RunMask Kept(const RunMask& mask, const std::vector<char>& is_kept) {
  RunWriter writer(mask.size);
  for (int y = 0; y < mask.size.height; ++y) {
    for (int i = mask.first_of_row[y]; i < mask.first_of_row[y + 1]; ++i) {
      if (is_kept[i]) writer.Add(mask.runs[i]);
    }
    writer.EndRow();
  }
  return writer.Finish();
}

RunMask Dilated(const RunMask& mask, int diameter) {
  const std::vector<int> half_widths = HalfWidths(diameter);
  const int radius = diameter / 2, width = mask.size.width;
  // Where runs begin, less where they end: a running sum from the left is the number of runs that cover a
  // pixel.
  std::vector<int> edges(size_t(width) + 1);
  RunWriter writer(mask.size);
  for (int y = 0; y < mask.size.height; ++y, writer.EndRow()) {
    const int top = std::max(0, y - radius), bottom = std::min(mask.size.height - 1, y + radius);
    if (mask.first_of_row[top] == mask.first_of_row[bottom + 1]) continue;
    std::fill(edges.begin(), edges.end(), 0);
    for (int i = mask.first_of_row[top]; i < mask.first_of_row[bottom + 1]; ++i) {
      const int reach = half_widths[mask.runs[i].y - y + radius];
      ++edges[std::max(0, mask.runs[i].from - reach)];
      --edges[std::min(width, mask.runs[i].to + reach)];
    }
    for (int x = 0, covering = 0, from = 0; x <= width; ++x) {
      const int before = covering;
      covering += edges[x];
      if (before == 0 && covering > 0) from = x;
      if (before > 0 && covering == 0) writer.Add({y, from, x});
    }
  }
  return writer.Finish();
}

std::vector<int> ComponentOfRuns(const RunMask& mask) {
  std::vector<int> parents(mask.runs.size());
  std::iota(parents.begin(), parents.end(), 0);
  for (int y = 1; y < mask.size.height; ++y) {
    int above = mask.first_of_row[y - 1];
    const int end_above = mask.first_of_row[y];
    for (int i = mask.first_of_row[y]; i < mask.first_of_row[y + 1]; ++i) {
      const Run& run = mask.runs[i];
      while (above < end_above && mask.runs[above].to < run.from) ++above;
      for (int j = above; j < end_above && mask.runs[j].from <= run.to; ++j) {
        const int a = RootOf(parents, j), b = RootOf(parents, i);
        parents[std::max(a, b)] = std::min(a, b);
      }
    }
  }
  // A root is the first run of its component, so it has its number before the others ask for it.
  std::vector<int> components(parents.size());
  int count = 0;
  for (size_t i = 0; i < parents.size(); ++i) {
    const int root = RootOf(parents, int(i));
    components[i] = root == int(i) ? count++ : components[root];
  }
  return components;
}

}  // namespace loupe::comparison
