#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "core/content/content_evidence.h"

namespace loupe::binding {
namespace {

std::array<double, 9> HomographyFrom(const Napi::Value& value) {
  const auto refuse = [] {
    throw base::Error(base::ErrorCode::kInvalidArgument, "queryFromReference must be nine numbers.");
  };
  if (!value.IsArray() || value.As<Napi::Array>().Length() != 9) refuse();
  std::array<double, 9> homography{};
  for (uint32_t i = 0; i < 9; ++i) {
    const Napi::Value number = value.As<Napi::Array>().Get(i);
    if (!number.IsNumber()) refuse();
    homography[i] = number.As<Napi::Number>().DoubleValue();
  }
  return homography;
}

Napi::Object NumbersObject(Napi::Env env, std::initializer_list<std::pair<const char*, double>> numbers) {
  Napi::Object object = Napi::Object::New(env);
  for (const auto& [name, value] : numbers) object.Set(name, Napi::Number::New(env, value));
  return object;
}

Napi::Object FactsObject(Napi::Env env, const content::ContentFacts& facts) {
  Napi::Object object = Napi::Object::New(env);
  content::VisitFacts(facts, [&](const char* name, double value) { object.Set(name, value); });
  return object;
}

/** `weighContent(query, reference, queryFromReference, cancellation)` */
class WeighContentJob : public PictureJob {
 public:
  WeighContentJob(const Napi::CallbackInfo& info, SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        options_(std::move(options)),
        query_from_reference_(HomographyFrom(info[2])) {
    Add(Picture::Gray(info[0]));
    Add(Picture::Gray(info[1]));
  }

 private:
  void Work() override {
    evidence_ = content::WeighContent(picture(0).view(), picture(1).view(), query_from_reference_,
                                      options_->content, cancellation());
  }

  Napi::Value Answer(Napi::Env env) override {
    const content::ContentMap& map = evidence_.map;
    Napi::Object object = NumbersObject(
        env,
        {{"frameWidth", map.frame.width}, {"frameHeight", map.frame.height}, {"blur", map.reference_blur}});
    object.Set("facts", FactsObject(env, evidence_.facts));
    object.Set("blocks", ToBuffer(env, content::BytesOf(map)));
    return object;
  }

  const SharedOptions options_;
  const std::array<double, 9> query_from_reference_;
  content::ContentEvidence evidence_;
};

/** `compareRelatives(reference, relative, relativeFromReference, {frameWidth, frameHeight, blur},
 * cancellation)` */
class CompareRelativesJob : public PictureJob {
 public:
  CompareRelativesJob(const Napi::CallbackInfo& info, SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[4])),
        options_(std::move(options)),
        relative_from_reference_(HomographyFrom(info[2])),
        view_(ViewFrom(info[3])) {
    Add(Picture::Gray(info[0]));
    Add(Picture::Gray(info[1]));
  }

 private:
  static content::ContentView ViewFrom(const Napi::Value& value) {
    const auto number = [&](const char* name, double most) {
      const Napi::Value field = value.IsObject() ? value.As<Napi::Object>().Get(name) : value;
      const double given = field.IsNumber() ? field.As<Napi::Number>().DoubleValue() : -1;
      if (given >= 0 && given <= most) return given;
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        std::string(name) + " is missing or out of range.");
    };
    const int width = int(number("frameWidth", image::kMaxImageSide));
    const int height = int(number("frameHeight", image::kMaxImageSide));
    if ((width == 0) != (height == 0)) {
      throw base::Error(base::ErrorCode::kInvalidArgument, "The frame has one side alone.");
    }
    return {{width, height}, number("blur", 16)};
  }

  void Work() override {
    map_ = content::CompareRelatives(picture(0).view(), picture(1).view(), relative_from_reference_, view_,
                                     options_->content, cancellation());
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("blocks", ToBuffer(env, content::BytesOf(map_)));
    return object;
  }

  const SharedOptions options_;
  const std::array<double, 9> relative_from_reference_;
  const content::ContentView view_;
  content::ContentMap map_;
};

}  // namespace

std::unique_ptr<Job> MakeWeighContentJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<WeighContentJob>(info, std::move(options));
}

std::unique_ptr<Job> MakeCompareRelativesJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<CompareRelativesJob>(info, std::move(options));
}

}  // namespace loupe::binding
