#include <algorithm>

#include "core/base/thread_clock.h"
#include "core/search/search.h"
#include "core/signature/dna.h"
#include "packages/bench/native/simulated_references.h"
#include "packages/bench/native/simulated_segment.h"
#include "values.h"

namespace loupe::bench {
namespace {

/** DNA that stand for those of simulated references. */
constexpr int kSharedDnas = 500;
constexpr uint32_t kFirstSimulatedKey = 1'000'000'000;

/**
 * `new SimulatedIndex(vocabularyPath, dnas, pool, seed)`: an index of real references (keys 1, 2, ...) that
 * grows by whole segments of simulated ones, made from the DNA of the pool, up to millions: grow, search,
 * remove, size, hotBytes.
 */
class SimulatedIndexObject : public Napi::ObjectWrap<SimulatedIndexObject> {
 public:
  static Napi::Function Define(Napi::Env env) {
    using Self = SimulatedIndexObject;
    return DefineClass(env, "SimulatedIndex",
                       {InstanceMethod<&Self::Grow>("grow"), InstanceMethod<&Self::Search>("search"),
                        InstanceMethod<&Self::Remove>("remove"), InstanceMethod<&Self::Size>("size"),
                        InstanceMethod<&Self::HotBytes>("hotBytes")});
  }

  explicit SimulatedIndexObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<SimulatedIndexObject>(info), random_(info[3].ToNumber().Uint32Value()) {
    const std::vector<features::Features> pictures = FeaturesFrom(info[2]);
    const auto dnas = info[1].As<Napi::Array>();
    Guarded(info.Env(), [&] {
      vocabulary_ = index::Vocabulary::Load(info[0].ToString().Utf8Value());
      pool_ = std::make_unique<CornerPool>(pictures, *vocabulary_);
      ReferenceSimulator simulator(pictures, *vocabulary_, random_.Next());
      for (int i = 0; i < kSharedDnas; ++i) {
        const auto dna = std::make_shared<const std::vector<uint8_t>>(simulator.Next());
        shared_dnas_.push_back({base::Span<const uint8_t>(*dna), dna, false});
      }
      index::ReferenceIndex real(vocabulary_);
      for (uint32_t i = 0; i < dnas.Length(); ++i) {
        const auto dna = dnas.Get(i).As<Napi::Buffer<uint8_t>>();
        real.Add(i + 1, {dna.Data(), dna.Data() + dna.Length()}, {});
        if (real.NeedsCompaction()) real.Compact();
      }
      Publish(*real.state());
    });
  }

 private:
  void Publish(index::IndexState state) {
    index_ = std::make_unique<index::ReferenceIndex>(vocabulary_, std::move(state));
  }

  /** grow(count): adds one segment of that many simulated references; resolves with the new size. */
  Napi::Value Grow(const Napi::CallbackInfo& info) {
    const size_t wanted = info[0].ToNumber().Uint32Value();
    const size_t count = std::clamp<size_t>(wanted, 1, index::kMaxSegmentReferences);
    const auto work = [this, count] {
      index::IndexState next = *index_->state();
      next.segments.push_back(
          {SimulateSegment(*pool_, *vocabulary_, next_key_, count, shared_dnas_, &random_), nullptr, 0});
      next.reference_count += count;
      next_key_ += static_cast<uint32_t>(count);
      Publish(std::move(next));
    };
    const auto result = [this](Napi::Env env) -> Napi::Value {
      return Napi::Number::New(env, static_cast<double>(index_->size()));
    };
    return InBackground(info.Env(), info.This().As<Napi::Object>(), work, result);
  }

  /** search(raster): resolves with CPU times by stage and the key of the best recognized reference, or 0. */
  Napi::Value Search(const Napi::CallbackInfo& info) {
    struct Found {
      search::SearchResult result;
      double extract_ms = 0.0;
      double search_ms = 0.0;
    };
    const auto raster = std::make_shared<GrayRaster>(info[0]);
    const auto found = std::make_shared<Found>();
    const auto work = [this, raster, found] {
      base::StageTimer timer;
      const features::Features query = features::ExtractFeatures(raster->view(), features::QueryRequest());
      found->extract_ms = timer.Lap();
      const index::ReferenceIndex* indexes[] = {index_.get()};
      found->result = searcher_.Search({indexes, 1}, query, {}, {});
      found->search_ms = timer.Lap();
    };
    const auto result = [found](Napi::Env env) -> Napi::Value {
      const search::SearchStatistics& statistics = found->result.statistics;
      const std::vector<search::SearchHit>& hits = found->result.hits;
      const bool is_recognized = !hits.empty() && verification::IsRecognized(hits[0].match.decision);
      Napi::Object cpu = Napi::Object::New(env);
      cpu.Set("extractMs", Napi::Number::New(env, found->extract_ms));
      cpu.Set("searchMs", Napi::Number::New(env, found->search_ms));
      cpu.Set("wordsMs", Napi::Number::New(env, statistics.retrieval.words_ms));
      cpu.Set("scanMs", Napi::Number::New(env, statistics.retrieval.scan_ms));
      cpu.Set("votesMs", Napi::Number::New(env, statistics.retrieval.votes_ms));
      cpu.Set("spatialMs", Napi::Number::New(env, statistics.retrieval.spatial_ms));
      cpu.Set("verifyMs", Napi::Number::New(env, statistics.verify_ms));
      Napi::Object object = Napi::Object::New(env);
      object.Set("cpu", cpu);
      object.Set("key", Napi::Number::New(env, is_recognized ? hits[0].key : 0));
      return object;
    };
    return InBackground(info.Env(), info.This().As<Napi::Object>(), work, result);
  }

  /** remove(count): removes simulated references spread over the index; CPU time of each in microseconds. */
  Napi::Value Remove(const Napi::CallbackInfo& info) {
    const uint32_t count = info[0].ToNumber().Uint32Value();
    const uint32_t step = std::max(1U, (next_key_ - kFirstSimulatedKey) / std::max(1U, count));
    Napi::Array times = Napi::Array::New(info.Env());
    Guarded(info.Env(), [&] {
      for (uint32_t i = 0; i < count && kFirstSimulatedKey + i * step < next_key_; ++i) {
        base::StageTimer timer;
        index_->Remove(kFirstSimulatedKey + i * step);
        times.Set(i, Napi::Number::New(info.Env(), 1000.0 * timer.Lap()));
      }
    });
    return times;
  }

  Napi::Value Size(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), static_cast<double>(index_->size()));
  }

  Napi::Value HotBytes(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), static_cast<double>(index_->memory().hot_bytes));
  }

  std::shared_ptr<const index::Vocabulary> vocabulary_;
  std::unique_ptr<CornerPool> pool_;
  std::vector<index::DnaBlob> shared_dnas_;
  std::unique_ptr<index::ReferenceIndex> index_;
  search::Searcher searcher_;
  test::Random random_;
  uint32_t next_key_ = kFirstSimulatedKey;
};

}  // namespace

Napi::Function DefineSimulatedIndex(Napi::Env env) { return SimulatedIndexObject::Define(env); }

}  // namespace loupe::bench
