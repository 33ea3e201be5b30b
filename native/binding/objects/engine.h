#pragma once

#include <napi.h>

#include <deque>
#include <memory>
#include <string>

#include "binding/jobs/job.h"
#include "binding/jobs/worker_pool.h"
#include "core/engine/engine_options.h"
#include "core/index/vocabulary.h"
#include "core/search/search.h"

namespace loupe::binding {

/** What the constructors of one environment (main thread or worker) are kept in. */
struct AddonData {
  Napi::FunctionReference cancellation;
  Napi::FunctionReference index;
  Napi::FunctionReference descriptor_table;
};

/** A flag that JavaScript raises to stop a job: `new Cancellation()`, `cancel()`. */
class Cancellation : public Napi::ObjectWrap<Cancellation> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit Cancellation(const Napi::CallbackInfo& info);
  const std::shared_ptr<base::CancellationToken>& token() const { return token_; }

 private:
  Napi::Value Cancel(const Napi::CallbackInfo& info);
  std::shared_ptr<base::CancellationToken> token_;
};

/** The token of an optional Cancellation argument, or a fresh one. */
std::shared_ptr<base::CancellationToken> TokenFrom(Napi::Env env, const Napi::Value& value);

/**
 * `new Engine({vocabularyPath, threads, queueLimit, options})`: the worker pool and the operations that run
 * on it. All methods but options(), close() and waitingCount() return promises. `options` holds those that
 * differ from the standard, by name:
 * {"verification.decision.minZ": 5}. States: open, closed; see test/addon for the state
 * and method table.
 */
class Engine : public Napi::ObjectWrap<Engine> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit Engine(const Napi::CallbackInfo& info);
  ~Engine() override;

  /** Queues the job and gives its promise, rejected when the engine is closed or the queue full. */
  Napi::Value Submit(std::unique_ptr<Job> job);
  const std::shared_ptr<const index::Vocabulary>& vocabulary() const { return vocabulary_; }
  const std::shared_ptr<const engine::EngineOptions>& options_in_force() const { return options_; }

 private:
  static void CallJs(Napi::Env env, Napi::Function callback, Engine* engine, Job* job);
  static void OnEnvironmentEnd(void* engine);
  using Callback = Napi::TypedThreadSafeFunction<Engine, Job, CallJs>;

  Napi::Value Decode(const Napi::CallbackInfo& info);
  Napi::Value Extract(const Napi::CallbackInfo& info);
  Napi::Value Match(const Napi::CallbackInfo& info);
  Napi::Value Search(const Napi::CallbackInfo& info);
  Napi::Value Conflicts(const Napi::CallbackInfo& info);
  Napi::Value SearchShards(const Napi::CallbackInfo& info);
  Napi::Value AnswerShards(const Napi::CallbackInfo& info);
  Napi::Value MatchByOrb(const Napi::CallbackInfo& info);
  Napi::Value CompareFinely(const Napi::CallbackInfo& info);
  Napi::Value WeighContent(const Napi::CallbackInfo& info);
  Napi::Value CompareRelatives(const Napi::CallbackInfo& info);
  Napi::Value DescribeColors(const Napi::CallbackInfo& info);
  Napi::Value CreateDescriptorTable(const Napi::CallbackInfo& info);
  Napi::Value CreateIndex(const Napi::CallbackInfo& info);
  Napi::Value LoadIndex(const Napi::CallbackInfo& info);
  Napi::Value Close(const Napi::CallbackInfo& info);
  /** All options in force, by name. */
  Napi::Value Options(const Napi::CallbackInfo& info);
  Napi::Value WaitingCount(const Napi::CallbackInfo& info);

  template <typename Make>
  Napi::Value Start(const Napi::CallbackInfo& info, Make make);
  Napi::Value SubmitTo(WorkerPool* pool, std::unique_ptr<Job> job);
  /** Stops the pools; gives back the jobs that never ran. */
  std::deque<std::unique_ptr<Task>> Stop();

  std::shared_ptr<const index::Vocabulary> vocabulary_;
  std::shared_ptr<const engine::EngineOptions> options_;
  std::unique_ptr<WorkerPool> pool_;
  /** For jobs that wait for others: in the pool they could fill all threads, and those whom they wait for
   * have none. */
  std::unique_ptr<WorkerPool> waiting_pool_;
  Callback callback_;
  /** Jobs queued or running whose promise is not settled; the event loop stays alive while there are any. */
  size_t unsettled_ = 0;
  bool is_closed_ = false;
};

}  // namespace loupe::binding
