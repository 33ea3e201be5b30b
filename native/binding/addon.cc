#include <napi.h>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include "binding/objects/descriptor_table_object.h"
#include "binding/objects/engine.h"
#include "binding/objects/folder_lock_object.h"
#include "binding/objects/index_object.h"
#include "binding/values/dna_facts.h"
#include "binding/values/segment_facts.h"
#include "core/index/segment_file.h"

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
  exports.Set("describeDna", Napi::Function::New(env, DescribeDna, "describeDna"));
  exports.Set("appearanceOf", Napi::Function::New(env, AppearanceOfDna, "appearanceOf"));
  exports.Set("segmentParts", Napi::Function::New(env, SegmentPartsOf, "segmentParts"));
  exports.Set("segmentHeaderBytes", Napi::Number::New(env, static_cast<double>(index::kSegmentHeaderBytes)));
  return exports;
}

}  // namespace
}  // namespace loupe::binding

static Napi::Object InitializeAddon(Napi::Env env, Napi::Object exports) {
  return loupe::binding::Initialize(env, exports);
}

NODE_API_MODULE(loupe, InitializeAddon)
