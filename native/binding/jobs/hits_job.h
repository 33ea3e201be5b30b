#pragma once

#include <memory>
#include <vector>

#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "core/search/search.h"

namespace loupe::binding {

/** Buffers that searches of one pool thread share. */
search::Searcher& ThreadSearcher();

/** A job that answers hits; subclasses say where the query comes from and what is searched. */
class HitsJob : public PictureJob {
 public:
  /** @param info  the arguments of a call, of which the third holds options and the fourth a cancellation */
  HitsJob(const Napi::CallbackInfo& info, SharedOptions options);

 protected:
  Napi::Value Answer(Napi::Env env) override;

  search::SearchRequest request_;
  const bool with_facts_;
  const bool has_second_try_;
  const bool is_quick_;
  const SharedOptions options_;
  search::SearchResult result_;
  size_t keypoint_count_ = 0;
  double extract_ms_ = 0.0;
  double search_ms_ = 0.0;
  /** CPU time of the job's thread; other threads do not disturb it. */
  double extract_cpu_ms_ = 0.0;
  double search_cpu_ms_ = 0.0;

 private:
  Napi::Object CpuTiming(Napi::Env env) const;
};

}  // namespace loupe::binding
