#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "binding/values/color_convert.h"
#include "core/base/error.h"

namespace loupe::binding {
namespace {

[[noreturn]] void Invalid(const char* message) {
  throw base::Error(base::ErrorCode::kInvalidArgument, message);
}

double NumberIn(const Napi::Value& value, double low, double high, const char* message) {
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : low - 1;
  if (!(number >= low && number <= high)) Invalid(message);
  return number;
}

color::WantedColor WantedColorFrom(const Napi::Value& value) {
  if (!value.IsObject()) Invalid("A wanted color must be {rgb, percentage}.");
  const auto object = value.As<Napi::Object>();
  const Napi::Value rgb = object.Get("rgb");
  if (!rgb.IsArray() || rgb.As<Napi::Array>().Length() != 3) Invalid("rgb must hold three numbers.");
  const auto channels = rgb.As<Napi::Array>();
  const auto channel = [&](uint32_t i) {
    return static_cast<uint8_t>(NumberIn(channels.Get(i), 0, 255, "rgb must hold numbers from 0 to 255."));
  };
  color::WantedColor wanted;
  wanted.color = color::LabFromRgb({channel(0), channel(1), channel(2)});
  const Napi::Value percentage = object.Get("percentage");
  if (!percentage.IsUndefined()) {
    wanted.share = NumberIn(percentage, 0, 100, "percentage must be from 0 to 100.") / 100;
  }
  return wanted;
}

class DescribeColorsJob : public PictureJob {
 public:
  DescribeColorsJob(const Napi::CallbackInfo& info, SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        options_(std::move(options)) {
    Add(Picture::Color(info[0]));
  }

 private:
  void Work() override {
    const color::ColorDescriptor exact = color::DescribeColors(picture(0).view(), options_->color.dominant);
    // Rounded as in a DNA: a picture has the same colors whether it is stored or not.
    const std::vector<uint8_t> stored = color::EncodeColors(exact);
    descriptor_ = color::DecodeColors({stored.data(), stored.size()});
  }

  Napi::Value Answer(Napi::Env env) override { return ToArray(env, descriptor_); }

  const SharedOptions options_;
  color::ColorDescriptor descriptor_;
};

}  // namespace

Napi::Array ToRgbArray(Napi::Env env, const color::Lab& color) {
  const color::Rgb rgb = color::RgbFromLab(color);
  Napi::Array array = Napi::Array::New(env, 3);
  array.Set(0u, Napi::Number::New(env, rgb.r));
  array.Set(1u, Napi::Number::New(env, rgb.g));
  array.Set(2u, Napi::Number::New(env, rgb.b));
  return array;
}

Napi::Array ToArray(Napi::Env env, const color::ColorDescriptor& descriptor) {
  const std::vector<int> percentages = color::WholePercentages(descriptor);
  Napi::Array array = Napi::Array::New(env, percentages.size());
  for (uint32_t i = 0; i < percentages.size(); ++i) {
    Napi::Object object = Napi::Object::New(env);
    object.Set("rgb", ToRgbArray(env, descriptor.colors[i].color));
    object.Set("percentage", Napi::Number::New(env, percentages[i]));
    array.Set(i, object);
  }
  return array;
}

std::vector<color::WantedColor> WantedColorsFrom(const Napi::Value& value) {
  constexpr uint32_t kMostWanted = 64;
  if (!value.IsArray()) Invalid("The wanted colors must be an array.");
  const auto array = value.As<Napi::Array>();
  if (array.Length() == 0 || array.Length() > kMostWanted) Invalid("Between 1 and 64 colors can be wanted.");
  std::vector<color::WantedColor> wanted;
  for (uint32_t i = 0; i < array.Length(); ++i) wanted.push_back(WantedColorFrom(array.Get(i)));
  return wanted;
}

std::unique_ptr<Job> MakeDescribeColorsJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<DescribeColorsJob>(info, std::move(options));
}

}  // namespace loupe::binding
