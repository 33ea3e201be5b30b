#pragma once

#include "core/features/features.h"

namespace loupe::features {

/**
 * ExtractFeatures() of a picture of any size: a larger one is reduced crisply to the working size first
 * (image::Downscale). How queries are looked at, on servers and in browsers.
 *
 * @throws Error as ExtractFeatures() does
 */
Features ExtractReduced(const image::GrayView& gray, const ExtractRequest& request);

}  // namespace loupe::features
