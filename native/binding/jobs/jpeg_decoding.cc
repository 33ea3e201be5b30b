#include "binding/jobs/jpeg_decoding.h"

#include <optional>

#include "binding/jobs/job.h"
#include "binding/values/convert.h"
#include "core/features/features.h"
#include "core/image/jpeg_decoder.h"
#include "core/image/working_size.h"

namespace loupe::binding {
namespace {

image::JpegOptions OptionsFrom(const Napi::Value& value) {
  if (!value.IsObject())
    throw base::Error(base::ErrorCode::kInvalidArgument, "decodeJpeg needs an object of options.");
  const auto object = value.As<Napi::Object>();
  const auto integer = [&](const char* name, int64_t most) {
    const Napi::Value field = object.Get(name);
    const int64_t number = field.IsNumber() ? field.As<Napi::Number>().Int64Value() : 0;
    if (number < 1 || number > most) {
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        std::string(name) + " is missing or out of range.");
    }
    return number;
  };
  image::JpegOptions options;
  options.channels = static_cast<int32_t>(integer("channels", 3));
  if (options.channels == 2) throw base::Error(base::ErrorCode::kInvalidArgument, "channels must be 1 or 3.");
  options.most_pixels = integer("mostPixels", int64_t{1} << 40);
  const Napi::Value role = object.Get("role");
  if (!role.IsString()) {
    const int side_px = static_cast<int>(integer("maxSidePx", image::kMaxImageSide));
    options.target_size = [side_px](image::ImageSize size) { return image::SizeWithin(size, side_px); };
    return options;
  }
  const int side = role.As<Napi::String>().Utf8Value() == "reference"
                       ? features::ReferenceExtractOptions().working_side
                       : features::QueryExtractOptions().working_side;
  options.target_size = [side](image::ImageSize size) { return image::RecognitionSize(size, side); };
  return options;
}

class DecodeJpegWorker : public Napi::AsyncWorker {
 public:
  DecodeJpegWorker(Napi::Env env, std::vector<uint8_t> bytes, image::JpegOptions options)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        bytes_(std::move(bytes)),
        options_(std::move(options)) {}

  Napi::Promise promise() const { return deferred_.Promise(); }

 private:
  void Execute() override { picture_ = image::DecodePlainJpeg(bytes_, options_); }

  void OnOK() override {
    const Napi::Env env = Env();
    if (!picture_) {
      deferred_.Resolve(env.Null());
      return;
    }
    Napi::Object raster = Napi::Object::New(env);
    const auto set = [&](const char* name, int32_t value) {
      raster.Set(name, Napi::Number::New(env, value));
    };
    set("width", picture_->size.width);
    set("height", picture_->size.height);
    set("channels", picture_->channels);
    set("originalWidth", picture_->original_size.width);
    set("originalHeight", picture_->original_size.height);
    raster.Set("data", ToBuffer(env, std::move(picture_->pixels)));
    deferred_.Resolve(raster);
  }

  void OnError(const Napi::Error& error) override {
    deferred_.Reject(MakeError(Env(), base::ErrorCode::kInternal, error.Message()).Value());
  }

  Napi::Promise::Deferred deferred_;
  std::vector<uint8_t> bytes_;
  image::JpegOptions options_;
  std::optional<image::DecodedPicture> picture_;
};

}  // namespace

Napi::Value DecodeJpeg(const Napi::CallbackInfo& info) {
  try {
    auto* worker = new DecodeJpegWorker(info.Env(), BytesFrom(info[0], "The JPEG"), OptionsFrom(info[1]));
    const Napi::Promise promise = worker->promise();
    worker->Queue();
    return promise;
  } catch (const base::Error& error) {
    return Rejected(info.Env(), error.code(), error.what());
  }
}

}  // namespace loupe::binding
