#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "core/registration/displacement.h"

namespace loupe::registration {

/** Where the reference lies in the query: first a smooth shift, then a homography, both in pixels. */
struct Warp {
  cv::Matx33d homography = cv::Matx33d::eye();
  SmoothField field;
};

/** The query's place of one pixel of the reference. */
cv::Point2d PlaceOf(const Warp& warp, const cv::Point2d& pixel);

/** Places of whole rows, rounded to 1/32 pixel of the query. */
class RowPlaces {
 public:
  static constexpr int kSteps = 32;

  RowPlaces(const Warp& warp, int width);

  /** Computes the places of row `y`. */
  void Locate(int y);

  const int* x() const { return x_.data(); }
  const int* y() const { return y_.data(); }

 private:
  void LocateShifts(int y);

  const Warp& warp_;
  int width_;
  std::vector<float> shift_x_, shift_y_;
  std::vector<int> x_, y_;
};

/** A picture read at the places of a warp. */
struct Warped {
  cv::Mat image;
  /** 255 where the place lies inside the picture. */
  cv::Mat known;
};

/** Reads an 8-bit gray picture at the places of each pixel of a frame of `size`, linearly. */
Warped WarpGray(const cv::Mat& query, const Warp& warp, const cv::Size& size);

/**
 * Reads an 8-bit RGB picture the same way by cubic convolution (Keys, 1981). The result has a fourth channel
 * without meaning.
 */
Warped WarpRgb(const cv::Mat& query, const Warp& warp, const cv::Size& size);

}  // namespace loupe::registration
