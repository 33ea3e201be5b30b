#pragma once

#include <opencv2/core.hpp>

#include "core/comparison/difference.h"
#include "core/comparison/evidence.h"
#include "core/comparison/runs.h"

namespace loupe::comparison {

/**
 * Marks of a few pixels between pictures that lie upon each other to a fraction of a pixel: the tail of a
 * comma, the dot of an i. The neighborhoods and displacements that are right for bent paper swallow them.
 * Here differences keep their sign, so that an edge that lies a little aside cancels itself, are averaged
 * over about such a mark, and count beyond what `per_slope` pixels of displacement explain.
 */
class SmallMarks {
 public:
  /**
   * @param size of the pictures
   * @param close CV_8U of any size: 255 where they lie so
   */
  SmallMarks(const cv::Size& size, cv::Mat close, const SmallMarkOptions& options);

  /** Looks at the rows of a band. */
  void Add(const BandEvidence& evidence, const cv::Mat& valid);

  /** Writes the marks that reach `seed_levels` somewhere. */
  void AddTo(DifferenceMap& map) const;

 private:
  bool HasSeed(const Run& run) const;

  const SmallMarkOptions& options_;
  cv::Mat close_;
  /** CV_8U: levels of lightness beyond what is explained. */
  cv::Mat beyond_;
  double units_ = 1;
};

}  // namespace loupe::comparison
