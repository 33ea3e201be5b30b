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

/** Reads an 8-bit gray picture between its pixels, linearly. */
class GrayReader {
 public:
  explicit GrayReader(const cv::Mat& query);

  /** As many rows as `size` has, from `first_row` on. */
  Warped Read(const Warp& warp, const cv::Size& size, int first_row = 0) const;

 private:
  cv::Size size_;
  /** With one more row and column. */
  cv::Mat padded_;
};

/** A whole frame at once. */
Warped WarpGray(const cv::Mat& query, const Warp& warp, const cv::Size& size);

/**
 * Reads an 8-bit RGB picture by cubic convolution (Keys, 1981): as many rows as `size` has, from `first_row`
 * on. Results have a fourth channel without meaning.
 */
Warped WarpRgb(const cv::Mat& query, const Warp& warp, const cv::Size& size, int first_row = 0);

}  // namespace loupe::registration
