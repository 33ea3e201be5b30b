#include "binding/values/convert.h"

#include <cmath>

#include "core/base/error.h"

namespace loupe::binding {
namespace {

[[noreturn]] void Invalid(base::ErrorCode code, const std::string& message) {
  throw base::Error(code, message);
}

int32_t Dimension(const Napi::Object& raster, const char* name) {
  const Napi::Value value = raster.Get(name);
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1.0;
  if (!(number >= 1.0 && number <= 1e9) || number != std::floor(number)) {
    Invalid(base::ErrorCode::kInvalidImage,
            std::string("The raster's ") + name + " is not a positive integer.");
  }
  return static_cast<int32_t>(number);
}

Napi::Array Pair(Napi::Env env, double a, double b) {
  Napi::Array pair = Napi::Array::New(env, 2);
  pair.Set(0u, Napi::Number::New(env, a));
  pair.Set(1u, Napi::Number::New(env, b));
  return pair;
}

Napi::Object SideObject(Napi::Env env, const verification::MatchSide& side) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("originalSize", Pair(env, side.original_size.width, side.original_size.height));
  object.Set("resizedSize", Pair(env, side.resized_size.width, side.resized_size.height));
  Napi::Array box = Napi::Array::New(env, 4);
  for (uint32_t i = 0; i < 4; ++i) box.Set(i, Pair(env, side.box[i].x, side.box[i].y));
  object.Set("box", box);
  object.Set("boxArea", Napi::Number::New(env, side.box_area));
  return object;
}

Napi::Object ScoresObject(Napi::Env env, const verification::MatchScores& scores) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("boxCoveredSurface", Napi::Number::New(env, scores.box_covered_surface));
  object.Set("boxPointsRatio", Napi::Number::New(env, scores.box_points_ratio));
  object.Set("boxPointsRatioHomography", Napi::Number::New(env, scores.box_points_ratio_homography));
  object.Set("matchStrength", Napi::Number::New(env, scores.match_strength));
  return object;
}

Napi::Array PointArray(Napi::Env env, const std::vector<verification::FractionPoint>& in_query,
                       const std::vector<verification::FractionPoint>& in_reference) {
  Napi::Array points = Napi::Array::New(env, in_query.size());
  for (uint32_t i = 0; i < in_query.size(); ++i) {
    Napi::Object point = Napi::Object::New(env);
    point.Set("inQuery", Pair(env, in_query[i].x, in_query[i].y));
    point.Set("inReference", Pair(env, in_reference[i].x, in_reference[i].y));
    points.Set(i, point);
  }
  return points;
}

/**
 * Frees the memory of a buffer that has it for itself. JavaScript's memory cannot be read in place instead:
 * where a thread of JavaScript ends, it is freed before running jobs can be stopped.
 */
void LetGo(const Napi::Buffer<uint8_t>& buffer) {
  Napi::ArrayBuffer memory = buffer.ArrayBuffer();
  if (memory.ByteLength() != buffer.Length()) return;
  // Where it cannot be let go, garbage collection frees it.
  napi_detach_arraybuffer(memory.Env(), memory);
}

}  // namespace

OwnedRaster RasterFrom(const Napi::Value& value) {
  if (!value.IsObject())
    Invalid(base::ErrorCode::kInvalidImage, "A raster is needed: data, width, height, channels.");
  const auto object = value.As<Napi::Object>();
  OwnedRaster raster;
  raster.size = {Dimension(object, "width"), Dimension(object, "height")};
  raster.channels = Dimension(object, "channels");
  raster.original_size = {Dimension(object, "originalWidth"), Dimension(object, "originalHeight")};
  if (raster.channels != 1 && raster.channels != 3) {
    Invalid(base::ErrorCode::kInvalidImage, "The raster must have 1 (gray) or 3 (RGB) channels.");
  }
  if (raster.size.width > image::kMaxImageSide || raster.size.height > image::kMaxImageSide ||
      int64_t{raster.size.width} * raster.size.height > image::kMaxImagePixels) {
    Invalid(base::ErrorCode::kInvalidImage,
            "The raster has more pixels than the engine accepts; reduce it first.");
  }
  const Napi::Value data = object.Get("data");
  if (!data.IsBuffer()) Invalid(base::ErrorCode::kInvalidImage, "The raster's data is not a Buffer.");
  const auto buffer = data.As<Napi::Buffer<uint8_t>>();
  const auto expected = static_cast<size_t>(raster.size.width) * static_cast<size_t>(raster.size.height) *
                        static_cast<size_t>(raster.channels);
  if (buffer.Length() != expected) {
    Invalid(base::ErrorCode::kInvalidImage, "The raster's data has " + std::to_string(buffer.Length()) +
                                                " bytes, but " + std::to_string(expected) +
                                                " follow from its size and channels.");
  }
  raster.pixels.assign(buffer.Data(), buffer.Data() + buffer.Length());
  if (object.Get("isHandedOver").ToBoolean()) LetGo(buffer);
  return raster;
}

std::vector<uint8_t> BytesFrom(const Napi::Value& value, const char* what) {
  if (!value.IsBuffer()) Invalid(base::ErrorCode::kInvalidArgument, std::string(what) + " must be a Buffer.");
  const auto buffer = value.As<Napi::Buffer<uint8_t>>();
  return {buffer.Data(), buffer.Data() + buffer.Length()};
}

MatchRequest MatchRequestFrom(const Napi::Value& value) {
  MatchRequest request;
  if (!value.IsObject()) return request;
  const auto object = value.As<Napi::Object>();
  const Napi::Value threshold = object.Get("threshold");
  if (!threshold.IsUndefined()) {
    const double number = threshold.IsNumber() ? threshold.As<Napi::Number>().DoubleValue() : -1.0;
    if (!(number >= 0.0 && number <= 1.0))
      Invalid(base::ErrorCode::kInvalidArgument, "threshold must be from 0 to 1.");
    request.threshold = static_cast<float>(number);
  }
  request.find_mirrored = object.Get("findMirrored").ToBoolean().Value();
  request.has_second_try =
      object.Get("secondTry").IsUndefined() || object.Get("secondTry").ToBoolean().Value();
  request.is_quick = object.Get("quick").ToBoolean().Value();
  request.details.with_points = object.Get("withPoints").ToBoolean().Value();
  request.details.with_facts = object.Get("withFacts").ToBoolean().Value();
  return request;
}

std::vector<std::string> StringsFrom(const Napi::Value& value, const char* what) {
  std::vector<std::string> strings;
  if (value.IsUndefined()) return strings;
  if (!value.IsArray())
    Invalid(base::ErrorCode::kInvalidArgument, std::string(what) + " must be an array of strings.");
  const auto array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) {
    const Napi::Value element = array.Get(i);
    if (!element.IsString())
      Invalid(base::ErrorCode::kInvalidArgument, std::string(what) + " must be an array of strings.");
    strings.push_back(element.As<Napi::String>().Utf8Value());
  }
  return strings;
}

index::MergeEffort MergeEffortFrom(const Napi::Value& value) {
  if (value.IsUndefined()) return index::MergeEffort::kDue;
  const std::string name = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
  if (name == "due") return index::MergeEffort::kDue;
  if (name == "quiet") return index::MergeEffort::kQuiet;
  if (name == "everything") return index::MergeEffort::kEverything;
  throw base::Error(base::ErrorCode::kInvalidArgument,
                    "The effort of merging is 'due', 'quiet' or 'everything'.");
}

uint32_t KeyFrom(const Napi::Value& value) {
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0.0;
  if (!(number >= 1.0 && number <= 4294967295.0) || number != std::floor(number)) {
    Invalid(base::ErrorCode::kInvalidArgument, "A key must be an integer from 1 to 4294967295.");
  }
  return static_cast<uint32_t>(number);
}

Napi::Object ToObject(Napi::Env env, const verification::LocalMatch& match, MatchDetails details) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("decision", Napi::String::New(env, verification::DecisionName(match.decision)));
  object.Set("distance", Napi::Number::New(env, match.distance));
  object.Set("query", SideObject(env, match.query));
  object.Set("reference", SideObject(env, match.reference));
  object.Set("scores", ScoresObject(env, match.scores));
  if (match.has_homography) {
    Napi::Array homography = Napi::Array::New(env, 9);
    for (uint32_t i = 0; i < 9; ++i) homography.Set(i, Napi::Number::New(env, match.query_from_reference[i]));
    object.Set("queryFromReference", homography);
  } else {
    object.Set("queryFromReference", env.Null());
  }
  object.Set("inlierCount", Napi::Number::New(env, match.evidence.guided_count));
  object.Set("isMirrored", Napi::Boolean::New(env, match.is_mirrored));
  if (details.with_facts) {
    Napi::Object facts = Napi::Object::New(env);
    for (size_t i = 0; i < match.facts.size(); ++i)
      facts.Set(verification::DecisionFactNames()[i], Napi::Number::New(env, match.facts[i]));
    object.Set("facts", facts);
  }
  if (details.with_points)
    object.Set("points", PointArray(env, match.points_in_query, match.points_in_reference));
  return object;
}

Napi::Object ToObject(Napi::Env env, const features::Grade& grade) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("value", Napi::Number::New(env, grade.value));
  object.Set("reason", Napi::String::New(env, features::GradeReasonName(grade.reason)));
  return object;
}

Napi::Value ToNumbers(Napi::Env env, const std::vector<uint32_t>& numbers) {
  Napi::Array array = Napi::Array::New(env, numbers.size());
  for (uint32_t i = 0; i < numbers.size(); ++i) array.Set(i, Napi::Number::New(env, numbers[i]));
  return array;
}

Napi::Value ToBuffer(Napi::Env env, std::vector<uint8_t> bytes) {
  return Napi::Buffer<uint8_t>::Copy(env, bytes.data(), bytes.size());
}

}  // namespace loupe::binding
