#include "binding/jobs/engine_jobs.h"
#include "binding/objects/engine.h"
#include "binding/values/convert.h"
#include "core/comparison/fine_comparison.h"

namespace loupe::binding {
namespace {

Napi::Object ToObject(Napi::Env env, const comparison::FractionBox& box) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("left", Napi::Number::New(env, box.left));
  object.Set("top", Napi::Number::New(env, box.top));
  object.Set("width", Napi::Number::New(env, box.width));
  object.Set("height", Napi::Number::New(env, box.height));
  return object;
}

Napi::Object ToObject(Napi::Env env, const comparison::Difference& difference) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("kind", Napi::String::New(env, comparison::DifferenceKindName(difference.kind)));
  object.Set("inReference", ToObject(env, difference.in_reference));
  object.Set("inQuery", ToObject(env, difference.in_query));
  object.Set("meanDifference", Napi::Number::New(env, difference.mean_difference));
  object.Set("areaShare", Napi::Number::New(env, difference.area_share));
  return object;
}

Napi::Object ToRaster(Napi::Env env, comparison::RgbImage image) {
  Napi::Object object = Napi::Object::New(env);
  const auto set = [&](const char* name, int32_t value) { object.Set(name, Napi::Number::New(env, value)); };
  set("width", image.size.width);
  set("height", image.size.height);
  set("channels", 3);
  set("originalWidth", image.size.width);
  set("originalHeight", image.size.height);
  object.Set("data", ToBuffer(env, std::move(image.pixels)));
  return object;
}

class CompareFinelyJob : public Job {
 public:
  explicit CompareFinelyJob(const Napi::CallbackInfo& info)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        reference_(RasterFrom(info[0])),
        query_(RasterFrom(info[1])) {
    if (!info[2].IsObject()) return;
    draw_highlights_ = info[2].As<Napi::Object>().Get("drawHighlights").ToBoolean().Value();
  }

 private:
  static image::RasterView ViewOf(const OwnedRaster& r) {
    return {r.pixels.data(), r.size, r.channels, r.original_size};
  }

  void Execute() override {
    comparison::FineComparisonOptions options;
    options.draw_highlights = draw_highlights_;
    options.cancellation = cancellation();
    comparison_ = comparison::CompareFinely(ViewOf(reference_), ViewOf(query_), options);
  }

  Napi::Value Result(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("score", Napi::Number::New(env, comparison_.score));
    object.Set("visibleShare", Napi::Number::New(env, comparison_.visible_share));
    Napi::Array differences = Napi::Array::New(env, comparison_.differences.size());
    for (uint32_t i = 0; i < comparison_.differences.size(); ++i) {
      differences.Set(i, ToObject(env, comparison_.differences[i]));
    }
    object.Set("differences", differences);
    Napi::Array homography = Napi::Array::New(env, 9);
    for (uint32_t i = 0; i < 9; ++i) {
      homography.Set(i, Napi::Number::New(env, comparison_.query_from_reference[i]));
    }
    object.Set("queryFromReference", homography);
    if (draw_highlights_) {
      object.Set("highlightedReference", ToRaster(env, std::move(comparison_.highlighted_reference)));
      object.Set("highlightedQuery", ToRaster(env, std::move(comparison_.highlighted_query)));
    }
    return object;
  }

  OwnedRaster reference_;
  OwnedRaster query_;
  bool draw_highlights_ = false;
  comparison::FineComparison comparison_;
};

}  // namespace

std::unique_ptr<Job> MakeCompareFinelyJob(const Napi::CallbackInfo& info) {
  return std::make_unique<CompareFinelyJob>(info);
}

}  // namespace loupe::binding
