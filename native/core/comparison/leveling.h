#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "core/comparison/options.h"

namespace loupe::comparison {

/**
 * How the light and color of one picture become those of another: for each channel a gain and an offset that
 * vary as low polynomials over the picture, a tone curve, and crosstalk between channels.
 */
struct LightModel {
  static constexpr int kTerms = 13;
  using Row = std::array<float, kTerms>;
  std::array<Row, 3> channels{};
  /** False where too little is seen; light then stays as it is. */
  bool is_fitted = false;
};

/**
 * The light between 8-bit RGB pictures of equal size (a fourth channel of `warped` is left out), `valid` 255
 * where the query is known. Fitted by iteratively reweighted least squares in which every color has one vote
 * in each part of the picture: a large area that was recolored counts no more than a small one, and what few
 * colors could tell (tone, crosstalk) stays as it is.
 */
LightModel FitLight(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid,
                    const LevelingOptions& options);

/** One color, 0..255, in the light of the reference at a place (-1..1 each way); may lie outside of 0..255.
 */
cv::Vec3f LightOf(const LightModel& model, const cv::Vec3f& rgb, double x, double y);

/** Rows of a warped picture, RGB or with a fourth channel, in the light of the reference: RGB. `rows` has the
 * whole. */
cv::Mat Leveled(const LightModel& model, const cv::Mat& warped, int first_row, int rows);

}  // namespace loupe::comparison
