#pragma once

#include <cstdint>

#include "core/base/span.h"

namespace loupe::image {

/**
 * Orientation that the payload of a JPEG's APP1 segment tells (Exif 2.32, tag 0x0112): 1 is upright, 2 to 8
 * are turned or mirrored. 1 when the segment tells none or is damaged.
 */
int ExifOrientation(base::Span<const uint8_t> app1);

}  // namespace loupe::image
