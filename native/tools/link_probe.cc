// Asks for what the engine asks of OpenCV and libjpeg, so that the set-up finds out whether their archives
// can be linked here (scripts/setup/opencv-packages.mjs). Never runs.
#include <cstddef>
#include <cstdio>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

// libjpeg asks for these above.
#include <jpeglib.h>

cv::Mat LoupeLinkProbe(const cv::Mat& picture, const cv::Mat& other);

cv::Mat LoupeLinkProbe(const cv::Mat& picture, const cv::Mat& other) {
  cv::setNumThreads(1);
  cv::ocl::setUseOpenCL(false);
  std::vector<cv::KeyPoint> keypoints;
  cv::Mat result;
  cv::ORB::create()->detectAndCompute(picture, cv::noArray(), keypoints, result);
  cv::warpPerspective(picture, result, cv::findHomography(picture, other, cv::RANSAC), other.size());
  cv::GaussianBlur(picture, result, {3, 3}, 1.0);
  cv::resize(picture, result, other.size(), 0, 0, cv::INTER_AREA);
  cv::cvtColor(picture, result, cv::COLOR_RGB2Lab);
  cv::matchTemplate(picture, other, result, cv::TM_CCOEFF_NORMED);
  cv::connectedComponentsWithStats(picture, result, result, result);
  cv::solve(picture, other, result, cv::DECOMP_CHOLESKY);
  cv::phaseCorrelate(picture, other);
  cv::medianBlur(picture, result, 3);
  cv::putText(result, "", {}, cv::FONT_HERSHEY_SIMPLEX, 1.0, {});
  jpeg_error_mgr errors;
  jpeg_decompress_struct reading{};
  reading.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&reading);
  jpeg_read_header(&reading, TRUE);
  jpeg_start_decompress(&reading);
  jpeg_compress_struct writing{};
  writing.err = &errors;
  jpeg_create_compress(&writing);
  jpeg_start_compress(&writing, TRUE);
  return result;
}
