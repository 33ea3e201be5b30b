#pragma once

#include <napi.h>

namespace loupe::binding {

/**
 * describeDna(dna) → {keypointCount, isOfQuery, colors: [{rgb, percentage}] or null when it was extracted
 * without color}. Both functions read a DNA whole: they throw with the code DNA_CORRUPT or DNA_VERSION where
 * it cannot be used.
 */
Napi::Value DescribeDna(const Napi::CallbackInfo& info);

/** appearanceOf(dna) → what rankings by color and similarity need of it, or null as for the colors */
Napi::Value AppearanceOfDna(const Napi::CallbackInfo& info);

}  // namespace loupe::binding
