#include "binding/objects/descriptor_table_object.h"

#include "binding/objects/engine.h"
#include "binding/values/color_convert.h"
#include "binding/values/convert.h"
#include "core/signature/dna.h"

namespace loupe::binding {
namespace {

using Keys = std::optional<std::vector<uint32_t>>;

Keys KeysFrom(const Napi::Object& options) {
  const Napi::Value value = options.Get("keys");
  if (value.IsUndefined()) return {};
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint32_array) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "keys must be a Uint32Array.");
  }
  const auto array = value.As<Napi::Uint32Array>();
  return std::vector<uint32_t>(array.Data(), array.Data() + array.ElementLength());
}

double NumberOption(const Napi::Object& options, const char* name, double low, double high, double fallback) {
  const Napi::Value value = options.Get(name);
  if (value.IsUndefined()) return fallback;
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : low - 1;
  if (!(number >= low && number <= high)) {
    throw base::Error(base::ErrorCode::kInvalidArgument, std::string(name) + " is out of range.");
  }
  return number;
}

Napi::Object OptionsFrom(Napi::Env env, const Napi::Value& value) {
  return value.IsObject() ? value.As<Napi::Object>() : Napi::Object::New(env);
}

/** A ranking; subclasses say by what. */
class RankJob : public Job {
 public:
  RankJob(const Napi::CallbackInfo& info, std::shared_ptr<const similarity::DescriptorTable> table)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        table_(std::move(table)) {
    const Napi::Object options = OptionsFrom(info.Env(), info[1]);
    request_.keys = KeysFrom(options);
    request_.limit = static_cast<size_t>(NumberOption(options, "limit", 1, 1000, 10));
    request_.offset = static_cast<size_t>(NumberOption(options, "offset", 0, 4294967295.0, 0));
    request_.cancellation = cancellation();
  }

 protected:
  Napi::Value Result(Napi::Env env) override {
    Napi::Array hits = Napi::Array::New(env, ranking_.page.size());
    for (uint32_t i = 0; i < ranking_.page.size(); ++i) {
      const similarity::RankedReference& reference = ranking_.page[i];
      Napi::Object hit = Napi::Object::New(env);
      hit.Set("key", Napi::Number::New(env, reference.key));
      hit.Set("distance", Napi::Number::New(env, reference.distance));
      hit.Set("shapeDistance", Napi::Number::New(env, reference.parts.shape));
      hit.Set("colorDistance", Napi::Number::New(env, reference.parts.color));
      hits.Set(i, hit);
    }
    Napi::Object object = Napi::Object::New(env);
    object.Set("total", Napi::Number::New(env, static_cast<double>(ranking_.total)));
    object.Set("hits", hits);
    return object;
  }

  std::shared_ptr<const similarity::DescriptorTable> table_;
  similarity::PageRequest request_;
  similarity::Ranking ranking_;
};

class SimilarityJob : public RankJob {
 public:
  SimilarityJob(const Napi::CallbackInfo& info, std::shared_ptr<const similarity::DescriptorTable> table)
      : RankJob(info, std::move(table)), dna_(BytesFrom(info[0], "The query's DNA")) {
    const Napi::Object options = OptionsFrom(info.Env(), info[1]);
    color_weight_ = static_cast<float>(NumberOption(options, "colorWeight", 0, 1, 0.5));
  }

 private:
  void Execute() override {
    const auto bytes =
        signature::ParseDna(base::Span<const uint8_t>(dna_)).section(signature::DnaSection::kSimilarity);
    if (bytes.empty()) {
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        "The DNA holds no similarity descriptor; extract the picture again, in color.");
    }
    ranking_ = table_->RankBySimilarity(similarity::DecodeSimilarity(bytes), color_weight_, request_);
  }

  std::vector<uint8_t> dna_;
  float color_weight_ = 0.5f;
};

/** By wanted colors, or by those of the picture whose DNA is given. */
class ColorsJob : public RankJob {
 public:
  ColorsJob(const Napi::CallbackInfo& info, std::shared_ptr<const similarity::DescriptorTable> table)
      : RankJob(info, std::move(table)) {
    if (info[0].IsBuffer()) {
      dna_ = BytesFrom(info[0], "The query's DNA");
    } else {
      wanted_ = WantedColorsFrom(info[0]);
    }
  }

 private:
  void Execute() override {
    if (!dna_.empty()) {
      const auto bytes =
          signature::ParseDna(base::Span<const uint8_t>(dna_)).section(signature::DnaSection::kColor);
      if (bytes.empty()) {
        throw base::Error(base::ErrorCode::kInvalidArgument,
                          "The DNA holds no colors; extract the picture again, in color.");
      }
      wanted_ = color::WantedColorsOf(color::DecodeColors(bytes));
    }
    ranking_ = table_->RankByColors(wanted_, request_);
  }

  std::vector<uint8_t> dna_;
  std::vector<color::WantedColor> wanted_;
};

class PaletteJob : public Job {
 public:
  PaletteJob(const Napi::CallbackInfo& info, std::shared_ptr<const similarity::DescriptorTable> table)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])),
        table_(std::move(table)) {
    const Napi::Object options = OptionsFrom(info.Env(), info[0]);
    keys_ = KeysFrom(options);
    most_colors_ = static_cast<size_t>(NumberOption(options, "mostColors", 1, 100, 10));
  }

 private:
  void Execute() override { palette_ = table_->Palette(most_colors_, keys_); }

  Napi::Value Result(Napi::Env env) override {
    Napi::Array colors = Napi::Array::New(env, palette_.size());
    for (uint32_t i = 0; i < palette_.size(); ++i) {
      Napi::Object color = Napi::Object::New(env);
      color.Set("rgb", ToRgbArray(env, palette_[i].color));
      color.Set("pictureCount", Napi::Number::New(env, static_cast<double>(palette_[i].picture_count)));
      colors.Set(i, color);
    }
    return colors;
  }

  std::shared_ptr<const similarity::DescriptorTable> table_;
  Keys keys_;
  size_t most_colors_ = 10;
  std::vector<color::PaletteColor> palette_;
};

}  // namespace

Napi::Function DescriptorTableObject::Define(Napi::Env env) {
  using T = DescriptorTableObject;
  return DefineClass(
      env, "DescriptorTable",
      {InstanceMethod<&T::Put>("put"), InstanceMethod<&T::Remove>("remove"), InstanceMethod<&T::Size>("size"),
       InstanceMethod<&T::ColorsOf>("colorsOf"), InstanceMethod<&T::RankBySimilarity>("rankBySimilarity"),
       InstanceMethod<&T::RankByColors>("rankByColors"), InstanceMethod<&T::Palette>("palette")});
}

Napi::Object DescriptorTableObject::Create(Napi::Env env, const Napi::Object& engine) {
  return env.GetInstanceData<AddonData>()->descriptor_table.New({engine});
}

DescriptorTableObject::DescriptorTableObject(const Napi::CallbackInfo& info)
    : Napi::ObjectWrap<DescriptorTableObject>(info) {
  if (!info[0].IsObject()) {
    throw MakeError(info.Env(), base::ErrorCode::kInvalidArgument,
                    "Make a table by Engine.createDescriptorTable().");
  }
  engine_ = Napi::Persistent(info[0].As<Napi::Object>());
  const engine::EngineOptions& options = *Engine::Unwrap(engine_.Value())->options_in_force();
  table_ = std::make_shared<similarity::DescriptorTable>(options.similarity, options.color);
}

template <typename Make>
Napi::Value DescriptorTableObject::Start(const Napi::CallbackInfo& info, Make make) {
  try {
    return Engine::Unwrap(engine_.Value())->Submit(make());
  } catch (const base::Error& error) {
    return Rejected(info.Env(), error.code(), error.what());
  }
}

Napi::Value DescriptorTableObject::Put(const Napi::CallbackInfo& info) {
  try {
    table_->Put(KeyFrom(info[0]), BytesFrom(info[1], "The DNA"));
    return info.Env().Undefined();
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

Napi::Value DescriptorTableObject::Remove(const Napi::CallbackInfo& info) {
  try {
    return Napi::Boolean::New(info.Env(), table_->Remove(KeyFrom(info[0])));
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

Napi::Value DescriptorTableObject::Size(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(table_->size()));
}

Napi::Value DescriptorTableObject::ColorsOf(const Napi::CallbackInfo& info) {
  try {
    return ToArray(info.Env(), table_->ColorsOf(KeyFrom(info[0])));
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

Napi::Value DescriptorTableObject::RankBySimilarity(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return std::make_unique<SimilarityJob>(info, table_); });
}

Napi::Value DescriptorTableObject::RankByColors(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return std::make_unique<ColorsJob>(info, table_); });
}

Napi::Value DescriptorTableObject::Palette(const Napi::CallbackInfo& info) {
  return Start(info, [&] { return std::make_unique<PaletteJob>(info, table_); });
}

}  // namespace loupe::binding
