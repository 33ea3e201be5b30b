#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "core/comparison/fine_comparison.h"

namespace loupe::binding {
namespace {

Napi::Object BoxObject(Napi::Env env, const comparison::FractionBox& box) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("left", Napi::Number::New(env, box.left));
  object.Set("top", Napi::Number::New(env, box.top));
  object.Set("width", Napi::Number::New(env, box.width));
  object.Set("height", Napi::Number::New(env, box.height));
  return object;
}

Napi::Object DifferenceObject(Napi::Env env, const comparison::Difference& difference) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("kind", Napi::String::New(env, comparison::DifferenceKindName(difference.kind)));
  object.Set("inReference", BoxObject(env, difference.in_reference));
  object.Set("inQuery", BoxObject(env, difference.in_query));
  object.Set("meanDifference", Napi::Number::New(env, difference.mean_difference));
  object.Set("areaShare", Napi::Number::New(env, difference.area_share));
  return object;
}

Napi::Object ToDrawing(Napi::Env env, const comparison::RgbImage& image) {
  return ToRaster(env, image.pixels, image.size, 3, image.size);
}

class CompareFinelyJob : public PictureJob {
 public:
  CompareFinelyJob(const Napi::CallbackInfo& info, SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        options_(std::move(options)) {
    Add(Picture::Color(info[0]));
    Add(Picture::Color(info[1]));
    if (!info[2].IsObject()) return;
    draw_highlights_ = info[2].As<Napi::Object>().Get("drawHighlights").ToBoolean().Value();
  }

 private:
  void Work() override {
    comparison::FineComparisonRequest request;
    request.draw_highlights = draw_highlights_;
    request.cancellation = cancellation();
    comparison_ =
        comparison::CompareFinely(picture(0).view(), picture(1).view(), request, options_->comparison);
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("score", Napi::Number::New(env, comparison_.score));
    object.Set("visibleShare", Napi::Number::New(env, comparison_.visible_share));
    Napi::Array differences = Napi::Array::New(env, comparison_.differences.size());
    for (uint32_t i = 0; i < comparison_.differences.size(); ++i) {
      differences.Set(i, DifferenceObject(env, comparison_.differences[i]));
    }
    object.Set("differences", differences);
    Napi::Array homography = Napi::Array::New(env, 9);
    for (uint32_t i = 0; i < 9; ++i) {
      homography.Set(i, Napi::Number::New(env, comparison_.query_from_reference[i]));
    }
    object.Set("queryFromReference", homography);
    if (draw_highlights_) {
      object.Set("highlightedReference", ToDrawing(env, comparison_.highlighted_reference));
      object.Set("highlightedQuery", ToDrawing(env, comparison_.highlighted_query));
    }
    return object;
  }

  const SharedOptions options_;
  bool draw_highlights_ = false;
  comparison::FineComparison comparison_;
};

}  // namespace

std::unique_ptr<Job> MakeCompareFinelyJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<CompareFinelyJob>(info, std::move(options));
}

}  // namespace loupe::binding
