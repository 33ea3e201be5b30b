/**
 * What most programs do to compare two pictures of a page: bring one onto the other by ECC (Evangelidis and
 * Psarakis, IEEE TPAMI 2008; cv::findTransformECC), subtract, and take what differs by more than a threshold.
 *
 * Reads lines of two paths, apart by a tab. Answers each with a line: CPU time in milliseconds, then boxes as
 * left,top,right,bottom in fractions of the first picture; or "refused" where ECC does not converge.
 */
#include <ctime>
#include <iostream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>
#include <string>

namespace {

constexpr double kAlignedPixels = 1e6;
constexpr int kIterations = 60, kSmoothedPx = 5, kJoinedPx = 7, kLeastArea = 12;
constexpr double kLeastGain = 1e-4;

double CpuMs() { return 1000.0 * double(std::clock()) / CLOCKS_PER_SEC; }

cv::Matx33d Scale(double x, double y) { return {x, 0, 0, 0, y, 0, 0, 0, 1}; }

cv::Mat Reduced(const cv::Mat& picture, const cv::Size& size) {
  cv::Mat gray, reduced;
  cv::cvtColor(picture, gray, cv::COLOR_BGR2GRAY);
  cv::resize(gray, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

/** The query in the frame of the reference, and where it is seen. @throws cv::Exception */
cv::Mat Aligned(const cv::Mat& reference, const cv::Mat& query, cv::Mat& seen) {
  const double factor = std::min(1.0, std::sqrt(kAlignedPixels / double(reference.total())));
  const cv::Size size(cvRound(reference.cols * factor), cvRound(reference.rows * factor));
  cv::Mat warp = cv::Mat::eye(3, 3, CV_32F);
  // Both reduced to one size: the stretch between them is where it begins.
  cv::findTransformECC(
      Reduced(reference, size), Reduced(query, size), warp, cv::MOTION_HOMOGRAPHY,
      cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, kIterations, kLeastGain),
      cv::noArray(), kSmoothedPx);
  cv::Mat small;
  warp.convertTo(small, CV_64F);
  const cv::Matx33d query_from_reference =
      Scale(double(query.cols) / size.width, double(query.rows) / size.height) * cv::Matx33d(small) *
      Scale(double(size.width) / reference.cols, double(size.height) / reference.rows);
  const int flags = cv::INTER_LINEAR + cv::WARP_INVERSE_MAP;
  cv::Mat aligned;
  cv::warpPerspective(query, aligned, query_from_reference, reference.size(), flags);
  cv::warpPerspective(cv::Mat(query.size(), CV_8U, cv::Scalar(255)), seen, query_from_reference,
                      reference.size(), flags);
  cv::erode(seen, seen, cv::Mat(), {-1, -1}, 3);
  return aligned;
}

cv::Mat Difference(const cv::Mat& reference, const cv::Mat& aligned, const cv::Mat& seen, double threshold) {
  cv::Mat a, b, difference, planes[3], most;
  cv::GaussianBlur(reference, a, {3, 3}, 0);
  cv::GaussianBlur(aligned, b, {3, 3}, 0);
  cv::absdiff(a, b, difference);
  cv::split(difference, planes);
  most = cv::max(planes[0], cv::max(planes[1], planes[2]));
  most = (most >= threshold) & (seen == 255);
  cv::morphologyEx(most, most, cv::MORPH_CLOSE,
                   cv::getStructuringElement(cv::MORPH_RECT, {kJoinedPx, kJoinedPx}));
  return most;
}

void Compare(const std::string& first, const std::string& second, double threshold) {
  const cv::Mat reference = cv::imread(first), query = cv::imread(second);
  const double before = CpuMs();
  cv::Mat seen, labels, stats, centers;
  try {
    const cv::Mat aligned = Aligned(reference, query, seen);
    const int count = cv::connectedComponentsWithStats(Difference(reference, aligned, seen, threshold),
                                                       labels, stats, centers);
    std::cout << CpuMs() - before;
    for (int i = 1; i < count; ++i) {
      if (stats.at<int>(i, cv::CC_STAT_AREA) < kLeastArea) continue;
      const double x = stats.at<int>(i, cv::CC_STAT_LEFT), y = stats.at<int>(i, cv::CC_STAT_TOP);
      const double right = x + stats.at<int>(i, cv::CC_STAT_WIDTH),
                   bottom = y + stats.at<int>(i, cv::CC_STAT_HEIGHT);
      std::cout << '\t' << x / reference.cols << ',' << y / reference.rows << ',' << right / reference.cols
                << ',' << bottom / reference.rows;
    }
    std::cout << '\n';
  } catch (const cv::Exception&) {
    std::cout << "refused\n";
  }
}

}  // namespace

int main(int count, char** arguments) {
  cv::setNumThreads(1);
  const double threshold = count > 1 ? std::stod(arguments[1]) : 60;
  std::string line;
  while (std::getline(std::cin, line)) {
    const size_t tab = line.find('\t');
    Compare(line.substr(0, tab), line.substr(tab + 1), threshold);
  }
}
