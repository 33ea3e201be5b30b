#pragma once

#include <napi.h>

#include <memory>
#include <vector>

#include "core/index/reference_index.h"

namespace loupe::binding {

/**
 * A live index, made by Engine.createIndex() or Engine.loadIndex(). Changes run as jobs of the engine's pool
 * and are visible to every search that starts after their promise has resolved. States: open, closed.
 */
class IndexObject : public Napi::ObjectWrap<IndexObject> {
 public:
  static Napi::Function Define(Napi::Env env);
  /** Wraps an index; `engine` runs its jobs and is kept alive. */
  static Napi::Object Create(Napi::Env env, const Napi::Object& engine,
                             std::shared_ptr<index::ReferenceIndex> index);
  explicit IndexObject(const Napi::CallbackInfo& info);

  /** Null when closed. */
  const std::shared_ptr<index::ReferenceIndex>& index() const { return index_; }

 private:
  Napi::Value Apply(const Napi::CallbackInfo& info);
  Napi::Value Save(const Napi::CallbackInfo& info);
  Napi::Value Compact(const Napi::CallbackInfo& info);
  Napi::Value NeedsCompaction(const Napi::CallbackInfo& info);
  Napi::Value Arrived(const Napi::CallbackInfo& info);
  Napi::Value MissingSignatures(const Napi::CallbackInfo& info);
  Napi::Value DamagedSignatures(const Napi::CallbackInfo& info);
  Napi::Value TakeWantedSignatures(const Napi::CallbackInfo& info);
  Napi::Value HasWholeFiles(const Napi::CallbackInfo& info);
  Napi::Value Size(const Napi::CallbackInfo& info);
  Napi::Value Contains(const Napi::CallbackInfo& info);
  Napi::Value Memory(const Napi::CallbackInfo& info);
  Napi::Value Close(const Napi::CallbackInfo& info);

  template <typename Make>
  Napi::Value Start(const Napi::CallbackInfo& info, Make make);
  /** @throws Napi::Error CLOSED */
  index::ReferenceIndex& Open(Napi::Env env) const;

  Napi::ObjectReference engine_;
  std::shared_ptr<index::ReferenceIndex> index_;
};

/** An open index. @throws Error kInvalidArgument or kClosed */
std::shared_ptr<const index::ReferenceIndex> IndexFrom(Napi::Env env, const Napi::Value& value);

/** The open indexes of a JavaScript array. @throws Error kInvalidArgument or kClosed */
std::vector<std::shared_ptr<const index::ReferenceIndex>> IndexesFrom(Napi::Env env,
                                                                      const Napi::Value& value);

}  // namespace loupe::binding
