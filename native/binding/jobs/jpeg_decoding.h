#pragma once

#include <napi.h>

namespace loupe::binding {

/**
 * decodeJpeg(bytes, {channels: 1 | 3, role: 'reference' | 'query', maxSidePx, mostPixels}) → raster, or null
 * for a file that is not a sound, plain JPEG. Either `role` or `maxSidePx` tells the size. Runs on libuv's
 * threads, as other decoders do.
 */
Napi::Value DecodeJpeg(const Napi::CallbackInfo& info);

}  // namespace loupe::binding
