#pragma once

#include "core/image/gray_plane.h"

namespace loupe::image {

/**
 * Replaces each number by the mean of nine, the edges repeated: bit for bit as OpenCV's `blur` does with 3 by
 * 3, in sums of double precision that run down the columns.
 * @param times  how often
 */
void MeanOfNine(GrayPlane* plane, int times);

}  // namespace loupe::image
