#include "packages/bench/native/stranger_distances.h"
#include "values.h"

namespace loupe::bench {
namespace {

Napi::Object ObjectOf(Napi::Env env, const StrangerDistances& distances) {
  Napi::Array by_rank = Napi::Array::New(env, distances.by_rank.size());
  for (uint32_t i = 0; i < distances.by_rank.size(); ++i)
    by_rank.Set(i, Napi::Number::New(env, distances.by_rank[i]));
  Napi::Object object = Napi::Object::New(env);
  object.Set("byRank", by_rank);
  object.Set("hits", Napi::Number::New(env, distances.hits));
  return object;
}

/** compareStrangers(vocabularyPath, dnas, {size, parents, asked, seed}): {real, simulated}; see
 * CompareStrangers(). */
Napi::Value CompareStrangersOf(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::vector<features::Features> pictures = FeaturesFrom(info[1]);
  const auto counts = info[2].As<Napi::Object>();
  const auto count = [&](const char* name) { return counts.Get(name).ToNumber().Uint32Value(); };
  const size_t size = count("size"), parents = count("parents"), asked = count("asked");
  if (parents == 0 || parents > size || asked == 0 || size + asked > pictures.size())
    throw Napi::RangeError::New(env, "There are too few pictures with detail for these counts.");
  StrangerComparison found;
  Guarded(env, [&] {
    const auto vocabulary = index::Vocabulary::Load(info[0].ToString().Utf8Value());
    found = CompareStrangers(pictures, *vocabulary, size, parents, asked, count("seed"));
  });
  Napi::Object object = Napi::Object::New(env);
  object.Set("real", ObjectOf(env, found.real));
  object.Set("simulated", ObjectOf(env, found.simulated));
  return object;
}

}  // namespace

Napi::Function DefineCompareStrangers(Napi::Env env) { return Napi::Function::New(env, CompareStrangersOf); }

}  // namespace loupe::bench
