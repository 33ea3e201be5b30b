#pragma once

#include "core/comparison/common_frame.h"
#include "core/comparison/fine_comparison.h"
#include "core/comparison/flat_color.h"
#include "core/comparison/kinds.h"

namespace loupe::comparison {

/** Pixels that changed, each counted by its difference: `full_difference` CIELAB units count in full. */
double Amount(const Change& change, double full_difference);

/** @param compared_area pixels that were compared */
Difference Describe(const Change& change, const CommonFrame& pair, double compared_area);

WholeColorChange Describe(const ColorChange& change, WholeColorChange::Of of);

}  // namespace loupe::comparison
