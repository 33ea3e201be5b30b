#include <algorithm>
#include <chrono>
#include <utility>

#include "binding/jobs/hits_job.h"
#include "binding/objects/engine.h"
#include "binding/objects/index_object.h"
#include "binding/values/convert.h"
#include "binding/values/shard_line.h"
#include "core/base/thread_clock.h"
#include "core/shards/sharded_references.h"
#include "core/signature/dna.h"

namespace loupe::binding {
namespace {

using Clock = std::chrono::steady_clock;

uint32_t NumberFrom(const Napi::Object& object, const char* name) {
  const Napi::Value value = object.Get(name);
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1.0;
  if (!(number >= 0.0 && number < 65536.0)) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      std::string("A shard's ") + name + " must be from 0 to 65535.");
  }
  return static_cast<uint32_t>(number);
}

/** Shards, and the indexes of those that this process holds. */
struct GivenShards {
  std::vector<shards::Shard> list;
  HeldIndexes held;
};

GivenShards ShardsFrom(Napi::Env env, const Napi::Value& value) {
  if (!value.IsArray() || value.As<Napi::Array>().Length() == 0) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The shards to search must be an array of some.");
  }
  const auto array = value.As<Napi::Array>();
  GivenShards given;
  for (uint32_t i = 0; i < array.Length(); ++i) {
    const auto object = array.Get(i).ToObject();
    const Napi::Value index = object.Get("index");
    const shards::Shard shard{index.IsUndefined() ? 0 : NumberFrom(object, "index"),
                              NumberFrom(object, "number"), NumberFrom(object, "count")};
    if (shard.number >= shard.count) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "A shard's number is below its count.");
    }
    given.list.push_back(shard);
    const Napi::Value held = object.Get("held");
    given.held.push_back(held.IsUndefined() ? nullptr : IndexFrom(env, held));
  }
  return given;
}

/** Searches through shards that JavaScript asks. */
class SearchShardsJob : public HitsJob {
 public:
  SearchShardsJob(const Napi::CallbackInfo& info, std::shared_ptr<const index::Vocabulary> vocabulary,
                  SharedOptions options)
      : HitsJob(info, std::move(options)),
        vocabulary_(std::move(vocabulary)),
        shards_(ShardsFrom(info.Env(), info[0])),
        dna_(BytesFrom(info[1], "The query's DNA")) {
    if (info[2].IsObject()) {
      const auto given = info[2].As<Napi::Object>();
      is_for_conflicts_ = given.Get("isForConflicts").ToBoolean();
      const Napi::Value self_key = given.Get("selfKey");
      if (!self_key.IsUndefined())
        request_.filter.excluded = {NumberFrom(given, "selfIndex"), KeyFrom(self_key)};
    }
    if (!info[4].IsFunction()) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "Parts are asked by a function.");
    }
    line_ = std::make_unique<ShardLine>(info.Env(), info[4].As<Napi::Function>(), shards_.list, shards_.held,
                                        vocabulary_->id(), options_, cancellation());
  }

 private:
  void Work() override {
    const auto start = Clock::now();
    base::StageTimer timer;
    const features::Features query = signature::FeaturesOf(signature::ParseDna(dna_));
    keypoint_count_ = query.keypoints.size();
    extract_cpu_ms_ = timer.Lap();
    if (has_second_try_ && !is_for_conflicts_)
      request_.closer_look = [&]() -> const features::Features* { return query.closer.get(); };
    if (keypoint_count_ > 0) {
      shards::ShardedReferences references(line_.get(), shards_.list, request_.filter, vocabulary_->id());
      result_ = ThreadSearcher().SearchThrough(
          &references, *vocabulary_, query, request_,
          is_for_conflicts_ ? search::ConflictOptionsOf(options_->search) : options_->search);
    }
    line_->Close();
    search_ms_ = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    search_cpu_ms_ = timer.Lap();
  }

  const std::shared_ptr<const index::Vocabulary> vocabulary_;
  const GivenShards shards_;
  const std::vector<uint8_t> dna_;
  bool is_for_conflicts_ = false;
  std::unique_ptr<ShardLine> line_;
};

class AnswerShardsJob : public Job {
 public:
  AnswerShardsJob(const Napi::CallbackInfo& info, std::shared_ptr<const index::Vocabulary> vocabulary,
                  SharedOptions options)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        vocabulary_(std::move(vocabulary)),
        options_(std::move(options)),
        shards_(ShardsFrom(info.Env(), info[0])),
        question_(BytesFrom(info[1], "What a shard is asked")) {
    if (std::find(shards_.held.begin(), shards_.held.end(), nullptr) != shards_.held.end())
      throw base::Error(base::ErrorCode::kInvalidArgument, "The shards that answer must be of this process.");
  }

 private:
  void Execute() override {
    std::vector<shards::HeldShard> held;
    for (size_t i = 0; i < shards_.list.size(); ++i)
      held.push_back({shards_.held[i].get(), shards_.list[i].number, shards_.list[i].count});
    answer_ = ThreadShardAnswerer().Answer(held, vocabulary_->id(), question_, options_->search.retrieval,
                                           cancellation());
  }
  Napi::Value Result(Napi::Env env) override { return ToBuffer(env, std::move(answer_)); }

  const std::shared_ptr<const index::Vocabulary> vocabulary_;
  const SharedOptions options_;
  const GivenShards shards_;
  const std::vector<uint8_t> question_;
  std::vector<uint8_t> answer_;
};

}  // namespace

std::unique_ptr<Job> MakeSearchShardsJob(const Napi::CallbackInfo& info,
                                         std::shared_ptr<const index::Vocabulary> vocabulary,
                                         SharedOptions options) {
  return std::make_unique<SearchShardsJob>(info, std::move(vocabulary), std::move(options));
}

std::unique_ptr<Job> MakeAnswerShardsJob(const Napi::CallbackInfo& info,
                                         std::shared_ptr<const index::Vocabulary> vocabulary,
                                         SharedOptions options) {
  return std::make_unique<AnswerShardsJob>(info, std::move(vocabulary), std::move(options));
}

}  // namespace loupe::binding
