#include "core/content/bend_following.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "third_party/doctest/doctest.h"

namespace loupe::content {
namespace {

constexpr int kBlockPx = 16, kColumnCount = 14, kRowCount = 9;

/** Print in every block: smooth noise. */
cv::Mat PrintEverywhere(uint64_t seed) {
  cv::Mat sheet(kBlockPx * (kRowCount + 2), kBlockPx * (kColumnCount + 2), CV_8U);
  cv::RNG random(seed * 0x9E3779B97F4A7C15);
  random.fill(sheet, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(sheet, sheet, {0, 0}, 1.5);
  cv::normalize(sheet, sheet, 0, 255, cv::NORM_MINMAX);
  return sheet;
}

/** Blocks that were looked for around their own places alone. */
ContentGrid GridOf(const cv::Mat& reference, const cv::Mat& query) {
  const Slopes own = SlopesOf(reference), other = SlopesOf(query);
  ContentGrid grid;
  grid.columns = kColumnCount;
  for (int row = 1; row <= kRowCount; ++row) {
    for (int column = 1; column <= kColumnCount; ++column) {
      Block block;
      block.place = {column * kBlockPx, row * kBlockPx, kBlockPx, kBlockPx};
      block.is_visible = true;
      block.ink = InkOf(reference, block.place);
      block.match = BestMatch(own, block.place, other, {0, 0}, {});
      grid.blocks.push_back(block);
    }
  }
  return grid;
}

int AgreeingIn(const ContentGrid& grid) {
  return int(std::count_if(grid.blocks.begin(), grid.blocks.end(), [](const Block& block) {
    return block.match.correlation >= ContentOptions().agreeing;
  }));
}

ContentGrid Followed(const cv::Mat& reference, const cv::Mat& query) {
  ContentGrid grid = GridOf(reference, query);
  FollowBends(grid, SlopesOf(reference), SlopesOf(query), {});
  return grid;
}

/** The sheet, displaced downwards by what `shift_at` says of each column, in pixels. */
template <typename Shift>
cv::Mat BentDown(const cv::Mat& sheet, const Shift& shift_at) {
  cv::Mat bent(sheet.size(), CV_8U);
  for (int x = 0; x < sheet.cols; ++x)
    for (int y = 0; y < sheet.rows; ++y)
      bent.at<uchar>(y, x) = sheet.at<uchar>(std::clamp(y - shift_at(x), 0, sheet.rows - 1), x);
  return bent;
}

TEST_CASE("a sheet that bends ever farther is followed from where it agrees to its end") {
  const cv::Mat sheet = PrintEverywhere(1);
  const cv::Mat bent = BentDown(sheet, [&](int x) { return 9 * x / sheet.cols; });
  const ContentGrid before = GridOf(sheet, bent), after = Followed(sheet, bent);
  CHECK(AgreeingIn(before) < kColumnCount * kRowCount * 6 / 10);
  CHECK(AgreeingIn(after) > kColumnCount * kRowCount * 9 / 10);
  CHECK(after.blocks.back().match.shift.y >= 6);
}

TEST_CASE("other content in the middle of what agrees is left disagreeing") {
  const cv::Mat sheet = PrintEverywhere(2), other = PrintEverywhere(3);
  cv::Mat query = sheet.clone();
  const cv::Rect changed(4 * kBlockPx, 3 * kBlockPx, 5 * kBlockPx, 3 * kBlockPx);
  other(changed).copyTo(query(changed));
  const ContentGrid after = Followed(sheet, query);
  int kept = 0;
  for (const Block& block : after.blocks)
    if ((block.place & changed) == block.place) kept += block.match.correlation < ContentOptions().agreeing;
  CHECK(kept >= 14);
  CHECK(AgreeingIn(after) >= kColumnCount * kRowCount - 15 - 2);
}

TEST_CASE("where nothing agrees, nothing is followed") {
  const cv::Mat sheet = PrintEverywhere(4), other = PrintEverywhere(5);
  const ContentGrid before = GridOf(sheet, other), after = Followed(sheet, other);
  REQUIRE(AgreeingIn(before) <= 2);
  CHECK(AgreeingIn(after) <= 2);
}

TEST_CASE("no block agrees less than before, and blocks out of view or without ink stay as they were") {
  const cv::Mat sheet = PrintEverywhere(6);
  const cv::Mat bent = BentDown(sheet, [&](int x) { return 7 * x / sheet.cols; });
  ContentGrid grid = GridOf(sheet, bent);
  for (size_t i = 0; i < grid.blocks.size(); i += 5) grid.blocks[i].is_visible = false;
  for (size_t i = 2; i < grid.blocks.size(); i += 5) grid.blocks[i].ink = 0;
  const ContentGrid before = grid;
  FollowBends(grid, SlopesOf(sheet), SlopesOf(bent), {});
  for (size_t i = 0; i < grid.blocks.size(); ++i) {
    CHECK(grid.blocks[i].match.correlation >= before.blocks[i].match.correlation);
    if (i % 5 == 0 || i % 5 == 2) CHECK(grid.blocks[i].match.shift == before.blocks[i].match.shift);
  }
}

}  // namespace
}  // namespace loupe::content
