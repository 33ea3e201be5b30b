#include "binding/jobs/job.h"

#include <new>
#include <opencv2/core.hpp>

namespace loupe::binding {

Napi::Error MakeError(Napi::Env env, base::ErrorCode code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, base::ErrorCodeName(code)));
  return error;
}

Napi::Value Rejected(Napi::Env env, base::ErrorCode code, const std::string& message) {
  const Napi::Promise::Deferred deferred = Napi::Promise::Deferred::New(env);
  deferred.Reject(MakeError(env, code, message).Value());
  return deferred.Promise();
}

Job::Job(Napi::Env env, const Napi::Object& owner, std::shared_ptr<base::CancellationToken> cancellation)
    : Task(std::move(cancellation)),
      deferred_(Napi::Promise::Deferred::New(env)),
      owner_(Napi::Persistent(owner)) {}

void Job::Run() noexcept {
  try {
    base::ThrowIfCancelled(cancellation());
    Execute();
  } catch (const base::Error& error) {
    failure_ = Failure{error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    failure_ = Failure{base::ErrorCode::kInternal,
                       "The engine ran out of memory; try a smaller image or fewer jobs."};
  } catch (const std::exception& error) {
    failure_ = Failure{base::ErrorCode::kInternal, error.what()};
  }
}

void Job::Reject(Napi::Env env, base::ErrorCode code, const std::string& message) {
  deferred_.Reject(MakeError(env, code, message).Value());
}

void Job::Settle(Napi::Env env) {
  if (failure_) {
    Reject(env, failure_->code, failure_->message);
    return;
  }
  try {
    deferred_.Resolve(Result(env));
  } catch (const Napi::Error& error) {
    deferred_.Reject(error.Value());
  } catch (const std::exception& error) {
    Reject(env, base::ErrorCode::kInternal, error.what());
  }
}

}  // namespace loupe::binding
