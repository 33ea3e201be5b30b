#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <string>

#include "binding/jobs/worker_pool.h"
#include "core/base/error.h"

namespace loupe::binding {

/** A JavaScript error with a `code`. */
Napi::Error MakeError(Napi::Env env, base::ErrorCode code, const std::string& message);

/** A promise that is already rejected. */
Napi::Value Rejected(Napi::Env env, base::ErrorCode code, const std::string& message);

/**
 * One asynchronous call: built on the JavaScript thread, executed on a pool thread without any JavaScript
 * handle in sight, settled on the JavaScript thread.
 */
class Job : public Task {
 public:
  /** `owner` is kept alive until the job is settled. */
  Job(Napi::Env env, const Napi::Object& owner, std::shared_ptr<base::CancellationToken> cancellation);

  void Run() noexcept final;
  /** Resolves or rejects the promise; on the JavaScript thread only. */
  void Settle(Napi::Env env);
  void Reject(Napi::Env env, base::ErrorCode code, const std::string& message);
  /** Lets go of the owner without touching JavaScript: for a job that outlives its environment. */
  void Abandon() { owner_.SuppressDestruct(); }
  Napi::Promise promise() const { return deferred_.Promise(); }

 protected:
  /** The work; may throw. Runs on a pool thread. */
  virtual void Execute() = 0;
  /** Turns the outcome into a value; on the JavaScript thread. */
  virtual Napi::Value Result(Napi::Env env) = 0;

 private:
  struct Failure {
    base::ErrorCode code;
    std::string message;
  };
  Napi::Promise::Deferred deferred_;
  Napi::ObjectReference owner_;
  std::optional<Failure> failure_;
};

}  // namespace loupe::binding
