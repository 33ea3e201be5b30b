#include "core/content/content_evidence.h"

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "third_party/doctest/doctest.h"

namespace loupe::content {
namespace {

constexpr std::array<double, 9> kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/** A page of a design: a frame, a heading and rows of labels that most pages have, and a number a row. */
cv::Mat Page(const std::string& digits, const std::string& season = " of the season") {
  cv::Mat page(760, 560, CV_8U, cv::Scalar(255));
  cv::rectangle(page, {12, 12, 536, 736}, cv::Scalar(0), 3);
  cv::putText(page, "Price list", {40, 70}, cv::FONT_HERSHEY_SIMPLEX, 1.4, cv::Scalar(20), 3, cv::LINE_AA);
  for (int row = 0; row < 20; ++row) {
    const int y = 120 + row * 30;
    const std::string label = "Article " + std::string(1, char('A' + row)) + season;
    const char digit = digits[size_t(row) % digits.size()];
    cv::putText(page, label, {40, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6, cv::Scalar(20), 1, cv::LINE_AA);
    cv::putText(page, std::string(3, digit), {420, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6, cv::Scalar(20), 1,
                cv::LINE_AA);
  }
  return page;
}

image::RasterView View(const cv::Mat& gray) {
  const image::ImageSize size{gray.cols, gray.rows};
  return {gray.data, size, 1, size};
}

/** A darker, blurred, slightly tilted view, and the pose of the page in it, as fractions. */
struct Photo {
  cv::Mat gray;
  std::array<double, 9> query_from_reference;
};

Photo Photograph(const cv::Mat& page) {
  const std::vector<cv::Point2f> from = {{0, 0}, {560, 0}, {560, 760}, {0, 760}};
  const std::vector<cv::Point2f> to = {{90, 60}, {610, 80}, {590, 780}, {70, 750}};
  Photo photo;
  const cv::Size size(700, 840);
  const cv::Matx33d h = cv::getPerspectiveTransform(from, to);
  cv::warpPerspective(page, photo.gray, h, size, cv::INTER_AREA, cv::BORDER_CONSTANT, cv::Scalar(90));
  cv::GaussianBlur(photo.gray, photo.gray, {0, 0}, 1.0);
  photo.gray = photo.gray * 0.7 + 20;
  const cv::Matx33d fractions(1.0 / size.width, 0, 0, 0, 1.0 / size.height, 0, 0, 0, 1);
  const cv::Matx33d pixels(560, 0, 0, 0, 760, 0, 0, 0, 1);
  const cv::Matx33d pose = fractions * h * pixels;
  std::copy_n((pose * (1 / pose(2, 2))).val, 9, photo.query_from_reference.begin());
  return photo;
}

ContentFacts FactsOf(const cv::Mat& photo, const cv::Mat& reference, const std::array<double, 9>& pose) {
  return WeighContent(View(photo), View(reference), pose, {}, nullptr).facts;
}

TEST_CASE("every block of a page agrees with a photo of it, blurred, darker and from the side") {
  const cv::Mat page = Page("374");
  const Photo photo = Photograph(page);
  const ContentFacts facts = FactsOf(photo.gray, page, photo.query_from_reference);
  CHECK(facts.inked > 200);
  CHECK(facts.agreeing >= 0.98 * facts.inked);
  CHECK(facts.contradicting == 0);
  CHECK(facts.visible_share > 0.9);
}

TEST_CASE("a picture agrees with itself, and with itself at half of its size and strongly blurred") {
  const cv::Mat page = Page("58");
  CHECK(FactsOf(page, page, kIdentity).low_correlation > 0.99);
  cv::Mat half, blurred;
  cv::resize(page, half, {}, 0.5, 0.5, cv::INTER_AREA);
  cv::GaussianBlur(page, blurred, {0, 0}, 1.6);
  for (const cv::Mat& copy : {half, blurred}) {
    const ContentFacts facts = FactsOf(copy, page, kIdentity);
    CHECK(facts.agreeing == facts.inked);
    CHECK(facts.contradicting + facts.added == 0);
  }
}

TEST_CASE("levels of a copy differ little in every block, and much where one number was exchanged") {
  const cv::Mat page = Page("374");
  cv::Mat half, pale;
  cv::resize(page, half, {}, 0.5, 0.5, cv::INTER_AREA);
  page.convertTo(pale, CV_8U, 0.8, 40);
  for (const cv::Mat& copy : {page, half, pale}) CHECK(FactsOf(copy, page, kIdentity).worst_difference < 0.3);
  cv::Mat mended = page.clone(), moved = page.clone();
  cv::rectangle(mended, {416, 405, 44, 18}, cv::Scalar(255), cv::FILLED);
  page(cv::Rect(416, 285, 44, 18)).copyTo(moved(cv::Rect(416, 315, 44, 18)));
  for (const cv::Mat& other : {mended, moved}) CHECK(FactsOf(other, page, kIdentity).worst_difference > 0.7);
}

/** A page with noise of some levels where it holds something, as compression leaves it. */
cv::Mat Compressed(const cv::Mat& page) {
  cv::Mat edges, noise(page.size(), CV_32F), levels, compressed;
  cv::RNG random(7);
  random.fill(noise, cv::RNG::NORMAL, 0, 1);
  cv::Laplacian(page, edges, CV_32F);
  cv::blur(cv::abs(edges), edges, {9, 9});
  page.convertTo(levels, CV_32F);
  cv::min(edges * 0.2, 8, edges);
  levels += noise.mul(edges);
  levels.convertTo(compressed, CV_8U);
  return compressed;
}

TEST_CASE(
    "a copy differs in no letter, and a page with another digit in one, compressed or resized as it is") {
  const cv::Mat page = Page("3");
  cv::Mat mended = page.clone();
  cv::rectangle(mended, {418, 404, 14, 18}, cv::Scalar(255), cv::FILLED);
  cv::putText(mended, "8", {420, 420}, cv::FONT_HERSHEY_SIMPLEX, 0.6, cv::Scalar(20), 1, cv::LINE_AA);
  const auto changed = [](const cv::Mat& picture) {
    std::vector<cv::Mat> copies = {picture.clone(), Compressed(picture)};
    for (const double scale : {0.6, 1.6}) {
      copies.emplace_back();
      cv::resize(picture, copies.back(), {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
    }
    copies.emplace_back();
    cv::GaussianBlur(picture, copies.back(), {0, 0}, 0.8);
    copies.emplace_back();
    picture.convertTo(copies.back(), CV_8U, 0.8, 40);
    copies.push_back(picture(cv::Rect(3, 4, 553, 751)).clone());
    return copies;
  };
  for (const cv::Mat& copy : changed(page)) CHECK(FactsOf(copy, page, kIdentity).detail_difference < 3);
  for (const cv::Mat& other : changed(mended)) CHECK(FactsOf(other, page, kIdentity).detail_difference > 3.6);
}

TEST_CASE("the blocks in which two pages differ are known, and a photo of one agrees in them with it alone") {
  const cv::Mat page = Page("374"), other = Page("826");
  const Photo photo = Photograph(page);
  const auto told = [&](const cv::Mat& reference, const cv::Mat& relative) {
    const ContentMap map =
        WeighContent(View(photo.gray), View(reference), photo.query_from_reference, {}, nullptr).map;
    const ContentMap between = CompareRelatives(View(reference), View(relative), kIdentity,
                                                {map.frame, map.reference_blur}, {}, nullptr);
    REQUIRE(between.grid == map.grid);
    int differing = 0, agreeing = 0;
    for (size_t i = 0; i < map.states.size(); ++i) {
      if (!HasInk(map.states[i]) || !HasInk(between.states[i]) || between.states[i] == BlockState::kAgrees)
        continue;
      ++differing;
      agreeing += map.states[i] == BlockState::kAgrees;
    }
    return std::pair(differing, agreeing);
  };
  const auto [own, agreeing_own] = told(page, other);
  CHECK(own >= 15);
  CHECK(agreeing_own >= 0.9 * own);
  const auto [others, agreeing_others] = told(other, page);
  CHECK(others >= 15);
  CHECK(agreeing_others <= 0.5 * others);
}

/** The page as if it had been crumpled: each part lies elsewhere by up to some pixels. */
cv::Mat Crumpled(const cv::Mat& page, double by_px) {
  cv::Mat across(page.size(), CV_32F), down(page.size(), CV_32F), crumpled;
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) {
      across.at<float>(y, x) = float(x + by_px * std::sin(y / 55.0) * std::cos(x / 40.0));
      down.at<float>(y, x) = float(y + by_px * std::cos(x / 35.0));
    }
  }
  cv::remap(page, crumpled, across, down, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return crumpled;
}

TEST_CASE("a photo of another page of the design shows other print, one of the page none") {
  const cv::Mat page = Page("374");
  const Photo own = Photograph(page), other = Photograph(Page("826", ", a new one"));
  const OtherPrint none = FactsOf(own.gray, page, own.query_from_reference).other_print;
  CHECK(none.share < 0.003);
  CHECK(none.unevenness_px < 0.2);
  const OtherPrint found = FactsOf(other.gray, page, other.query_from_reference).other_print;
  CHECK(found.share > 0.04);
  CHECK(found.unevenness_px < 0.5);
}

TEST_CASE("other print is found on paper of any brightness, and light print on a dark page") {
  const cv::Mat page = Page("374"), other = Page("826", ", a new one");
  const auto on = [](const cv::Mat& white, int paper, int ink) {
    cv::Mat colored;
    white.convertTo(colored, CV_8U, (paper - ink) / 255.0, ink);
    return colored;
  };
  for (const auto& [paper, ink] : {std::pair(200, 15), std::pair(170, 0), std::pair(30, 240)}) {
    const cv::Mat reference = on(page, paper, ink);
    const Photo own = Photograph(reference), unknown = Photograph(on(other, paper, ink));
    CHECK(FactsOf(own.gray, reference, own.query_from_reference).other_print.share < 0.003);
    CHECK(FactsOf(unknown.gray, reference, unknown.query_from_reference).other_print.share > 0.03);
  }
}

TEST_CASE("what lies beside a page that was cut says nothing, and other print on it does") {
  const auto without_frame = [](cv::Mat page) {
    cv::rectangle(page, {12, 12, 536, 736}, cv::Scalar(255), 3);
    return page;
  };
  const auto cut_below_heading = [](const cv::Mat& page) {
    cv::Mat cut = page.clone();
    cv::Mat table = cut.rowRange(0, 85);
    cv::RNG random(7);
    random.fill(table, cv::RNG::UNIFORM, 60, 160);
    cv::GaussianBlur(table, table, {0, 0}, 2);
    return cut;
  };
  const cv::Mat page = without_frame(Page("374")), other = without_frame(Page("826", ", a new one"));
  const Photo own = Photograph(cut_below_heading(page)), unknown = Photograph(cut_below_heading(other));
  const ContentFacts shown = FactsOf(own.gray, page, own.query_from_reference);
  CHECK(shown.contradicting == 0);
  CHECK(shown.other_print.share < 0.003);
  CHECK(shown.visible_share < 0.95);
  CHECK(FactsOf(unknown.gray, page, unknown.query_from_reference).other_print.share > 0.03);
}

TEST_CASE("a sticker, glare, a shadow and handwriting over the print are no other print") {
  const cv::Mat page = Page("374");
  cv::Mat sticker = page.clone(), glare = page.clone(), shadow = page.clone(), written = page.clone();
  cv::rectangle(sticker, {380, 200, 150, 300}, cv::Scalar(120), cv::FILLED);
  cv::putText(sticker, "SALE", {390, 340}, cv::FONT_HERSHEY_SIMPLEX, 1.6, cv::Scalar(10), 4);
  cv::rectangle(glare, {380, 200, 150, 300}, cv::Scalar(255), cv::FILLED);
  shadow(cv::Rect(380, 0, 180, 760)) *= 0.5;
  for (int row = 0; row < 12; ++row)
    cv::line(written, {400, 200 + row * 30}, {500, 180 + row * 30}, cv::Scalar(60), 2, cv::LINE_AA);
  for (const cv::Mat& changed : {sticker, glare, shadow, written}) {
    const Photo photo = Photograph(changed);
    CHECK(FactsOf(photo.gray, page, photo.query_from_reference).other_print.share < 0.012);
  }
}

TEST_CASE("blocks of a crumpled page are found beside their neighbors, and it is known to be uneven") {
  const cv::Mat page = Page("374");
  const Photo photo = Photograph(Crumpled(page, 5));
  ContentOptions stiff;
  stiff.follow_rounds = 0;
  const auto weigh = [&](const ContentOptions& options) {
    return WeighContent(View(photo.gray), View(page), photo.query_from_reference, options, nullptr).facts;
  };
  const ContentFacts followed = weigh({}), in_place = weigh(stiff);
  CHECK(followed.agreeing > 1.1 * in_place.agreeing);
  CHECK(followed.other_print.unevenness_px > 0.3);
}

TEST_CASE("a pose that makes no sense gives a map without blocks") {
  const cv::Mat page = Page("1");
  for (const std::array<double, 9>& pose : {std::array<double, 9>{0, 0, 0, 0, 0, 0, 0, 0, 1},
                                            std::array<double, 9>{1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1}}) {
    const ContentEvidence evidence = WeighContent(View(page), View(page), pose, {}, nullptr);
    CHECK(evidence.map.states.empty());
    CHECK(evidence.facts.inked == 0);
  }
}

TEST_CASE("a cancelled comparison ends") {
  const cv::Mat page = Page("1");
  base::CancellationToken token;
  token.Cancel();
  CHECK_THROWS_AS(WeighContent(View(page), View(page), kIdentity, {}, &token), base::Error);
}

}  // namespace
}  // namespace loupe::content
