#include "binding/values/picture.h"

#include <cmath>
#include <string>

#include "core/image/working_size.h"

namespace loupe::binding {
namespace {

int64_t IntegerFrom(const Napi::Object& object, const char* name, int64_t most) {
  const Napi::Value field = object.Get(name);
  const double number = field.IsNumber() ? field.As<Napi::Number>().DoubleValue() : 0.0;
  if (!(number >= 1.0 && number <= static_cast<double>(most)) || number != std::floor(number)) {
    throw base::Error(base::ErrorCode::kInvalidArgument, std::string(name) + " is missing or out of range.");
  }
  return static_cast<int64_t>(number);
}

bool IsJpeg(const Napi::Value& value) { return value.IsObject() && value.As<Napi::Object>().Has("jpeg"); }

image::JpegOptions OptionsFrom(const Napi::Object& object, int32_t channels) {
  image::JpegOptions options;
  options.channels = channels;
  options.most_pixels = IntegerFrom(object, "mostPixels", int64_t{1} << 40);
  if (object.Has("orientation"))
    options.orientation = static_cast<int>(IntegerFrom(object, "orientation", 8));
  return options;
}

}  // namespace

Picture Picture::Luma(const Napi::Value& value, bool is_query, const features::FeatureOptions& options) {
  Picture picture;
  if (!IsJpeg(value)) {
    picture.raster_ = RasterFrom(value);
    return picture;
  }
  const auto object = value.As<Napi::Object>();
  picture.options_ = OptionsFrom(object, 1);
  const int given_side =
      object.Has("sidePx") ? static_cast<int>(IntegerFrom(object, "sidePx", image::kMaxImageSide)) : 0;
  const auto size_for = [&](const features::AmountOptions& amount) {
    return [side = given_side > 0 ? given_side : amount.working_side, fit = options.working_size](
               image::ImageSize size) { return image::RecognitionSize(size, side, fit); };
  };
  picture.options_.target_size = size_for(is_query ? options.query : options.reference);
  if (is_query) picture.closer_size_ = size_for(options.closer_query);
  picture.jpeg_ = std::make_shared<const std::vector<uint8_t>>(BytesFrom(object.Get("jpeg"), "jpeg"));
  picture.source_ = object.Get("jpeg").As<Napi::Buffer<uint8_t>>().Data();
  return picture;
}

Picture Picture::Color(const Napi::Value& value, const Picture* same) { return WithinSide(value, 3, same); }

Picture Picture::Gray(const Napi::Value& value) { return WithinSide(value, 1, nullptr); }

Picture Picture::WithinSide(const Napi::Value& value, int32_t channels, const Picture* same) {
  Picture picture;
  if (!IsJpeg(value)) {
    picture.raster_ = RasterFrom(value);
    return picture;
  }
  const auto object = value.As<Napi::Object>();
  picture.options_ = OptionsFrom(object, channels);
  const int side = static_cast<int>(IntegerFrom(object, "maxSidePx", image::kMaxImageSide));
  picture.options_.target_size = [side](image::ImageSize size) { return image::SizeWithin(size, side); };
  const Napi::Value jpeg = object.Get("jpeg");
  if (jpeg.IsBuffer() && same != nullptr && same->jpeg_ != nullptr) {
    const auto buffer = jpeg.As<Napi::Buffer<uint8_t>>();
    if (buffer.Data() == same->source_ && buffer.Length() == same->jpeg_->size()) picture.jpeg_ = same->jpeg_;
  }
  if (picture.jpeg_ == nullptr)
    picture.jpeg_ = std::make_shared<const std::vector<uint8_t>>(BytesFrom(jpeg, "jpeg"));
  return picture;
}

bool Picture::Decode(const base::CancellationToken* cancellation) {
  if (jpeg_ == nullptr) return true;
  if (!raster_.pixels.empty()) return true;
  options_.cancellation = cancellation;
  std::optional<image::DecodedPicture> decoded = image::DecodePlainJpeg(*jpeg_, options_);
  if (!decoded) return false;
  raster_ = {std::move(decoded->pixels), decoded->size, decoded->channels, decoded->original_size};
  if (!closer_size_) jpeg_.reset();
  return true;
}

OwnedRaster Picture::DecodeCloser(const base::CancellationToken* cancellation) const {
  if (jpeg_ == nullptr) return raster_;
  image::JpegOptions options = options_;
  options.target_size = closer_size_;
  options.cancellation = cancellation;
  std::optional<image::DecodedPicture> decoded = image::DecodePlainJpeg(*jpeg_, options);
  if (!decoded) return raster_;
  return {std::move(decoded->pixels), decoded->size, decoded->channels, decoded->original_size};
}

Napi::Object ToRaster(Napi::Env env, const std::vector<uint8_t>& pixels, image::ImageSize size,
                      int32_t channels, image::ImageSize original_size) {
  Napi::Object raster = Napi::Object::New(env);
  const auto set = [&](const char* name, int32_t value) { raster.Set(name, Napi::Number::New(env, value)); };
  set("width", size.width);
  set("height", size.height);
  set("channels", channels);
  set("originalWidth", original_size.width);
  set("originalHeight", original_size.height);
  raster.Set("data", ToBuffer(env, pixels));
  return raster;
}

}  // namespace loupe::binding
