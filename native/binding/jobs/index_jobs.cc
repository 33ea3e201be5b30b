#include "binding/jobs/index_jobs.h"

#include <cmath>

#include "binding/jobs/engine_jobs.h"
#include "binding/objects/engine.h"
#include "binding/objects/index_object.h"
#include "binding/values/convert.h"
#include "core/index/snapshot.h"

namespace loupe::binding {
namespace {

std::string TextFrom(const Napi::Value& value, const char* what) {
  if (!value.IsString())
    throw base::Error(base::ErrorCode::kInvalidArgument, std::string(what) + " must be a string.");
  return value.As<Napi::String>().Utf8Value();
}

uint64_t CountFrom(const Napi::Value& value) {
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1.0;
  if (!(number >= 0.0 && number <= 9007199254740991.0) || number != std::floor(number)) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "A sequence number or count must be a safe integer, 0 or more.");
  }
  return static_cast<uint64_t>(number);
}

struct Change {
  uint32_t key = 0;
  bool is_present = false;
  std::vector<uint8_t> dna;
  std::vector<std::string> keywords;
};

struct ChangeFailure {
  uint32_t key;
  base::ErrorCode code;
  std::string message;
};

std::vector<Change> ChangesFrom(const Napi::Value& value) {
  if (!value.IsArray()) throw base::Error(base::ErrorCode::kInvalidArgument, "Changes must be an array.");
  const auto array = value.As<Napi::Array>();
  std::vector<Change> changes(array.Length());
  for (uint32_t i = 0; i < array.Length(); ++i) {
    const Napi::Value element = array.Get(i);
    if (!element.IsObject())
      throw base::Error(base::ErrorCode::kInvalidArgument, "A change must be an object.");
    const auto object = element.As<Napi::Object>();
    changes[i].key = KeyFrom(object.Get("key"));
    const Napi::Value dna = object.Get("dna");
    changes[i].is_present = !dna.IsUndefined() && !dna.IsNull();
    if (changes[i].is_present) changes[i].dna = BytesFrom(dna, "A reference's DNA");
    changes[i].keywords = StringsFrom(object.Get("keywords"), "keywords");
  }
  return changes;
}

class ApplyJob : public Job {
 public:
  ApplyJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        index_(std::move(index)),
        changes_(ChangesFrom(info[0])) {}

 private:
  void Execute() override {
    for (const Change& change : changes_) {
      base::ThrowIfCancelled(cancellation());
      try {
        if (change.is_present) {
          index_->Put(change.key, change.dna, change.keywords);
        } else if (index_->Contains(change.key)) {
          index_->Remove(change.key);
        }
        ++applied_;
      } catch (const base::Error& error) {
        failures_.push_back({change.key, error.code(), error.what()});
      }
    }
  }

  Napi::Value Result(Napi::Env env) override {
    Napi::Array failures = Napi::Array::New(env, failures_.size());
    for (uint32_t i = 0; i < failures_.size(); ++i) {
      Napi::Object failure = Napi::Object::New(env);
      failure.Set("key", Napi::Number::New(env, failures_[i].key));
      failure.Set("code", Napi::String::New(env, base::ErrorCodeName(failures_[i].code)));
      failure.Set("message", Napi::String::New(env, failures_[i].message));
      failures.Set(i, failure);
    }
    Napi::Object object = Napi::Object::New(env);
    object.Set("applied", Napi::Number::New(env, static_cast<double>(applied_)));
    object.Set("failures", failures);
    return object;
  }

  std::shared_ptr<index::ReferenceIndex> index_;
  std::vector<Change> changes_;
  std::vector<ChangeFailure> failures_;
  size_t applied_ = 0;
};

class SaveJob : public Job {
 public:
  SaveJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        index_(std::move(index)),
        folder_(TextFrom(info[0], "The folder")),
        sequence_(CountFrom(info[1])),
        owner_(TextFrom(info[2], "The owner")) {}

 private:
  void Execute() override { index::Snapshot::Save(index_.get(), folder_, sequence_, owner_); }
  Napi::Value Result(Napi::Env env) override { return env.Undefined(); }

  std::shared_ptr<index::ReferenceIndex> index_;
  std::string folder_;
  uint64_t sequence_;
  std::string owner_;
};

class CompactJob : public Job {
 public:
  CompactJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        index_(std::move(index)),
        effort_(MergeEffortFrom(info[0])) {}

 private:
  void Execute() override { index_->Compact(effort_); }
  Napi::Value Result(Napi::Env env) override { return env.Undefined(); }

  std::shared_ptr<index::ReferenceIndex> index_;
  index::MergeEffort effort_;
};

class LoadIndexJob : public Job {
 public:
  LoadIndexJob(const Napi::CallbackInfo& info, std::shared_ptr<const index::Vocabulary> vocabulary,
               SharedOptions options)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        engine_(Napi::Persistent(info.This().As<Napi::Object>())),
        vocabulary_(std::move(vocabulary)),
        options_(std::move(options)),
        folder_(TextFrom(info[0], "The folder")),
        owner_(TextFrom(info[1], "The owner")),
        is_arriving_(info[3].ToBoolean().Value()) {}

 private:
  void Execute() override {
    loaded_ = is_arriving_ ? index::Snapshot::LoadArriving(folder_, vocabulary_, owner_, options_->index)
                           : index::Snapshot::Load(folder_, vocabulary_, owner_, index::LoadCheck::kHot,
                                                   options_->index);
  }

  Napi::Value Result(Napi::Env env) override {
    if (!loaded_) return env.Null();
    Napi::Object object = Napi::Object::New(env);
    object.Set("index", IndexObject::Create(env, engine_.Value(), std::move(loaded_->index)));
    object.Set("sequence", Napi::Number::New(env, static_cast<double>(loaded_->sequence)));
    return object;
  }

  Napi::ObjectReference engine_;
  std::shared_ptr<const index::Vocabulary> vocabulary_;
  const SharedOptions options_;
  std::string folder_;
  std::string owner_;
  bool is_arriving_;
  std::optional<index::LoadedIndex> loaded_;
};

class ArrivedJob : public Job {
 public:
  ArrivedJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        index_(std::move(index)),
        file_(TextFrom(info[0], "The file")),
        up_to_(CountFrom(info[1])) {}

 private:
  void Execute() override { index_->SignaturesArrived(file_, up_to_); }
  Napi::Value Result(Napi::Env env) override { return env.Undefined(); }

  std::shared_ptr<index::ReferenceIndex> index_;
  std::string file_;
  uint64_t up_to_;
};

class MissingJob : public Job {
 public:
  MissingJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        index_(std::move(index)),
        most_(CountFrom(info[0])) {}

 private:
  void Execute() override { keys_ = index::MissingSignatures(*index_->state(), most_); }
  Napi::Value Result(Napi::Env env) override { return ToNumbers(env, keys_); }

  std::shared_ptr<index::ReferenceIndex> index_;
  size_t most_;
  std::vector<uint32_t> keys_;
};

class DamagedJob : public Job {
 public:
  DamagedJob(const Napi::CallbackInfo& info, std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[0])),
        index_(std::move(index)) {}

 private:
  void Execute() override { keys_ = index::DamagedSignatures(*index_->state(), cancellation()); }
  Napi::Value Result(Napi::Env env) override { return ToNumbers(env, keys_); }

  std::shared_ptr<index::ReferenceIndex> index_;
  std::vector<uint32_t> keys_;
};

}  // namespace

std::unique_ptr<Job> MakeApplyJob(const Napi::CallbackInfo& info,
                                  std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<ApplyJob>(info, std::move(index));
}

std::unique_ptr<Job> MakeSaveJob(const Napi::CallbackInfo& info,
                                 std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<SaveJob>(info, std::move(index));
}

std::unique_ptr<Job> MakeCompactJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<CompactJob>(info, std::move(index));
}

std::unique_ptr<Job> MakeLoadIndexJob(const Napi::CallbackInfo& info,
                                      std::shared_ptr<const index::Vocabulary> vocabulary,
                                      SharedOptions options) {
  return std::make_unique<LoadIndexJob>(info, std::move(vocabulary), std::move(options));
}

std::unique_ptr<Job> MakeArrivedJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<ArrivedJob>(info, std::move(index));
}

std::unique_ptr<Job> MakeMissingJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<MissingJob>(info, std::move(index));
}

std::unique_ptr<Job> MakeDamagedJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<DamagedJob>(info, std::move(index));
}

}  // namespace loupe::binding
