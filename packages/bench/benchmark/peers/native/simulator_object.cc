#include "packages/bench/native/simulated_references.h"
#include "values.h"

namespace loupe::bench {
namespace {

/** `new Simulator(vocabularyPath, dnas, seed)`: next(count) gives DNA of simulated references. */
class SimulatorObject : public Napi::ObjectWrap<SimulatorObject> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "Simulator", {InstanceMethod<&SimulatorObject::Next>("next")});
  }

  explicit SimulatorObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<SimulatorObject>(info),
        pool_(FeaturesFrom(info[1])),
        simulator_(pool_, *index::Vocabulary::Load(info[0].ToString().Utf8Value()),
                   info[2].ToNumber().Uint32Value()) {}

 private:
  Napi::Value Next(const Napi::CallbackInfo& info) {
    const uint32_t count = info[0].ToNumber().Uint32Value();
    Napi::Array dnas = Napi::Array::New(info.Env(), count);
    for (uint32_t i = 0; i < count; ++i) {
      const std::vector<uint8_t> dna = simulator_.Next();
      dnas.Set(i, Napi::Buffer<uint8_t>::Copy(info.Env(), dna.data(), dna.size()));
    }
    return dnas;
  }

  std::vector<features::Features> pool_;
  ReferenceSimulator simulator_;
};

}  // namespace

Napi::Function DefineSimulator(Napi::Env env) { return SimulatorObject::Define(env); }

}  // namespace loupe::bench
