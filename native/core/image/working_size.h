#pragma once

#include "core/image/image.h"
#include "core/image/options.h"

namespace loupe::image {

/**
 * Size in pixels that a picture is resized to for recognition: its longest side becomes `working_side`.
 * Smaller pictures are enlarged, but not much; strips (a banner, a spine) become longer, so that their short
 * side still holds whole patches.
 */
ImageSize WorkingSize(ImageSize size, int working_side, const WorkingSizeOptions& options = {});

/** Size to decode a picture to for recognition: WorkingSize(), but never larger than the picture. */
ImageSize RecognitionSize(ImageSize size, int working_side, const WorkingSizeOptions& options = {});

/** `size` fitted into a square of `side_px`, never enlarged. */
ImageSize SizeWithin(ImageSize size, int side_px);

}  // namespace loupe::image
