#include "core/comparison/fine_comparison.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/comparison/leveling.h"
#include "test/printed_page.h"
#include "test/random.h"
#include "third_party/doctest/doctest.h"

namespace loupe::comparison {
namespace {

using test::Noisy;
using test::Page;
using test::Photographed;
using test::ViewOf;

TEST_CASE("leveling undoes uneven light but leaves a recolored box") {
  const cv::Mat page = Page(2);
  cv::Mat dark = page.clone();
  cv::rectangle(dark, cv::Rect(300, 200, 60, 50), cv::Scalar(0, 160, 0), cv::FILLED);
  dark.convertTo(dark, CV_8U, 0.7, 12);
  const cv::Mat valid(page.size(), CV_8U, cv::Scalar(255));
  const cv::Mat leveled = LevelLight(page, dark, valid, {});
  const cv::Rect box(305, 205, 50, 40), elsewhere(20, 300, 200, 200);
  CHECK(cv::norm(page(elsewhere), leveled(elsewhere), cv::NORM_L1) / (3.0 * elsewhere.area()) < 3);
  CHECK(cv::norm(page(box), leveled(box), cv::NORM_L1) / (3.0 * box.area()) > 40);
}

TEST_CASE("a curved photo of an unchanged page shows no differences") {
  const cv::Mat page = Page(3);
  const FineComparison result = CompareFinely(ViewOf(page), ViewOf(Photographed(page, 3)));
  CHECK(result.differences.empty());
  CHECK(result.score == 0);
  CHECK(result.visible_share > 0.8);
}

TEST_CASE("one replaced word is found in a curved photo") {
  const cv::Mat page = Page(4);
  cv::Mat changed = page.clone();
  cv::rectangle(changed, cv::Rect(300, 260, 62, 24), cv::Scalar(246, 244, 238), cv::FILLED);
  cv::putText(changed, "QWXZK", {302, 278}, cv::FONT_HERSHEY_SIMPLEX, 0.55, cv::Scalar(35, 30, 40), 1,
              cv::LINE_AA);
  const FineComparison result = CompareFinely(ViewOf(page), ViewOf(Photographed(changed, 3)));
  REQUIRE(!result.differences.empty());
  for (const Difference& difference : result.differences) {
    const FractionBox& b = difference.in_reference;
    const cv::Rect2d box(b.left * 720, b.top * 560, b.width * 720, b.height * 560);
    CHECK((box & cv::Rect2d(290, 250, 82, 44)).area() > 0);
  }
}

TEST_CASE("what surrounds a photo is no difference, a mark further inside is one") {
  const cv::Mat page = Page(8);
  cv::Mat photo = Photographed(page, 2);
  cv::rectangle(photo, cv::Rect({0, 0}, photo.size()), cv::Scalar(20, 20, 20), 6);
  CHECK(CompareFinely(ViewOf(page), ViewOf(photo)).differences.empty());
  cv::rectangle(photo, cv::Rect(300, 24, 30, 20), cv::Scalar(180, 0, 0), cv::FILLED);
  CHECK(CompareFinely(ViewOf(page), ViewOf(photo)).differences.size() == 1);
}

TEST_CASE("a reference of another resolution and a gray query compare as well") {
  const cv::Mat page = Page(5);
  cv::Mat large, gray, gray_page;
  cv::resize(page, large, {}, 2.1, 2.1, cv::INTER_CUBIC);
  CHECK(CompareFinely(ViewOf(page), ViewOf(large)).differences.empty());
  CHECK(CompareFinely(ViewOf(large), ViewOf(page)).differences.empty());
  cv::cvtColor(page, gray_page, cv::COLOR_RGB2GRAY);
  CHECK(CompareFinely(ViewOf(gray_page), ViewOf(gray_page)).score == 0);
}

TEST_CASE("highlights keep the size of the pictures and change only around the differences") {
  const cv::Mat page = Page(6);
  cv::Mat changed = page.clone();
  cv::rectangle(changed, cv::Rect(500, 400, 40, 30), cv::Scalar(200, 0, 0), cv::FILLED);
  const FineComparison result = CompareFinely(ViewOf(page), ViewOf(changed));
  REQUIRE(result.highlighted_query.size == image::ImageSize{720, 560});
  const cv::Mat drawn(560, 720, CV_8UC3, const_cast<uint8_t*>(result.highlighted_query.pixels.data()));
  CHECK(cv::norm(drawn(cv::Rect(0, 0, 300, 300)), changed(cv::Rect(0, 0, 300, 300)), cv::NORM_L1) == 0);
  CHECK(cv::norm(drawn(cv::Rect(480, 370, 80, 80)), changed(cv::Rect(480, 370, 80, 80)), cv::NORM_L1) > 0);
  FineComparisonRequest options;
  options.draw_highlights = false;
  CHECK(CompareFinely(ViewOf(page), ViewOf(changed), options).highlighted_query.pixels.empty());
}

TEST_CASE("unrelated pages are refused by their own code") {
  try {
    CompareFinely(ViewOf(Page(7)), ViewOf(Noisy(cv::Mat(400, 300, CV_8UC3, cv::Scalar(90, 120, 30)), 40, 3)));
    FAIL("unrelated pictures were compared");
  } catch (const base::Error& error) {
    CHECK(error.code() == base::ErrorCode::kImagesDoNotMatch);
  }
}

TEST_CASE("odd pictures of every shape give an answer or a refusal") {
  test::Random random(11);
  for (int round = 0; round < 120; ++round) {
    const auto make = [&] {
      const int width = 1 + int(random.Below(round % 3 == 0 ? 900 : 70));
      const int height = 1 + int(random.Below(round % 4 == 0 ? 400 : 70));
      cv::Mat image(height, width, CV_8UC3, cv::Scalar(random.Below(256), random.Below(256), 90));
      return random.Below(3) == 0 ? image : Noisy(image, 60, random.Next());
    };
    const cv::Mat reference = make(), query = random.Below(3) == 0 ? reference : make();
    try {
      const FineComparison result = CompareFinely(ViewOf(reference), ViewOf(query));
      CHECK(std::isfinite(result.score));
      CHECK(result.score >= 0);
      CHECK(result.score <= 100);
      for (const Difference& d : result.differences) {
        for (const FractionBox& b : {d.in_reference, d.in_query}) {
          CHECK(b.left >= 0);
          CHECK(b.left + b.width <= 1.0001);
          CHECK(b.top >= 0);
          CHECK(b.top + b.height <= 1.0001);
        }
      }
    } catch (const base::Error& error) {
      CHECK(error.code() == base::ErrorCode::kImagesDoNotMatch);
    }
  }
}

TEST_CASE("a cancelled comparison throws") {
  const cv::Mat page = Page(8);
  base::CancellationToken token;
  token.Cancel();
  FineComparisonRequest options;
  options.cancellation = &token;
  CHECK_THROWS_AS(CompareFinely(ViewOf(page), ViewOf(page), options), base::Error);
}

}  // namespace
}  // namespace loupe::comparison
