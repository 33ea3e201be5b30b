#include "binding/jobs/hits_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "binding/objects/engine.h"
#include "binding/values/convert.h"

namespace loupe::binding {
namespace {

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
  const Napi::Value from_side = object.Get("fromTheSide");
  if (!from_side.IsUndefined()) request.looks_from_side = from_side.ToBoolean();
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

}  // namespace

search::Searcher& ThreadSearcher() {
  thread_local search::Searcher searcher;
  return searcher;
}

HitsJob::HitsJob(const Napi::CallbackInfo& info, SharedOptions options)
    : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
      request_(SearchRequestFrom(info[2])),
      with_facts_(MatchRequestFrom(info[2]).details.with_facts),
      has_second_try_(MatchRequestFrom(info[2]).has_second_try),
      is_quick_(MatchRequestFrom(info[2]).is_quick),
      options_(std::move(options)) {
  request_.cancellation = cancellation();
  request_.most_keypoints = options_->features.query.max_keypoints;
}

Napi::Value HitsJob::Answer(Napi::Env env) {
  Napi::Array hits = Napi::Array::New(env, result_.hits.size());
  for (uint32_t i = 0; i < result_.hits.size(); ++i) {
    const search::SearchHit& hit = result_.hits[i];
    Napi::Object object = ToObject(env, hit.match, {false, with_facts_});
    object.Set("index", Napi::Number::New(env, hit.index));
    object.Set("key", Napi::Number::New(env, hit.key));
    object.Set("frameCorrelation",
               hit.frame_correlation ? Napi::Number::New(env, *hit.frame_correlation) : env.Null());
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
  object.Set("isFirstLookEnough", Napi::Boolean::New(env, result_.statistics.is_first_look_enough));
  object.Set("hasLookedCloser", Napi::Boolean::New(env, result_.statistics.has_looked_closer));
  return object;
}

Napi::Object HitsJob::CpuTiming(Napi::Env env) const {
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

}  // namespace loupe::binding
