#include <napi.h>

#include "core/dna.h"

namespace {

Napi::Object Initialize(Napi::Env env, Napi::Object exports) {
  exports.Set("dnaVersion", Napi::Number::New(env, loupe::kDnaVersion));
  return exports;
}

}  // namespace

NODE_API_MODULE(loupe, Initialize)
