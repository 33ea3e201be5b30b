#pragma once

#include <vector>

#include "core/index/options.h"
#include "core/index/reference_index.h"

namespace loupe::index {

/**
 * Chooses segments to be merged into one: as many of the smallest as possible so that the largest of them has
 * at most eight times (IndexOptions::largest_share) the references of the others together; or one whose
 * references are removed by more than a quarter. What is left grows by a factor of nine from each segment to
 * the next, until they are full. Empty when nothing is due.
 * @param max_references  do not choose merges that keep more references than this
 */
std::vector<LiveSegment> ChooseMerge(const IndexState& state, size_t max_references,
                                     const IndexOptions& options = {});

/** Groups of segments whose merging leaves the fewest segments and no removed reference. */
std::vector<std::vector<LiveSegment>> ChooseFullMerge(const IndexState& state);

}  // namespace loupe::index
