#pragma once

#include <cstdint>
#include <vector>

#include "core/image/image.h"

namespace loupe::signature {

/**
 * A thumbnail as a DNA stores it: a gray JPEG whose detail is kept as finely as its outlines, since
 * verification correlates detail. A fifth of the pixels' bytes; deterministic.
 */
std::vector<uint8_t> EncodeThumbnail(const image::ThumbnailView& thumbnail);

/** The pixels, decoded when need be; empty when there are none or they are damaged. */
image::GrayImage PixelsOf(const image::ThumbnailView& thumbnail);

}  // namespace loupe::signature
