#include "binding/values/segment_facts.h"

#include "binding/jobs/job.h"
#include "binding/values/convert.h"
#include "core/index/segment_file.h"

namespace loupe::binding {

Napi::Value SegmentPartsOf(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  try {
    const index::SegmentParts parts = index::PartsOfSegment(BytesFrom(info[0], "The header"));
    Napi::Object object = Napi::Object::New(env);
    object.Set("hotBytes", static_cast<double>(parts.hot_bytes));
    object.Set("signatureBytes", static_cast<double>(parts.signature_bytes));
    return object;
  } catch (const base::Error& error) {
    throw MakeError(env, error.code(), error.what());
  }
}

}  // namespace loupe::binding
