#include "core/registration/fourier_mellin.h"

#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace loupe::registration {
namespace {

constexpr int kSide = 256;

/** The picture on a mean-gray square, faded out towards its own edges. */
cv::Mat OnSquare(const cv::Mat& image) {
  cv::Mat real, window;
  image.convertTo(real, CV_32F, 1.0 / 255);
  real -= cv::mean(real);
  cv::createHanningWindow(window, image.size(), CV_32F);
  cv::Mat square = cv::Mat::zeros(kSide, kSide, CV_32F);
  cv::multiply(real, window, square(cv::Rect({0, 0}, image.size())));
  return square;
}

/** Magnitude spectrum in log-polar coordinates, low frequencies held down. */
cv::Mat LogPolarSpectrum(const cv::Mat& square) {
  cv::Mat spectrum, magnitude, polar;
  cv::dft(square, spectrum, cv::DFT_COMPLEX_OUTPUT);
  std::array<cv::Mat, 2> parts;
  cv::split(spectrum, parts.data());
  cv::magnitude(parts[0], parts[1], magnitude);
  cv::Mat centered(magnitude.size(), CV_32F);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const double fy = (y < kSide / 2 ? y : y - kSide) / double(kSide);
      const double fx = (x < kSide / 2 ? x : x - kSide) / double(kSide);
      const double low = std::cos(M_PI * fx) * std::cos(M_PI * fy);
      const float emphasis = float((1 - low) * (2 - low));
      centered.at<float>((y + kSide / 2) % kSide, (x + kSide / 2) % kSide) =
          emphasis * std::log1p(magnitude.at<float>(y, x));
    }
  }
  cv::warpPolar(centered, polar, {kSide, kSide}, {kSide / 2.0F, kSide / 2.0F}, kSide / 2.0,
                cv::INTER_LINEAR | cv::WARP_POLAR_LOG);
  return polar;
}

}  // namespace

std::vector<cv::Matx33d> SimilaritiesBySpectrum(const cv::Mat& reference, const cv::Mat& query) {
  if (std::min({reference.cols, reference.rows, query.cols, query.rows}) < 16) return {};
  const cv::Mat r = OnSquare(reference), q = OnSquare(query);
  cv::Mat window;
  cv::createHanningWindow(window, {kSide, kSide}, CV_32F);
  const cv::Point2d polar_shift = cv::phaseCorrelate(LogPolarSpectrum(r), LogPolarSpectrum(q), window);
  // A picture enlarged by s has a spectrum shrunk by s.
  const double scale = std::exp(-polar_shift.x * std::log(kSide / 2.0) / kSide);
  const double turn = polar_shift.y * 2 * M_PI / kSide;
  if (!(scale > 0.4 && scale < 2.5)) return {};
  std::vector<cv::Matx33d> transforms;
  for (const double angle : {turn, turn + M_PI}) {
    const double c = scale * std::cos(angle), s = scale * std::sin(angle);
    const double rx = 0.5 * (reference.cols - 1), ry = 0.5 * (reference.rows - 1);
    const double qx = 0.5 * (query.cols - 1), qy = 0.5 * (query.rows - 1);
    const cv::Matx33d about_center(c, -s, qx - c * rx + s * ry, s, c, qy - s * rx - c * ry, 0, 0, 1);
    cv::Mat turned;
    cv::warpPerspective(q, turned, about_center, q.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
    const cv::Point2d shift = cv::phaseCorrelate(r, turned);
    transforms.push_back(about_center * cv::Matx33d(1, 0, shift.x, 0, 1, shift.y, 0, 0, 1));
  }
  return transforms;
}

}  // namespace loupe::registration
