#include "core/registration/refinement.h"

#include <opencv2/imgproc.hpp>

#include "test/printed_page.h"
#include "third_party/doctest/doctest.h"

namespace loupe::registration {
namespace {

cv::Mat PrintedGray(uint64_t seed, const cv::Size& size = {720, 560}) {
  cv::Mat gray;
  cv::cvtColor(test::Page(seed, size.width, size.height), gray, cv::COLOR_RGB2GRAY);
  return gray;
}

cv::Mat SeenBy(const cv::Mat& page, const cv::Matx33d& query_from_reference) {
  cv::Mat seen;
  cv::warpPerspective(page, seen, query_from_reference, page.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return seen;
}

/** Distances between where a warp places points of the inner page and where they lie, in pixels. */
struct Misses {
  double mean = 0, most = 0;
};

template <typename Place>
Misses MissesOf(const Warp& warp, const cv::Size& size, const Place& known) {
  Misses misses;
  int count = 0;
  for (int y = size.height / 8; y <= size.height * 7 / 8; y += size.height / 8) {
    for (int x = size.width / 8; x <= size.width * 7 / 8; x += size.width / 8, ++count) {
      const double miss = cv::norm(PlaceOf(warp, cv::Point2d(x, y)) - known(cv::Point2d(x, y)));
      misses.mean += miss, misses.most = std::max(misses.most, miss);
    }
  }
  misses.mean /= count;
  return misses;
}

Misses MissesOfPose(const Warp& warp, const cv::Size& size, const cv::Matx33d& known) {
  return MissesOf(warp, size, [&](const cv::Point2d& at) { return Project(known, at.x, at.y); });
}

TEST_CASE("a page upon itself stays where it is") {
  const cv::Mat page = PrintedGray(3);
  CHECK(MissesOfPose(RefineWarp(page, page, cv::Matx33d::eye(), {}), page.size(), cv::Matx33d::eye()).most <
        0.02);
}

TEST_CASE("a homography that is off by up to two pixels ends within a fifth of one, for many poses") {
  cv::RNG random(5);
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const cv::Mat page = PrintedGray(seed);
    const auto about = [&](double value, double reach) { return value + random.uniform(-reach, reach); };
    const cv::Matx33d pose(about(1, 0.03), about(0, 0.03), about(0, 8), about(0, 0.03), about(1, 0.03),
                           about(0, 8), about(0, 2e-5), about(0, 2e-5), 1);
    const cv::Matx33d off = cv::Matx33d(1, 0, about(0, 1.4), 0, 1, about(0, 1.4), 0, 0, 1) * pose;
    const Warp refined = RefineWarp(page, SeenBy(page, pose), off, {});
    const Misses before = MissesOfPose({off, {}}, page.size(), pose);
    const Misses after = MissesOfPose(refined, page.size(), pose);
    CHECK(after.mean < 0.2);
    CHECK(after.mean <= before.mean + 0.05);
  }
}

TEST_CASE("there and back is the identity") {
  const cv::Mat page = PrintedGray(4);
  const cv::Matx33d pose(0.99, 0.01, 5, -0.012, 1.01, -4, 1e-5, 0, 1);
  const cv::Mat seen = SeenBy(page, pose);
  const Warp there = RefineWarp(page, seen, pose, {}), back = RefineWarp(seen, page, pose.inv(), {});
  const Misses misses = MissesOf(
      back, page.size(), [&](const cv::Point2d& at) { return Project(there.homography.inv(), at.x, at.y); });
  CHECK(misses.mean < 0.2);
}

TEST_CASE("bent paper is followed by the field, which no homography can do") {
  const cv::Mat page = PrintedGray(6);
  const auto bent = [&](const cv::Point2d& at) {
    return cv::Point2d(at.x, at.y + 3 * std::sin(CV_PI * at.x / page.cols));
  };
  cv::Mat map_x(page.size(), CV_32F), map_y(page.size(), CV_32F), photo;
  for (int y = 0; y < page.rows; ++y)
    for (int x = 0; x < page.cols; ++x) {
      map_x.at<float>(y, x) = float(x);
      map_y.at<float>(y, x) = float(y - 3 * std::sin(CV_PI * x / page.cols));
    }
  cv::remap(page, photo, map_x, map_y, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  const Warp refined = RefineWarp(page, photo, cv::Matx33d::eye(), {});
  const Misses flat = MissesOf({cv::Matx33d::eye(), {}}, page.size(), bent);
  const Misses followed = MissesOf(refined, page.size(), bent);
  CHECK(flat.mean > 1.2);
  CHECK(followed.mean < flat.mean / 2);
}

TEST_CASE("noise moves a page by less than a quarter of a pixel, and a small page keeps its homography") {
  const cv::Mat rgb = test::Page(7), page = PrintedGray(7);
  for (const double deviation : {4.0, 12.0}) {
    CAPTURE(deviation);
    cv::Mat noise;
    cv::cvtColor(test::Noisy(rgb, deviation, 9), noise, cv::COLOR_RGB2GRAY);
    const Warp noisy = RefineWarp(page, noise, cv::Matx33d::eye(), {});
    CHECK(MissesOfPose(noisy, page.size(), cv::Matx33d::eye()).most < 0.25);
  }
  const cv::Mat small = PrintedGray(8, {64, 48});
  const cv::Matx33d given(1, 0, 2, 0, 1, -1, 0, 0, 1);
  CHECK(cv::norm(RefineWarp(small, small, given, {}).homography - given, cv::NORM_INF) == 0);
}

}  // namespace
}  // namespace loupe::registration
