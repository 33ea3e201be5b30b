#include "core/content/other_print.h"

#include <opencv2/imgproc.hpp>

#include "core/content/blocks/block_correlation.h"
#include "third_party/doctest/doctest.h"

namespace loupe::content {
namespace {

constexpr int kCellPx = 16, kAcross = 20, kDown = 15;
const cv::Size kSheetPx(kCellPx* kAcross, kCellPx* kDown);

/** Bars like letters in one cell, another pattern for each seed. */
void PrintCell(cv::Mat& sheet, int column, int row, uint64_t seed, int ink) {
  cv::RNG random(seed * 0x9E3779B97F4A7C15);
  const cv::Rect cell(column * kCellPx, row * kCellPx, kCellPx, kCellPx);
  for (int i = 0; i < 5; ++i) {
    const bool is_upright = random.uniform(0, 2) == 0;
    const cv::Rect bar(cell.x + random.uniform(0, 11), cell.y + random.uniform(0, 11), is_upright ? 3 : 10,
                       is_upright ? 10 : 3);
    cv::rectangle(sheet, bar & cell, ink, cv::FILLED);
  }
}

/** Every other row printed; cells of the middle take their print from `middle_seed`. */
cv::Mat SheetOf(uint64_t seed, uint64_t middle_seed, int paper = 230, int ink = 40) {
  cv::Mat sheet(kSheetPx, CV_8U, cv::Scalar(paper));
  for (int row = 1; row < kDown - 1; row += 2)
    for (int column = 1; column < kAcross - 1; ++column) {
      const bool is_middle = row >= 5 && row <= 9 && column >= 6 && column <= 13;
      PrintCell(sheet, column, row,
                (is_middle ? middle_seed : seed) * 1000 + uint64_t(row * kAcross + column), ink);
    }
  cv::GaussianBlur(sheet, sheet, {0, 0}, 0.7);
  return sheet;
}

/** Blocks with their states, as the correlation of both pictures says. */
ContentGrid Judged(const cv::Mat& reference, const cv::Mat& query) {
  const ContentOptions options;
  const Slopes own = SlopesOf(reference), other = SlopesOf(query);
  ContentGrid grid;
  grid.columns = kAcross;
  for (int row = 0; row < kDown; ++row) {
    for (int column = 0; column < kAcross; ++column) {
      Block block;
      block.place = {column * kCellPx, row * kCellPx, kCellPx, kCellPx};
      block.is_visible = true;
      block.ink = block.print = InkOf(reference, block.place);
      block.query_ink = InkOf(query, block.place);
      if (block.ink < options.ink_levels) {
        block.state = block.query_ink < options.ink_levels ? BlockState::kEmpty : BlockState::kAdded;
      } else {
        block.match = BestMatch(own, block.place, other, {0, 0}, options);
        const double correlation = block.match.correlation;
        block.state = correlation >= options.agreeing       ? BlockState::kAgrees
                      : correlation < options.contradicting ? BlockState::kContradicts
                                                            : BlockState::kDoubtful;
      }
      grid.blocks.push_back(block);
    }
  }
  return grid;
}

OtherPrint OtherPrintOf(const cv::Mat& reference, const cv::Mat& query) {
  return FindOtherPrint(Judged(reference, query), reference, query, {});
}

cv::Mat Scaled(const cv::Mat& sheet, double gain, double offset) {
  cv::Mat scaled;
  sheet.convertTo(scaled, CV_8U, gain, offset);
  return scaled;
}

TEST_CASE("the same sheet holds no other print, and flat paper is even") {
  const cv::Mat sheet = SheetOf(1, 1);
  const OtherPrint found = OtherPrintOf(sheet, sheet);
  CHECK(found.share == 0);
  CHECK(found.unevenness_px == 0);
}

TEST_CASE("other words on the same paper are other print, on paper and with ink of any brightness") {
  for (const auto& [paper, ink] :
       {std::pair(230, 40), std::pair(150, 30), std::pair(40, 220), std::pair(120, 235)}) {
    CAPTURE(paper);
    CHECK(OtherPrintOf(SheetOf(1, 1, paper, ink), SheetOf(1, 2, paper, ink)).share > 0.08);
  }
}

TEST_CASE("less light on the whole photo does not hide other print, nor make any") {
  const cv::Mat sheet = SheetOf(1, 1), other = SheetOf(1, 2);
  CHECK(OtherPrintOf(sheet, Scaled(other, 0.7, 5)).share > 0.08);
  CHECK(OtherPrintOf(sheet, Scaled(sheet, 0.7, 5)).share == 0);
}

TEST_CASE("a sticker of another color and a dark shadow on the place are no other print") {
  const cv::Mat sheet = SheetOf(1, 1);
  const cv::Rect middle(6 * kCellPx, 5 * kCellPx, 8 * kCellPx, 5 * kCellPx);
  cv::Mat stuck = sheet.clone();
  cv::Mat sticker = SheetOf(3, 3, 110, 20);
  sticker(middle).copyTo(stuck(middle));
  CHECK(OtherPrintOf(sheet, stuck).share < 0.03);
  cv::Mat shadowed = sheet.clone();
  Scaled(sheet(middle), 0.35, 0).copyTo(shadowed(middle));
  CHECK(OtherPrintOf(sheet, shadowed).share < 0.03);
}

TEST_CASE("a place that was wiped clean is no other print") {
  const cv::Mat sheet = SheetOf(1, 1);
  cv::Mat wiped = sheet.clone();
  wiped(cv::Rect(6 * kCellPx, 5 * kCellPx, 8 * kCellPx, 5 * kCellPx)).setTo(230);
  CHECK(OtherPrintOf(sheet, wiped).share == 0);
}

TEST_CASE("what reaches the edge of the reference lies around it") {
  const cv::Mat sheet = SheetOf(1, 1), other = SheetOf(2, 2);
  cv::Mat cut = sheet.clone();
  const cv::Rect right(12 * kCellPx, 0, 8 * kCellPx, kDown * kCellPx);
  other(right).copyTo(cut(right));
  ContentGrid grid = Judged(sheet, cut);
  // Empty rows between lines are no bridge to the edge: the blocks at it say that it is reached.
  for (Block& block : grid.blocks)
    if (block.place.x >= right.x) block.state = BlockState::kContradicts;
  CHECK(FindOtherPrint(grid, sheet, cut, {}).share == 0);
}

TEST_CASE("blocks that agree far from where their neighbors do make paper uneven") {
  const cv::Mat sheet = SheetOf(1, 1);
  ContentGrid grid = Judged(sheet, sheet);
  int turn = 0;
  for (Block& block : grid.blocks) block.match.shift.x += ++turn % 2 == 0 ? 2 : -2;
  CHECK(FindOtherPrint(grid, sheet, sheet, {}).unevenness_px > 1);
}

}  // namespace
}  // namespace loupe::content
