#include <napi.h>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include "core/dna.h"
#include "descriptor_table_object.h"
#include "engine.h"
#include "folder_lock_object.h"
#include "index_object.h"
#include "jpeg_decoding.h"

namespace loupe::binding {
namespace {

Napi::Object Initialize(Napi::Env env, Napi::Object exports) {
  // One job is one thread: the engine's pool gives the parallelism, not OpenCV.
  cv::setNumThreads(1);
  cv::ocl::setUseOpenCL(false);
  auto data = std::make_unique<AddonData>();
  const Napi::Function cancellation = Cancellation::Define(env);
  const Napi::Function index = IndexObject::Define(env);
  data->descriptor_table = Napi::Persistent(DescriptorTableObject::Define(env));
  data->cancellation = Napi::Persistent(cancellation);
  data->index = Napi::Persistent(index);
  env.SetInstanceData(data.release());
  exports.Set("Engine", Engine::Define(env));
  exports.Set("Cancellation", cancellation);
  exports.Set("FolderLock", FolderLockObject::Define(env));
  exports.Set("Index", index);
  exports.Set("decodeJpeg", Napi::Function::New(env, DecodeJpeg, "decodeJpeg"));
  exports.Set("dnaVersion", Napi::Number::New(env, kDnaVersion));
  return exports;
}

}  // namespace
}  // namespace loupe::binding

static Napi::Object InitializeAddon(Napi::Env env, Napi::Object exports) {
  return loupe::binding::Initialize(env, exports);
}

NODE_API_MODULE(loupe, InitializeAddon)
