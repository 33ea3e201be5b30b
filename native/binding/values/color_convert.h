#pragma once

#include <napi.h>

#include <vector>

#include "core/color/color_search.h"

namespace loupe::binding {

/** [red, green, blue], each 0..255. */
Napi::Array ToRgbArray(Napi::Env env, const color::Lab& color);

/** [{rgb, percentage}]: whole percentages that sum to 100. */
Napi::Array ToArray(Napi::Env env, const color::ColorDescriptor& descriptor);

/** @throws Error kInvalidArgument unless it is a non-empty array of {rgb, percentage?} */
std::vector<color::WantedColor> WantedColorsFrom(const Napi::Value& value);

}  // namespace loupe::binding
