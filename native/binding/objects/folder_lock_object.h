#pragma once

#include <napi.h>

#include <memory>

#include "core/base/file_io.h"

namespace loupe::binding {

/** `new FolderLock(folder)`, `release()`: an exclusive claim on a folder; throws FOLDER_LOCKED. */
class FolderLockObject : public Napi::ObjectWrap<FolderLockObject> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit FolderLockObject(const Napi::CallbackInfo& info);

 private:
  Napi::Value Release(const Napi::CallbackInfo& info);
  std::unique_ptr<base::FolderLock> lock_;
};

}  // namespace loupe::binding
