#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "core/content/blocks/block.h"
#include "core/content/options.h"
#include "core/content/other_print.h"

namespace loupe::content {

/** The blocks of a reference, row by row, and what they say about a query. */
struct ContentMap {
  /** Of the common frame, in pixels. */
  cv::Size frame;
  /** Blocks in a row, and rows of blocks. */
  cv::Size grid;
  std::vector<BlockState> states;
  /** Of the blocks with ink, -1..1. */
  std::vector<float> correlations;
  /** What the reference was blurred by to be as sharp as the query, in pixels of the frame. */
  double reference_blur = 0;
  /** See WorstDifference and FindOtherPrint; not measured between relatives. */
  double worst_difference = 0;
  /** See DetailDifference; measured where the picture may be a copy. */
  double detail_difference = 0;
  OtherPrint other_print;
};

/** How a reference was compared with a photo, for comparing it with another reference in the same way. */
struct ContentView {
  /** In pixels; empty for the reference as it is. */
  cv::Size frame;
  double blur = 0;
};

/**
 * Registers a reference to a query at the finest resolution that both have, evens out their sharpness, and
 * compares them block by block.
 *
 * @param reference             8-bit gray
 * @param query                 8-bit gray
 * @param query_from_reference  on fractions of both pictures
 * @returns a map without blocks where the pose makes no sense
 */
ContentMap MapContent(const cv::Mat& reference, const cv::Mat& query, const cv::Matx33d& query_from_reference,
                      const ContentOptions& options);

/** The same for another reference instead of the query, as large and as sharp as a photo shows them. */
ContentMap MapRelative(const cv::Mat& reference, const cv::Mat& relative,
                       const cv::Matx33d& relative_from_reference, const ContentView& view,
                       const ContentOptions& options);

}  // namespace loupe::content
