#include "binding/values/shard_line.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "binding/values/convert.h"
#include "core/base/error.h"

namespace loupe::binding {
namespace {

/** How often who waits looks whether it is to go on waiting. */
constexpr std::chrono::milliseconds kLookEvery{20};

/** Questions that are asked together, and what became of them. */
class Round {
 public:
  explicit Round(std::vector<shards::ShardQuestion> questions) : questions_(std::move(questions)) {}

  /** Asks; on the JavaScript thread. */
  static void Begin(const std::shared_ptr<Round>& round, Napi::Env env, const Napi::Function& ask) {
    try {
      Napi::Array list = Napi::Array::New(env, round->questions_.size());
      for (uint32_t i = 0; i < round->questions_.size(); ++i) {
        shards::ShardQuestion& question = round->questions_[i];
        Napi::Object object = Napi::Object::New(env);
        object.Set("shard", Napi::Number::New(env, static_cast<double>(question.shard)));
        object.Set("message", ToBuffer(env, std::move(question.message)));
        list.Set(i, object);
      }
      const auto promise = ask.Call({list}).ToObject();
      const auto then = promise.Get("then").As<Napi::Function>();
      const auto fulfilled =
          Napi::Function::New(env, [round](const Napi::CallbackInfo& info) { round->Fulfil(info[0]); });
      const auto rejected =
          Napi::Function::New(env, [round](const Napi::CallbackInfo&) { round->End(std::nullopt); });
      then.Call(promise, {fulfilled, rejected});
    } catch (const Napi::Error&) {
      round->End(std::nullopt);
    }
  }

  /** @return nothing when it failed */
  std::optional<std::vector<std::vector<uint8_t>>> Wait(const base::CancellationToken* cancellation) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!wake_.wait_for(lock, kLookEvery, [this] { return has_ended_; }))
      base::ThrowIfCancelled(cancellation);
    return std::move(answers_);
  }

 private:
  void Fulfil(const Napi::Value& value) {
    try {
      const auto array = value.As<Napi::Array>();
      if (!value.IsArray() || array.Length() != questions_.size()) return End(std::nullopt);
      std::vector<std::vector<uint8_t>> answers;
      for (uint32_t i = 0; i < array.Length(); ++i)
        answers.push_back(BytesFrom(array.Get(i), "What a shard answers"));
      End(std::move(answers));
    } catch (const std::exception&) {
      End(std::nullopt);
    }
  }

  void End(std::optional<std::vector<std::vector<uint8_t>>> answers) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      answers_ = std::move(answers);
      has_ended_ = true;
    }
    wake_.notify_one();
  }

  std::vector<shards::ShardQuestion> questions_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool has_ended_ = false;
  std::optional<std::vector<std::vector<uint8_t>>> answers_;
};

}  // namespace

ShardLine::ShardLine(Napi::Env env, const Napi::Function& ask, const base::CancellationToken* cancellation)
    : ask_(Napi::ThreadSafeFunction::New(env, ask, "shards of an index", 0, 1)),
      cancellation_(cancellation) {}

std::vector<std::vector<uint8_t>> ShardLine::Ask(std::vector<shards::ShardQuestion> questions) {
  auto round = std::make_shared<Round>(std::move(questions));
  auto held = std::make_unique<std::shared_ptr<Round>>(round);
  const auto begin = [](Napi::Env env, Napi::Function ask, std::shared_ptr<Round>* begun) {
    const std::unique_ptr<std::shared_ptr<Round>> owned(begun);
    if (env != nullptr) Round::Begin(*owned, env, ask);
  };
  if (ask_.NonBlockingCall(held.get(), begin) != napi_ok) {
    is_open_ = false;
    throw base::Error(base::ErrorCode::kAborted, "The job was aborted.");
  }
  // It belongs to the call now.
  static_cast<void>(held.release());
  std::optional<std::vector<std::vector<uint8_t>>> answers = round->Wait(cancellation_);
  if (!answers) throw base::Error(base::ErrorCode::kInternal, "A shard of an index has not answered.");
  return std::move(*answers);
}

void ShardLine::Close() {
  if (is_open_) ask_.Release();
  is_open_ = false;
}

}  // namespace loupe::binding
