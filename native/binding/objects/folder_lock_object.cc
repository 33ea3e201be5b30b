#include "binding/objects/folder_lock_object.h"

#include "binding/jobs/job.h"

namespace loupe::binding {

Napi::Function FolderLockObject::Define(Napi::Env env) {
  return DefineClass(env, "FolderLock", {InstanceMethod<&FolderLockObject::Release>("release")});
}

FolderLockObject::FolderLockObject(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<FolderLockObject>(info) {
  try {
    if (!info[0].IsString())
      throw base::Error(base::ErrorCode::kInvalidArgument, "The folder must be a string.");
    lock_ = std::make_unique<base::FolderLock>(info[0].As<Napi::String>().Utf8Value());
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

Napi::Value FolderLockObject::Release(const Napi::CallbackInfo& info) {
  lock_.reset();
  return info.Env().Undefined();
}

}  // namespace loupe::binding
