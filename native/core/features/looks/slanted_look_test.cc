#include "core/features/looks/slanted_look.h"

#include <algorithm>

#include "core/base/error.h"
#include "test/photo.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::features {
namespace {

Features CloserLook() {
  return ExtractFeatures(test::MakePicture(3, 960, 720, 400).view(), CloserQueryRequest());
}

double ShapeOf(image::ImageSize size) { return static_cast<double>(size.width) / size.height; }

TEST_CASE("a slanted look squashes one axis against the other and keeps the number of pixels") {
  const Features closer = CloserLook();
  SlantedLookOptions options;
  options.tilt = 2.25;
  const Features x = SlantedLook(closer, SlantAxis::kX, options, nullptr);
  const Features y = SlantedLook(closer, SlantAxis::kY, options, nullptr);
  CHECK(ShapeOf(x.working_size) == doctest::Approx(960.0 / 720.0 / 2.25).epsilon(0.01));
  CHECK(ShapeOf(y.working_size) == doctest::Approx(960.0 / 720.0 * 2.25).epsilon(0.01));
  for (const Features* look : {&x, &y}) {
    CHECK(look->working_size.width * look->working_size.height ==
          doctest::Approx(480.0 * 360.0).epsilon(0.01));
    CHECK(look->original_size == closer.original_size);
    CHECK(look->keypoints.size() > 100);
    CHECK(look->keypoints.size() <= static_cast<size_t>(options.max_keypoints));
    CHECK_FALSE(look->halves.empty());
  }
}

TEST_CASE("a slanted look at a picture that is squashed the other way sees the picture from the front") {
  const Features closer = CloserLook();
  cv::Mat squashed;
  const image::GrayImage picture = test::MakePicture(3, 960, 720, 400);
  cv::resize(test::Wrap(picture), squashed, {960, 360}, 0, 0, cv::INTER_AREA);
  const Features seen = ExtractFeatures(test::Unwrap(squashed).view(), CloserQueryRequest());
  SlantedLookOptions options;
  options.tilt = 2.0;
  const auto near_places = [&](const Features& look) {
    int count = 0;
    for (size_t i = 0; i < look.keypoints.size(); ++i) {
      const double x = look.keypoints[i].x() / look.working_size.width;
      const double y = look.keypoints[i].y() / look.working_size.height;
      for (size_t j = 0; j < closer.keypoints.size(); ++j) {
        const bool is_there = std::abs(closer.keypoints[j].x() / closer.working_size.width - x) < 0.005 &&
                              std::abs(closer.keypoints[j].y() / closer.working_size.height - y) < 0.005;
        if (!is_there || HammingDistance(look.descriptors[i], closer.descriptors[j]) > 40) continue;
        ++count;
        break;
      }
    }
    return count;
  };
  // The axis that is longer by now is the one to squash.
  const int along = near_places(SlantedLook(seen, SlantAxis::kX, options, nullptr));
  const int across = near_places(SlantedLook(seen, SlantAxis::kY, options, nullptr));
  CHECK(along > 100);
  CHECK(along > 3 * across);
}

TEST_CASE("a slanted look without pixels to look at is empty, and tilts are checked") {
  Features closer = CloserLook();
  closer.halves.clear();
  CHECK(SlantedLook(closer, SlantAxis::kX, {}, nullptr).keypoints.empty());
  SlantedLookOptions options;
  options.tilt = 0.5;
  CHECK_THROWS_AS(SlantedLook(closer, SlantAxis::kX, options, nullptr), base::Error);
}

}  // namespace
}  // namespace loupe::features
