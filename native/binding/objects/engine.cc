#include "binding/objects/engine.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "binding/jobs/engine_jobs.h"
#include "binding/objects/descriptor_table_object.h"
#include "binding/objects/index_object.h"
#include "binding/values/convert.h"

namespace loupe::binding {
namespace {

constexpr size_t kDefaultQueueLimit = 256;
/** Jobs that wait for others, for each thread: they work about a fourth of their time. */
constexpr size_t kWaitingPerThread = 4;

size_t PositiveOption(const Napi::Object& options, const char* name, size_t fallback) {
  const Napi::Value value = options.Get(name);
  if (value.IsUndefined()) return fallback;
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0.0;
  if (!(number >= 1.0 && number <= 65536.0)) {
    throw base::Error(base::ErrorCode::kInvalidArgument, std::string(name) + " must be from 1 to 65536.");
  }
  return static_cast<size_t>(number);
}

/** The standard options with those of a JavaScript object, by name, in their place. */
std::shared_ptr<const engine::EngineOptions> EngineOptionsFrom(const Napi::Value& value) {
  auto options = std::make_shared<engine::EngineOptions>();
  if (value.IsUndefined()) return options;
  if (!value.IsObject()) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "options must be an object of numbers by name.");
  }
  const auto object = value.As<Napi::Object>();
  const Napi::Array names = object.GetPropertyNames();
  for (uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    const Napi::Value number = object.Get(name);
    const double wanted = number.IsNumber() ? number.As<Napi::Number>().DoubleValue()
                                            : std::numeric_limits<double>::quiet_NaN();
    base::SetOption(options.get(), {name, wanted});
  }
  return options;
}

}  // namespace

Napi::Function Cancellation::Define(Napi::Env env) {
  return DefineClass(env, "Cancellation", {InstanceMethod<&Cancellation::Cancel>("cancel")});
}

Cancellation::Cancellation(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<Cancellation>(info), token_(std::make_shared<base::CancellationToken>()) {}

Napi::Value Cancellation::Cancel(const Napi::CallbackInfo& info) {
  token_->Cancel();
  return info.Env().Undefined();
}

std::shared_ptr<base::CancellationToken> TokenFrom(Napi::Env env, const Napi::Value& value) {
  if (value.IsObject()) {
    const auto object = value.As<Napi::Object>();
    if (object.InstanceOf(env.GetInstanceData<AddonData>()->cancellation.Value())) {
      return Cancellation::Unwrap(object)->token();
    }
  }
  return std::make_shared<base::CancellationToken>();
}

Napi::Function Engine::Define(Napi::Env env) {
  return DefineClass(
      env, "Engine",
      {InstanceMethod<&Engine::Decode>("decode"), InstanceMethod<&Engine::Extract>("extract"),
       InstanceMethod<&Engine::Match>("match"), InstanceMethod<&Engine::MatchByOrb>("matchByOrb"),
       InstanceMethod<&Engine::Search>("search"), InstanceMethod<&Engine::Conflicts>("conflicts"),
       InstanceMethod<&Engine::SearchShards>("searchShards"),
       InstanceMethod<&Engine::AnswerShards>("answerShards"),
       InstanceMethod<&Engine::CompareFinely>("compareFinely"),
       InstanceMethod<&Engine::WeighContent>("weighContent"),
       InstanceMethod<&Engine::CompareRelatives>("compareRelatives"),
       InstanceMethod<&Engine::DescribeColors>("describeColors"),
       InstanceMethod<&Engine::CreateDescriptorTable>("createDescriptorTable"),
       InstanceMethod<&Engine::CreateIndex>("createIndex"), InstanceMethod<&Engine::LoadIndex>("loadIndex"),
       InstanceMethod<&Engine::Options>("options"), InstanceMethod<&Engine::Close>("close"),
       InstanceMethod<&Engine::WaitingCount>("waitingCount")});
}

Engine::Engine(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Engine>(info) {
  const Napi::Env env = info.Env();
  try {
    if (!info[0].IsObject())
      throw base::Error(base::ErrorCode::kInvalidArgument, "Engine needs an object of options.");
    const auto options = info[0].As<Napi::Object>();
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const size_t threads = std::min<size_t>(64, PositiveOption(options, "threads", cores));
    const size_t queue_limit = PositiveOption(options, "queueLimit", kDefaultQueueLimit);
    options_ = EngineOptionsFrom(options.Get("options"));
    vocabulary_ = index::Vocabulary::Load(options.Get("vocabularyPath").ToString().Utf8Value());
    callback_ = Callback::New(env, "loupe", 0, 1, this);
    callback_.Unref(env);
    const auto settle = [this](std::unique_ptr<Task> task) {
      Job* job = static_cast<Job*>(task.release());
      // Refused only when the environment ends; its JavaScript handles are gone then, and so must be the job.
      if (callback_.NonBlockingCall(job) == napi_ok) return;
      job->Abandon();
      delete job;
    };
    pool_ = std::make_unique<WorkerPool>(threads, queue_limit, settle);
    waiting_pool_ = std::make_unique<WorkerPool>(kWaitingPerThread * threads, queue_limit, settle);
    napi_add_env_cleanup_hook(env, OnEnvironmentEnd, this);
  } catch (const base::Error& error) {
    throw MakeError(env, error.code(), error.what());
  }
}

Engine::~Engine() {
  if (pool_ == nullptr) return;
  napi_remove_env_cleanup_hook(Env(), OnEnvironmentEnd, this);
  Stop();
}

void Engine::OnEnvironmentEnd(void* engine) { static_cast<Engine*>(engine)->Stop(); }

std::deque<std::unique_ptr<Task>> Engine::Stop() {
  if (is_closed_) return {};
  is_closed_ = true;
  std::deque<std::unique_ptr<Task>> dropped = pool_->Stop();
  for (std::unique_ptr<Task>& task : waiting_pool_->Stop()) dropped.push_back(std::move(task));
  callback_.Release();
  return dropped;
}

void Engine::CallJs(Napi::Env env, Napi::Function, Engine* engine, Job* job) {
  const std::unique_ptr<Job> owned(job);
  if (env == nullptr) return;
  const Napi::HandleScope scope(env);
  try {
    job->Settle(env);
  } catch (const Napi::Error&) {
    // JavaScript is being terminated: promises cannot be settled any more, and nobody waits for this one.
  }
  if (--engine->unsettled_ == 0 && !engine->is_closed_) engine->callback_.Unref(env);
}

Napi::Value Engine::Submit(std::unique_ptr<Job> job) { return SubmitTo(pool_.get(), std::move(job)); }

Napi::Value Engine::SubmitTo(WorkerPool* pool, std::unique_ptr<Job> job) {
  const Napi::Env env = Env();
  const Napi::Promise promise = job->promise();
  if (is_closed_) {
    job->Reject(env, base::ErrorCode::kClosed, "The engine is closed.");
    return promise;
  }
  std::unique_ptr<Task> task = std::move(job);
  if (!pool->TrySubmit(task)) {
    static_cast<Job*>(task.get())
        ->Reject(env, base::ErrorCode::kQueueFull, "The engine is busy; try again shortly.");
    return promise;
  }
  if (unsettled_++ == 0) callback_.Ref(env);
  return promise;
}

template <typename Make>
Napi::Value Engine::Start(const Napi::CallbackInfo& info, Make make) {
  try {
    return Submit(make());
  } catch (const base::Error& error) {
    return Rejected(info.Env(), error.code(), error.what());
  }
}

Napi::Value Engine::Decode(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeDecodeJob(info, options_); });
}

Napi::Value Engine::Extract(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeExtractJob(info, vocabulary_, options_); });
}

Napi::Value Engine::Match(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeMatchJob(info, options_); });
}

Napi::Value Engine::MatchByOrb(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeMatchByOrbJob(info, options_); });
}

Napi::Value Engine::Search(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeSearchJob(info, options_); });
}

Napi::Value Engine::Conflicts(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeConflictsJob(info, options_); });
}

Napi::Value Engine::SearchShards(const Napi::CallbackInfo& info) {
  try {
    return SubmitTo(waiting_pool_.get(), MakeSearchShardsJob(info, vocabulary_, options_));
  } catch (const base::Error& error) {
    return Rejected(info.Env(), error.code(), error.what());
  }
}

Napi::Value Engine::AnswerShards(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeAnswerShardsJob(info, vocabulary_, options_); });
}

Napi::Value Engine::CompareFinely(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeCompareFinelyJob(info, options_); });
}

Napi::Value Engine::WeighContent(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeWeighContentJob(info, options_); });
}

Napi::Value Engine::CompareRelatives(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeCompareRelativesJob(info, options_); });
}

Napi::Value Engine::DescribeColors(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeDescribeColorsJob(info, options_); });
}

Napi::Value Engine::CreateDescriptorTable(const Napi::CallbackInfo& info) {
  if (is_closed_) throw MakeError(info.Env(), base::ErrorCode::kClosed, "The engine is closed.");
  return DescriptorTableObject::Create(info.Env(), info.This().As<Napi::Object>());
}

Napi::Value Engine::CreateIndex(const Napi::CallbackInfo& info) {
  if (is_closed_) throw MakeError(info.Env(), base::ErrorCode::kClosed, "The engine is closed.");
  return IndexObject::Create(info.Env(), info.This().As<Napi::Object>(),
                             std::make_shared<index::ReferenceIndex>(vocabulary_, options_->index));
}

Napi::Value Engine::LoadIndex(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return MakeLoadIndexJob(info, vocabulary_, options_); });
}

Napi::Value Engine::Close(const Napi::CallbackInfo& info) {
  for (const std::unique_ptr<Task>& task : Stop()) {
    static_cast<Job*>(task.get())->Reject(info.Env(), base::ErrorCode::kClosed, "The engine was closed.");
  }
  return info.Env().Undefined();
}

Napi::Value Engine::Options(const Napi::CallbackInfo& info) {
  Napi::Object all = Napi::Object::New(info.Env());
  for (const base::NamedOption& option : base::ListOptions(*options_))
    all.Set(option.name, Napi::Number::New(info.Env(), option.value));
  return all;
}

Napi::Value Engine::WaitingCount(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(is_closed_ ? 0 : pool_->waiting_count()));
}

}  // namespace loupe::binding
