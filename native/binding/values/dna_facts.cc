#include "binding/values/dna_facts.h"

#include "binding/jobs/job.h"
#include "binding/values/color_convert.h"
#include "binding/values/convert.h"
#include "core/color/color_descriptor.h"
#include "core/signature/dna.h"
#include "core/similarity/similarity_descriptor.h"

namespace loupe::binding {
namespace {

/** Calls `read` with the checked DNA of the first argument; its errors get their codes. */
template <typename Read>
Napi::Value WithDna(const Napi::CallbackInfo& info, Read read) {
  try {
    const std::vector<uint8_t> bytes = BytesFrom(info[0], "The DNA");
    return read(signature::ParseDna(bytes));
  } catch (const base::Error& error) {
    throw MakeError(info.Env(), error.code(), error.what());
  }
}

}  // namespace

Napi::Value DescribeDna(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return WithDna(info, [env](const signature::DnaView& dna) -> Napi::Value {
    Napi::Object facts = Napi::Object::New(env);
    facts.Set("keypointCount", Napi::Number::New(env, static_cast<double>(dna.keypoint_count())));
    facts.Set("isOfQuery", Napi::Boolean::New(env, signature::IsOfQuery(dna)));
    if (!signature::HasAppearance(dna)) {
      facts.Set("colors", env.Null());
      return facts;
    }
    similarity::DecodeSimilarity(dna.section(signature::DnaSection::kSimilarity));
    facts.Set("colors", ToArray(env, color::DecodeColors(dna.section(signature::DnaSection::kColor))));
    return facts;
  });
}

Napi::Value AppearanceOfDna(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return WithDna(info, [env](const signature::DnaView& dna) -> Napi::Value {
    if (!signature::HasAppearance(dna)) return env.Null();
    return ToBuffer(env, signature::AppearanceOf(dna));
  });
}

}  // namespace loupe::binding
