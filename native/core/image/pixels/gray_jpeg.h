#pragma once

#include <cstdint>
#include <optional>

#include "core/base/span.h"
#include "core/image/image.h"

namespace loupe::image {

/**
 * Decodes a gray baseline JPEG without restarts, as signatures hold one: the same pixels as libjpeg's
 * accurate transform, and no library, so that the browser's module does it in the same way.
 *
 * @param size  that the picture must have
 * @return nothing for another kind of file, and for a damaged one
 */
std::optional<GrayImage> DecodeGrayJpeg(base::Span<const uint8_t> jpeg, ImageSize size);

}  // namespace loupe::image
