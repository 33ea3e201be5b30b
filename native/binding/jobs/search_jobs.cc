#include <chrono>

#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/hits_job.h"
#include "binding/objects/index_object.h"
#include "binding/values/query_looks.h"
#include "core/base/thread_clock.h"

namespace loupe::binding {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/** A search of several indexes; subclasses say where the query comes from. */
class IndexesJob : public HitsJob {
 public:
  IndexesJob(const Napi::CallbackInfo& info, SharedOptions options)
      : HitsJob(info, std::move(options)), indexes_(IndexesFrom(info.Env(), info[0])) {}

 protected:
  std::vector<const index::ReferenceIndex*> Pointers() const {
    std::vector<const index::ReferenceIndex*> pointers;
    for (const auto& index : indexes_) pointers.push_back(index.get());
    return pointers;
  }

 private:
  std::vector<std::shared_ptr<const index::ReferenceIndex>> indexes_;
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
    if (has_second_try_ && !is_quick_)
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
    features::ExtractRequest request = is_quick_ ? features::QuickQueryRequest(options_->features)
                                                 : features::QueryRequest(options_->features);
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
