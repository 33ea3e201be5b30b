#pragma once

#include <napi.h>

namespace loupe::binding {

/**
 * segmentParts(header) → {hotBytes, signatureBytes} of the file of a segment that begins with these bytes, at
 * least segmentHeaderBytes of them. Throws with the code SNAPSHOT_CORRUPT where they begin none.
 */
Napi::Value SegmentPartsOf(const Napi::CallbackInfo& info);

}  // namespace loupe::binding
