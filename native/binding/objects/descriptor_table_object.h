#pragma once

#include <napi.h>

#include <memory>

#include "binding/jobs/job.h"
#include "core/similarity/descriptor_table.h"

namespace loupe::binding {

/**
 * Color and similarity descriptors of one application, made by Engine.createDescriptorTable(). put, remove,
 * size and colorsOf act at once; the searches and the palette are jobs of the engine's pool.
 */
class DescriptorTableObject : public Napi::ObjectWrap<DescriptorTableObject> {
 public:
  static Napi::Function Define(Napi::Env env);
  static Napi::Object Create(Napi::Env env, const Napi::Object& engine);
  explicit DescriptorTableObject(const Napi::CallbackInfo& info);

 private:
  Napi::Value Put(const Napi::CallbackInfo& info);
  Napi::Value Remove(const Napi::CallbackInfo& info);
  Napi::Value Size(const Napi::CallbackInfo& info);
  Napi::Value ColorsOf(const Napi::CallbackInfo& info);
  Napi::Value RankBySimilarity(const Napi::CallbackInfo& info);
  Napi::Value RankByColors(const Napi::CallbackInfo& info);
  Napi::Value Palette(const Napi::CallbackInfo& info);

  template <typename Make>
  Napi::Value Start(const Napi::CallbackInfo& info, Make make);

  Napi::ObjectReference engine_;
  std::shared_ptr<similarity::DescriptorTable> table_;
};

}  // namespace loupe::binding
