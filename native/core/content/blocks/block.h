#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

namespace loupe::content {

/** What a block of the reference says about the query. */
enum class BlockState : uint8_t {
  /** Out of view, or under glare. */
  kHidden,
  /** Without ink in both. */
  kEmpty,
  /** Without ink in the reference, with ink in the query. */
  kAdded,
  /** With ink in the reference: the same ink in the query, something like it, or other ink or none. */
  kAgrees,
  kDoubtful,
  kContradicts,
};

inline bool HasInk(BlockState state) { return state >= BlockState::kAgrees; }

/** Where a block of the reference agrees best with the query. */
struct BlockMatch {
  /** -1..1 */
  double correlation = -1;
  /** Of the query's block from the reference's, in pixels. */
  cv::Point shift;
};

/** A square of the reference in the common frame. */
struct Block {
  cv::Rect place;
  bool is_visible = false;
  /** Of the reference as it is, and of both as sharp as each other; standard deviations in gray levels. */
  double print = 0;
  double ink = 0;
  double query_ink = 0;
  /** Of blocks with ink. */
  BlockMatch match;
  BlockState state = BlockState::kHidden;
};

/** Blocks row by row. */
struct ContentGrid {
  std::vector<Block> blocks;
  int columns = 0;
  int rows() const { return columns == 0 ? 0 : int(blocks.size()) / columns; }
};

/** How much stronger the query's ink is where both agree: a median, within 0.1 and 3. */
double ContrastOf(const ContentGrid& grid);

}  // namespace loupe::content
