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
  object.Set("deltaE", Napi::Number::New(env, difference.delta_e));
  object.Set("areaShare", Napi::Number::New(env, difference.area_share));
  return object;
}

Napi::Object CoverageObject(Napi::Env env, const comparison::Coverage& coverage) {
  Napi::Object object = Napi::Object::New(env);
  const auto set = [&](const char* name, double value) { object.Set(name, Napi::Number::New(env, value)); };
  set("comparedShare", coverage.compared_share);
  set("outOfViewShare", coverage.out_of_view_share);
  set("glareShare", coverage.glare_share);
  set("ignoredShare", coverage.ignored_share);
  set("blurredShare", coverage.blurred_share);
  set("comparedPixels", coverage.compared_pixels);
  set("resolutionShare", coverage.resolution_share);
  object.Set("sensitivity", Napi::String::New(env, comparison::SensitivityName(coverage.sensitivity)));
  return object;
}

Napi::Object SizeObject(Napi::Env env, const image::ImageSize& size) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("width", Napi::Number::New(env, size.width));
  object.Set("height", Napi::Number::New(env, size.height));
  return object;
}

Napi::Array NumbersArray(Napi::Env env, const std::array<double, 3>& numbers) {
  Napi::Array array = Napi::Array::New(env, numbers.size());
  for (uint32_t i = 0; i < numbers.size(); ++i) array.Set(i, Napi::Number::New(env, numbers[i]));
  return array;
}

Napi::Object WholeColorObject(Napi::Env env, const comparison::WholeColorChange& change) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("of", Napi::String::New(env, comparison::WholeColorName(change.of)));
  object.Set("before", NumbersArray(env, change.before));
  object.Set("after", NumbersArray(env, change.after));
  object.Set("deltaE", Napi::Number::New(env, change.delta_e));
  return object;
}

comparison::FractionBox ToBox(const Napi::Object& object) {
  const auto number = [&](const char* name) { return object.Get(name).ToNumber().DoubleValue(); };
  return {number("left"), number("top"), number("width"), number("height")};
}

/** What was asked for; the platform has validated it. */
comparison::FineComparisonRequest ToRequest(const Napi::Object& options) {
  comparison::FineComparisonRequest request;
  request.draw_highlights = options.Get("drawHighlights").ToBoolean().Value();
  for (const auto sensitivity :
       {comparison::Sensitivity::kProof, comparison::Sensitivity::kScan, comparison::Sensitivity::kPhoto}) {
    const Napi::Value given = options.Get("sensitivity");
    if (given.IsString() && given.As<Napi::String>().Utf8Value() == comparison::SensitivityName(sensitivity))
      request.sensitivity = sensitivity;
  }
  const Napi::Value min_delta_e = options.Get("minDeltaE"), min_size = options.Get("minSizePx");
  if (min_delta_e.IsNumber()) request.min_delta_e = min_delta_e.ToNumber().DoubleValue();
  if (min_size.IsNumber()) request.min_size_px = min_size.ToNumber().DoubleValue();
  const Napi::Value thickness = options.Get("leastThicknessPx");
  if (thickness.IsNumber()) request.least_thickness_px = thickness.ToNumber().Int32Value();
  request.as_they_are = options.Get("asTheyAre").ToBoolean().Value();
  if (options.Get("ignored").IsArray()) {
    const auto boxes = options.Get("ignored").As<Napi::Array>();
    for (uint32_t i = 0; i < boxes.Length(); ++i)
      request.ignored.push_back(ToBox(boxes.Get(i).As<Napi::Object>()));
  }
  return request;
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
    request_.draw_highlights = false;
    if (info[2].IsObject()) request_ = ToRequest(info[2].As<Napi::Object>());
  }

 private:
  void Work() override {
    request_.cancellation = cancellation();
    comparison_ =
        comparison::CompareFinely(picture(0).view(), picture(1).view(), request_, options_->comparison);
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("score", Napi::Number::New(env, comparison_.score));
    object.Set("visibleShare", Napi::Number::New(env, comparison_.visible_share));
    object.Set("coverage", CoverageObject(env, comparison_.coverage));
    Napi::Array differences = Napi::Array::New(env, comparison_.differences.size());
    for (uint32_t i = 0; i < comparison_.differences.size(); ++i) {
      differences.Set(i, DifferenceObject(env, comparison_.differences[i]));
    }
    object.Set("differences", differences);
    Napi::Array colors = Napi::Array::New(env, comparison_.whole_colors.size());
    for (uint32_t i = 0; i < comparison_.whole_colors.size(); ++i)
      colors.Set(i, WholeColorObject(env, comparison_.whole_colors[i]));
    object.Set("wholeColors", colors);
    object.Set("referenceSize", SizeObject(env, comparison_.reference_size));
    object.Set("querySize", SizeObject(env, comparison_.query_size));
    Napi::Array homography = Napi::Array::New(env, 9);
    for (uint32_t i = 0; i < 9; ++i) {
      homography.Set(i, Napi::Number::New(env, comparison_.query_from_reference[i]));
    }
    object.Set("queryFromReference", homography);
    if (request_.draw_highlights) {
      object.Set("highlightedReference", ToDrawing(env, comparison_.highlighted_reference));
      object.Set("highlightedQuery", ToDrawing(env, comparison_.highlighted_query));
    }
    return object;
  }

  const SharedOptions options_;
  comparison::FineComparisonRequest request_;
  comparison::FineComparison comparison_;
};

}  // namespace

std::unique_ptr<Job> MakeCompareFinelyJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<CompareFinelyJob>(info, std::move(options));
}

}  // namespace loupe::binding
