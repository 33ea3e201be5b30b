#include "binding/objects/index_object.h"

#include "binding/jobs/index_jobs.h"
#include "binding/objects/engine.h"
#include "binding/values/convert.h"

namespace loupe::binding {
namespace {

using IndexHolder = Napi::External<std::shared_ptr<index::ReferenceIndex>>;

}  // namespace

Napi::Function IndexObject::Define(Napi::Env env) {
  return DefineClass(
      env, "Index",
      {InstanceMethod<&IndexObject::Apply>("apply"), InstanceMethod<&IndexObject::Save>("save"),
       InstanceMethod<&IndexObject::Compact>("compact"),
       InstanceMethod<&IndexObject::NeedsCompaction>("needsCompaction"),
       InstanceMethod<&IndexObject::Size>("size"), InstanceMethod<&IndexObject::Arrived>("arrived"),
       InstanceMethod<&IndexObject::MissingSignatures>("missingSignatures"),
       InstanceMethod<&IndexObject::DamagedSignatures>("damagedSignatures"),
       InstanceMethod<&IndexObject::TakeWantedSignatures>("takeWantedSignatures"),
       InstanceMethod<&IndexObject::HasWholeFiles>("hasWholeFiles"),
       InstanceMethod<&IndexObject::Contains>("contains"), InstanceMethod<&IndexObject::Memory>("memory"),
       InstanceMethod<&IndexObject::Close>("close")});
}

Napi::Object IndexObject::Create(Napi::Env env, const Napi::Object& engine,
                                 std::shared_ptr<index::ReferenceIndex> index) {
  return env.GetInstanceData<AddonData>()->index.New({engine, IndexHolder::New(env, &index)});
}

IndexObject::IndexObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<IndexObject>(info) {
  if (!info[1].IsExternal()) {
    throw MakeError(info.Env(), base::ErrorCode::kInvalidArgument,
                    "Make an index by Engine.createIndex() or loadIndex().");
  }
  engine_ = Napi::Persistent(info[0].As<Napi::Object>());
  index_ = *info[1].As<IndexHolder>().Data();
}

index::ReferenceIndex& IndexObject::Open(Napi::Env env) const {
  if (index_ == nullptr) throw MakeError(env, base::ErrorCode::kClosed, "The index is closed.");
  return *index_;
}

template <typename Make>
Napi::Value IndexObject::Start(const Napi::CallbackInfo& info, Make make) {
  if (index_ == nullptr) return Rejected(info.Env(), base::ErrorCode::kClosed, "The index is closed.");
  try {
    return Engine::Unwrap(engine_.Value())->Submit(make());
  } catch (const base::Error& error) {
    return Rejected(info.Env(), error.code(), error.what());
  }
}

Napi::Value IndexObject::Apply(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeApplyJob(info, index_); });
}

Napi::Value IndexObject::Save(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeSaveJob(info, index_); });
}

Napi::Value IndexObject::Compact(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeCompactJob(info, index_); });
}

Napi::Value IndexObject::NeedsCompaction(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  try {
    return Napi::Boolean::New(env, Open(env).NeedsCompaction(MergeEffortFrom(info[0])));
  } catch (const base::Error& error) {
    throw MakeError(env, error.code(), error.what());
  }
}

Napi::Value IndexObject::Arrived(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeArrivedJob(info, index_); });
}

Napi::Value IndexObject::MissingSignatures(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeMissingJob(info, index_); });
}

Napi::Value IndexObject::DamagedSignatures(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeDamagedJob(info, index_); });
}

Napi::Value IndexObject::TakeWantedSignatures(const Napi::CallbackInfo& info) {
  return ToNumbers(info.Env(), Open(info.Env()).TakeWantedSignatures());
}

Napi::Value IndexObject::HasWholeFiles(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), Open(info.Env()).has_whole_files());
}

Napi::Value IndexObject::Size(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(Open(info.Env()).size()));
}

Napi::Value IndexObject::Contains(const Napi::CallbackInfo& info) {
  const index::ReferenceIndex& index = Open(info.Env());
  try {
    return Napi::Boolean::New(info.Env(), index.Contains(KeyFrom(info[0])));
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

Napi::Value IndexObject::Memory(const Napi::CallbackInfo& info) {
  const index::IndexMemory memory = Open(info.Env()).memory();
  Napi::Object object = Napi::Object::New(info.Env());
  const auto set = [&](const char* name, size_t bytes) { object.Set(name, static_cast<double>(bytes)); };
  set("hotBytes", memory.hot_bytes);
  set("dnaHeapBytes", memory.dna_heap_bytes);
  set("dnaMappedBytes", memory.dna_mapped_bytes);
  return object;
}

Napi::Value IndexObject::Close(const Napi::CallbackInfo& info) {
  index_.reset();
  return info.Env().Undefined();
}

std::shared_ptr<const index::ReferenceIndex> IndexFrom(Napi::Env env, const Napi::Value& value) {
  const Napi::Function constructor = env.GetInstanceData<AddonData>()->index.Value();
  if (!value.IsObject() || !value.As<Napi::Object>().InstanceOf(constructor))
    throw base::Error(base::ErrorCode::kInvalidArgument, "The indexes to search must be Index objects.");
  const std::shared_ptr<index::ReferenceIndex>& index =
      IndexObject::Unwrap(value.As<Napi::Object>())->index();
  if (index == nullptr) throw base::Error(base::ErrorCode::kClosed, "An index to search is closed.");
  return index;
}

std::vector<std::shared_ptr<const index::ReferenceIndex>> IndexesFrom(Napi::Env env,
                                                                      const Napi::Value& value) {
  if (!value.IsArray())
    throw base::Error(base::ErrorCode::kInvalidArgument, "The indexes to search must be an array.");
  const auto array = value.As<Napi::Array>();
  std::vector<std::shared_ptr<const index::ReferenceIndex>> indexes;
  for (uint32_t i = 0; i < array.Length(); ++i) indexes.push_back(IndexFrom(env, array.Get(i)));
  return indexes;
}

}  // namespace loupe::binding
