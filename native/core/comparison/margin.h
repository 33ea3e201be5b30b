#pragma once

#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/options.h"
#include "core/comparison/regions.h"

namespace loupe::comparison {

/**
 * Leaves out regions in the reference's blank margin that touch the end of what both pictures show: there the
 * query shows what lies beside the print. Pictures that share their frame have no such surroundings.
 */
std::vector<Region> WithoutSurroundings(std::vector<Region> regions, const CommonFrame& frame,
                                        const RegionOptions& options);

}  // namespace loupe::comparison
