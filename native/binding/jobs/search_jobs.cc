#include <chrono>
#include <cmath>

#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "binding/objects/index_object.h"
#include "binding/values/query_looks.h"
#include "core/base/thread_clock.h"

namespace loupe::binding {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/** Buffers that searches of one pool thread share. */
search::Searcher& ThreadSearcher() {
  thread_local search::Searcher searcher;
  return searcher;
}

std::vector<uint32_t> KeysFrom(const Napi::Value& value) {
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint32_array) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "filter.keys must be a Uint32Array.");
  }
  const auto array = value.As<Napi::Uint32Array>();
  return {array.Data(), array.Data() + array.ElementLength()};
}

retrieval::SearchFilter FilterFrom(const Napi::Value& value) {
  retrieval::SearchFilter filter;
  if (!value.IsObject()) return filter;
  const auto object = value.As<Napi::Object>();
  filter.keywords = StringsFrom(object.Get("keywords"), "filter.keywords");
  const Napi::Value keys = object.Get("keys");
  if (!keys.IsUndefined()) {
    filter.only_keys = true;
    filter.keys = KeysFrom(keys);
  }
  return filter;
}

search::SearchRequest SearchRequestFrom(const Napi::Value& value) {
  search::SearchRequest request;
  if (!value.IsObject()) return request;
  const auto object = value.As<Napi::Object>();
  const MatchRequest match = MatchRequestFrom(value);
  request.threshold = match.threshold;
  request.find_mirrored = match.find_mirrored;
  request.filter = FilterFrom(object.Get("filter"));
  const Napi::Value limit = object.Get("limit");
  if (!limit.IsUndefined()) {
    const double number = limit.IsNumber() ? limit.As<Napi::Number>().DoubleValue() : 0.0;
    if (!(number >= 1.0 && number <= 1000.0)) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "limit must be from 1 to 1000.");
    }
    request.limit = static_cast<int>(number);
  }
  return request;
}

/** A search of several indexes; subclasses say where the query comes from. */
class IndexesJob : public PictureJob {
 public:
  IndexesJob(const Napi::CallbackInfo& info, SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        request_(SearchRequestFrom(info[2])),
        with_facts_(MatchRequestFrom(info[2]).details.with_facts),
        has_second_try_(MatchRequestFrom(info[2]).has_second_try),
        options_(std::move(options)),
        indexes_(IndexesFrom(info.Env(), info[0])) {
    request_.cancellation = cancellation();
  }

 protected:
  std::vector<const index::ReferenceIndex*> Pointers() const {
    std::vector<const index::ReferenceIndex*> pointers;
    for (const auto& index : indexes_) pointers.push_back(index.get());
    return pointers;
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Array hits = Napi::Array::New(env, result_.hits.size());
    for (uint32_t i = 0; i < result_.hits.size(); ++i) {
      const search::SearchHit& hit = result_.hits[i];
      Napi::Object object = ToObject(env, hit.match, {false, with_facts_});
      object.Set("index", Napi::Number::New(env, hit.index));
      object.Set("key", Napi::Number::New(env, hit.key));
      hits.Set(i, object);
    }
    Napi::Object timing = Napi::Object::New(env);
    timing.Set("decodeMs", Napi::Number::New(env, decode_ms()));
    timing.Set("extractMs", Napi::Number::New(env, extract_ms_));
    timing.Set("searchMs", Napi::Number::New(env, std::max(0.0, search_ms_ - result_.statistics.verify_ms)));
    timing.Set("verifyMs", Napi::Number::New(env, result_.statistics.verify_ms));
    timing.Set("cpu", CpuTiming(env));
    Napi::Object object = Napi::Object::New(env);
    object.Set("hits", hits);
    object.Set("queryKeypointCount", Napi::Number::New(env, static_cast<double>(keypoint_count_)));
    object.Set("timing", timing);
    object.Set("hasLookedCloser", Napi::Boolean::New(env, result_.statistics.has_looked_closer));
    return object;
  }

  search::SearchRequest request_;
  const bool with_facts_;
  const bool has_second_try_;
  const SharedOptions options_;
  std::vector<std::shared_ptr<const index::ReferenceIndex>> indexes_;
  search::SearchResult result_;
  size_t keypoint_count_ = 0;
  double extract_ms_ = 0.0;
  double search_ms_ = 0.0;
  /** CPU time of the job's thread; other threads do not disturb it. */
  double extract_cpu_ms_ = 0.0;
  double search_cpu_ms_ = 0.0;

 private:
  Napi::Object CpuTiming(Napi::Env env) const {
    const retrieval::RetrievalStages& stages = result_.statistics.retrieval;
    Napi::Object cpu = Napi::Object::New(env);
    const auto set = [&](const char* name, double ms) { cpu.Set(name, Napi::Number::New(env, ms)); };
    set("decodeMs", decode_cpu_ms());
    set("extractMs", extract_cpu_ms_);
    set("searchMs", search_cpu_ms_);
    set("wordsMs", stages.words_ms);
    set("scanMs", stages.scan_ms);
    set("votesMs", stages.votes_ms);
    set("spatialMs", stages.spatial_ms);
    set("verifyMs", result_.statistics.verify_ms);
    return cpu;
  }
};

class SearchJob : public IndexesJob {
 public:
  SearchJob(const Napi::CallbackInfo& info, SharedOptions options) : IndexesJob(info, std::move(options)) {
    const auto query = info[1].IsObject() ? info[1].As<Napi::Object>() : Napi::Object::New(info.Env());
    const Napi::Value dna = query.Get("dna");
    has_dna_ = !dna.IsUndefined();
    if (has_dna_) {
      dna_ = BytesFrom(dna, "The query's DNA");
    } else {
      Add(Picture::Luma(query.Get("picture"), true, options_->features));
    }
  }

 private:
  void Work() override {
    const auto start = Clock::now();
    base::StageTimer timer;
    const features::Features query =
        has_dna_ ? signature::FeaturesOf(signature::ParseDna(base::Span<const uint8_t>(dna_)))
                 : FirstLook(picture(0), RequestOf());
    keypoint_count_ = query.keypoints.size();
    extract_ms_ = MillisecondsSince(start);
    extract_cpu_ms_ = timer.Lap();
    std::shared_ptr<const features::Features> closer = query.closer;
    if (has_second_try_)
      request_.closer_look = [&]() -> const features::Features* {
        if (!has_dna_)
          closer = std::make_shared<const features::Features>(
              CloserLook(picture(0), options_->features, cancellation()));
        return closer.get();
      };
    const auto search_start = Clock::now();
    const std::vector<const index::ReferenceIndex*> pointers = Pointers();
    result_ = ThreadSearcher().Search({pointers.data(), pointers.size()}, query, request_, options_->search);
    search_ms_ = MillisecondsSince(search_start);
    search_cpu_ms_ = timer.Lap();
  }

  features::ExtractRequest RequestOf() const {
    features::ExtractRequest request = features::QueryRequest(options_->features);
    request.cancellation = cancellation();
    return request;
  }

  std::vector<uint8_t> dna_;
  bool has_dna_ = false;
};

class ConflictsJob : public IndexesJob {
 public:
  ConflictsJob(const Napi::CallbackInfo& info, SharedOptions options)
      : IndexesJob(info, std::move(options)), dna_(BytesFrom(info[1], "The DNA")) {
    if (!info[2].IsObject()) return;
    const auto given = info[2].As<Napi::Object>();
    const Napi::Value self_key = given.Get("selfKey");
    if (self_key.IsUndefined()) return;
    self_key_ = KeyFrom(self_key);
    self_index_ = given.Get("selfIndex").ToNumber().Int32Value();
  }

 private:
  void Work() override {
    keypoint_count_ = signature::ParseDna(base::Span<const uint8_t>(dna_)).keypoint_count();
    const auto start = Clock::now();
    base::StageTimer timer;
    const std::vector<const index::ReferenceIndex*> pointers = Pointers();
    result_ = ThreadSearcher().Conflicts({pointers.data(), pointers.size()}, dna_, self_index_, self_key_,
                                         request_, options_->search);
    search_ms_ = MillisecondsSince(start);
    search_cpu_ms_ = timer.Lap();
  }

  std::vector<uint8_t> dna_;
  int self_index_ = -1;
  uint32_t self_key_ = 0;
};

}  // namespace

std::unique_ptr<Job> MakeSearchJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<SearchJob>(info, std::move(options));
}

std::unique_ptr<Job> MakeConflictsJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<ConflictsJob>(info, std::move(options));
}

}  // namespace loupe::binding
