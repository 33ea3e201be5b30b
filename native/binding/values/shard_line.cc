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

Napi::Array NumberArray(Napi::Env env, const std::vector<uint32_t>& numbers) {
  Napi::Array array = Napi::Array::New(env, numbers.size());
  for (uint32_t i = 0; i < numbers.size(); ++i) array.Set(i, Napi::Number::New(env, numbers[i]));
  return array;
}

}  // namespace

/** Questions that are asked together, and what became of them. */
class ShardLine::Round {
 public:
  void Add(uint32_t number, shards::ShardQuestion question) {
    numbers_.push_back(number);
    questions_.push_back(std::move(question));
  }
  bool is_empty() const { return questions_.empty(); }

  /** Asks; on the JavaScript thread. */
  static void Begin(const std::shared_ptr<Round>& round, Napi::Env env, const Napi::Function& ask) {
    try {
      Napi::Array list = Napi::Array::New(env, round->questions_.size());
      for (uint32_t i = 0; i < round->questions_.size(); ++i) {
        shards::ShardQuestion& question = round->questions_[i];
        Napi::Object object = Napi::Object::New(env);
        object.Set("shards", NumberArray(env, question.shards));
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
  std::optional<std::vector<shards::ShardAnswer>> Wait(const base::CancellationToken* cancellation) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!wake_.wait_for(lock, kLookEvery, [this] { return has_ended_; }))
      base::ThrowIfCancelled(cancellation);
    return std::move(answers_);
  }

 private:
  void Fulfil(const Napi::Value& value) {
    try {
      const auto lists = value.As<Napi::Array>();
      if (!value.IsArray() || lists.Length() != questions_.size()) return End(std::nullopt);
      std::vector<shards::ShardAnswer> answers;
      for (uint32_t i = 0; i < lists.Length(); ++i) {
        const auto list = lists.Get(i).As<Napi::Array>();
        size_t shard_count = 0;
        for (uint32_t at = 0; at < list.Length(); ++at) {
          const auto part = list.Get(at).As<Napi::Object>();
          shard_count += part.Get("shards").As<Napi::Array>().Length();
          answers.push_back({numbers_[i], BytesFrom(part.Get("answer"), "What a shard answers")});
        }
        if (shard_count != questions_[i].shards.size()) return End(std::nullopt);
      }
      End(std::move(answers));
    } catch (const std::exception&) {
      End(std::nullopt);
    }
  }

  void End(std::optional<std::vector<shards::ShardAnswer>> answers) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      answers_ = std::move(answers);
      has_ended_ = true;
    }
    wake_.notify_one();
  }

  std::vector<uint32_t> numbers_;
  std::vector<shards::ShardQuestion> questions_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool has_ended_ = false;
  std::optional<std::vector<shards::ShardAnswer>> answers_;
};

ShardLine::ShardLine(Napi::Env env, const Napi::Function& ask, std::vector<shards::Shard> list,
                     HeldIndexes held, uint32_t vocabulary_id, SharedOptions options,
                     const base::CancellationToken* cancellation)
    : ask_(Napi::ThreadSafeFunction::New(env, ask, "shards of an index", 0, 1)),
      list_(std::move(list)),
      held_(std::move(held)),
      vocabulary_id_(vocabulary_id),
      options_(std::move(options)),
      cancellation_(cancellation) {}

std::vector<shards::ShardAnswer> ShardLine::Ask(std::vector<shards::ShardQuestion> questions) {
  const std::shared_ptr<Round> others = AskOthers(questions);
  std::vector<shards::ShardAnswer> answers;
  for (uint32_t number = 0; number < questions.size(); ++number)
    AnswerOwn(number, questions[number], &answers);
  if (others == nullptr) return answers;
  std::optional<std::vector<shards::ShardAnswer>> of_others = others->Wait(cancellation_);
  if (!of_others) throw base::Error(base::ErrorCode::kInternal, "A shard of an index has not answered.");
  for (shards::ShardAnswer& answer : *of_others) answers.push_back(std::move(answer));
  return answers;
}

std::shared_ptr<ShardLine::Round> ShardLine::AskOthers(const std::vector<shards::ShardQuestion>& questions) {
  auto round = std::make_shared<Round>();
  for (uint32_t number = 0; number < questions.size(); ++number) {
    std::vector<uint32_t> theirs;
    for (const uint32_t shard : questions[number].shards) {
      if (held_[shard] == nullptr) theirs.push_back(shard);
    }
    if (!theirs.empty()) round->Add(number, {std::move(theirs), questions[number].message});
  }
  if (round->is_empty()) return nullptr;
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
  return round;
}

void ShardLine::AnswerOwn(uint32_t number, const shards::ShardQuestion& question,
                          std::vector<shards::ShardAnswer>* answers) const {
  std::vector<shards::HeldShard> own;
  for (const uint32_t shard : question.shards) {
    if (held_[shard] != nullptr) own.push_back({held_[shard].get(), list_[shard].number, list_[shard].count});
  }
  if (own.empty()) return;
  answers->push_back({number, ThreadShardAnswerer().Answer(own, vocabulary_id_, question.message,
                                                           options_->search.retrieval, cancellation_)});
}

void ShardLine::Close() {
  if (is_open_) ask_.Release();
  is_open_ = false;
}

shards::ShardAnswerer& ThreadShardAnswerer() {
  thread_local shards::ShardAnswerer answerer;
  return answerer;
}

}  // namespace loupe::binding
