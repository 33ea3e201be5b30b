#include <chrono>
#include <utility>

#include "binding/jobs/hits_job.h"
#include "binding/objects/engine.h"
#include "binding/objects/index_object.h"
#include "binding/values/convert.h"
#include "binding/values/shard_line.h"
#include "core/base/thread_clock.h"
#include "core/shards/answer_shard.h"
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

std::vector<shards::Shard> ShardsFrom(const Napi::Value& value) {
  if (!value.IsArray() || value.As<Napi::Array>().Length() == 0) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The shards to search must be an array of some.");
  }
  const auto array = value.As<Napi::Array>();
  std::vector<shards::Shard> shards;
  for (uint32_t i = 0; i < array.Length(); ++i) {
    const auto object = array.Get(i).ToObject();
    const shards::Shard shard{NumberFrom(object, "index"), NumberFrom(object, "number"),
                              NumberFrom(object, "count")};
    if (shard.number >= shard.count) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "A shard's number is below its count.");
    }
    shards.push_back(shard);
  }
  return shards;
}

/** Searches through shards that JavaScript asks. */
class SearchShardsJob : public HitsJob {
 public:
  SearchShardsJob(const Napi::CallbackInfo& info, std::shared_ptr<const index::Vocabulary> vocabulary,
                  SharedOptions options)
      : HitsJob(info, std::move(options)),
        vocabulary_(std::move(vocabulary)),
        shards_(ShardsFrom(info[0])),
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
    line_ = std::make_unique<ShardLine>(info.Env(), info[4].As<Napi::Function>(), cancellation());
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
      shards::ShardedReferences references(line_.get(), shards_, request_.filter, vocabulary_->id());
      result_ = ThreadSearcher().SearchThrough(
          &references, *vocabulary_, query, request_,
          is_for_conflicts_ ? search::ConflictOptionsOf(options_->search) : options_->search);
    }
    line_->Close();
    search_ms_ = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    search_cpu_ms_ = timer.Lap();
  }

  const std::shared_ptr<const index::Vocabulary> vocabulary_;
  const std::vector<shards::Shard> shards_;
  const std::vector<uint8_t> dna_;
  bool is_for_conflicts_ = false;
  std::unique_ptr<ShardLine> line_;
};

class AnswerShardJob : public Job {
 public:
  AnswerShardJob(const Napi::CallbackInfo& info, SharedOptions options,
                 std::shared_ptr<index::ReferenceIndex> index)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        options_(std::move(options)),
        index_(std::move(index)),
        question_(BytesFrom(info[0], "What a shard is asked")) {}

 private:
  void Execute() override {
    thread_local shards::ShardAnswerer answerer;
    answer_ = answerer.Answer(*index_, question_, options_->search.retrieval, cancellation());
  }
  Napi::Value Result(Napi::Env env) override { return ToBuffer(env, std::move(answer_)); }

  const SharedOptions options_;
  const std::shared_ptr<index::ReferenceIndex> index_;
  const std::vector<uint8_t> question_;
  std::vector<uint8_t> answer_;
};

}  // namespace

std::unique_ptr<Job> MakeSearchShardsJob(const Napi::CallbackInfo& info,
                                         std::shared_ptr<const index::Vocabulary> vocabulary,
                                         SharedOptions options) {
  return std::make_unique<SearchShardsJob>(info, std::move(vocabulary), std::move(options));
}

std::unique_ptr<Job> MakeAnswerShardJob(const Napi::CallbackInfo& info, SharedOptions options,
                                        std::shared_ptr<index::ReferenceIndex> index) {
  return std::make_unique<AnswerShardJob>(info, std::move(options), std::move(index));
}

}  // namespace loupe::binding
