#pragma once

#include <cstddef>
#include <vector>

namespace loupe::image {

/** A small picture of numbers, in rows with zeros around them, so that windows may reach beyond its sides. */
class GrayPlane {
 public:
  GrayPlane(int width, int height)
      : width_(width),
        height_(height),
        pitch_(kMargin + (static_cast<size_t>(width) + kLanes - 1) / kLanes * kLanes + kMargin),
        values_(pitch_ * static_cast<size_t>(height), 0.0f) {}

  int width() const { return width_; }
  int height() const { return height_; }
  /** Numbers from the beginning of one row to that of the next. */
  size_t pitch() const { return pitch_; }
  float* row(int y) { return values_.data() + static_cast<size_t>(y) * pitch_ + kMargin; }
  const float* row(int y) const { return values_.data() + static_cast<size_t>(y) * pitch_ + kMargin; }

  /** Readable zeros before and after each row. */
  static constexpr size_t kMargin = 8;
  /** Widths are rounded up to this. */
  static constexpr size_t kLanes = 8;

 private:
  int width_, height_;
  size_t pitch_;
  std::vector<float> values_;
};

/** Sums that a correlation is made of. */
struct PairSums {
  double count = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;

  void Add(const PairSums& other);
  /** Correlation coefficient, 0 when one of the two is flat. */
  float Correlation() const;
  /** Standard deviation of the first, and of the second. */
  float Deviation() const;
  float SecondDeviation() const;
};

/** Sums over the block from (x, y) on; beyond the plane there is nothing. The planes are 0 where the mask is.
 */
PairSums SumsOfBlock(const GrayPlane& a, const GrayPlane& b, const GrayPlane& mask, int x, int y, int side);

/** For every pixel the sum over the window of 13 by 13 around it. */
GrayPlane SumsAround(const GrayPlane& plane);

/**
 * Removes the mean of the visible pixels in the window around each pixel and divides by their deviation, so
 * that neither light nor one strong edge outweighs the rest of the picture.
 * @param values  0 where the mask is 0
 * @param counts  SumsAround(mask)
 */
GrayPlane NormalizeLocally(const GrayPlane& values, const GrayPlane& mask, const GrayPlane& counts);

}  // namespace loupe::image
