#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "core/comparison/options.h"
#include "core/comparison/sharpness.h"

namespace loupe::comparison {

/** What one channel says about a band of a pair, in planes of its own resolution. */
struct Evidence {
  /** CV_8U: how far values leave what the other picture's nearest pixels allow. */
  cv::Mat difference;
  /** CV_8U: the lesser local contrast. */
  cv::Mat contrast;
  /** CIELAB units of one level. */
  double units = 1;
  /** Smallest difference that counts, in CIELAB units. */
  double least = 1;
  /** Pixels of the pictures along the side of one of the planes' pixels. */
  int pixel_side = 1;
};

/** Rows of a picture, and rows around them that filters look at. */
struct Band {
  int first = 0, last = 0;
  /** With the rows around: even numbers, but for the end of the picture. */
  int from = 0, to = 0;

  int rows() const { return last - first; }
};

/** The band that begins at row `first`. */
Band BandAt(int first, int band_rows, int picture_rows);

struct BandEvidence {
  Band band;
  /** Lightness of both, equally sharp, of the rows `from` to `to`. */
  cv::Mat reference, query;
  /** Lightness, a* and b*. */
  std::array<Evidence, 3> channels;
};

/** 8-bit RGB pictures of equal size in one light. */
BandEvidence GatherEvidence(const cv::Mat& reference, const cv::Mat& query, const Band& band,
                            const Sharpness& sharpness, const DifferenceOptions& options);

}  // namespace loupe::comparison
