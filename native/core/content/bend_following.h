#pragma once

#include "core/content/blocks/block.h"
#include "core/content/blocks/block_correlation.h"
#include "core/content/options.h"

namespace loupe::content {

/**
 * Looks for blocks that do not agree where their agreeing neighbors lie: bent paper moves whole surroundings,
 * other content leaves them in their places. Grows from what agrees until nothing is added.
 *
 * @param grid  matches of the blocks that are found are replaced
 */
void FollowBends(ContentGrid& grid, const Slopes& reference, const Slopes& query,
                 const ContentOptions& options);

}  // namespace loupe::content
