#include "binding/jobs/picture_job.h"

#include <chrono>

#include "core/base/thread_clock.h"

namespace loupe::binding {

void PictureJob::Execute() {
  if (Decode()) Work();
}

/** The last picture first: where it is the first one in color, its header shows most irregularities. */
bool PictureJob::Decode() {
  const auto start = std::chrono::steady_clock::now();
  base::StageTimer timer;
  for (size_t number = pictures_.size(); number-- > 0;) {
    base::ThrowIfCancelled(cancellation());
    if (pictures_[number].Decode(cancellation())) continue;
    not_plain_ = static_cast<uint32_t>(number);
    return false;
  }
  decode_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  decode_cpu_ms_ = timer.Lap();
  return true;
}

Napi::Value PictureJob::Result(Napi::Env env) {
  if (!not_plain_) return Answer(env);
  Napi::Object object = Napi::Object::New(env);
  object.Set("notPlain", Napi::Number::New(env, *not_plain_));
  return object;
}

}  // namespace loupe::binding
