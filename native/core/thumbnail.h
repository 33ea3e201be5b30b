#pragma once

#include <cstdint>
#include <vector>

#include "image.h"

namespace loupe {

/**
 * A thumbnail as a DNA stores it: a gray JPEG whose detail is kept as finely as its outlines, since
 * verification correlates detail. A fifth of the pixels' bytes; deterministic.
 */
std::vector<uint8_t> EncodeThumbnail(const ThumbnailView& thumbnail);

/** The pixels, decoded when need be; empty when there are none or they are damaged. */
GrayImage PixelsOf(const ThumbnailView& thumbnail);

}  // namespace loupe
