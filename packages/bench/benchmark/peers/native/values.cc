#include "values.h"

#include <memory>

#include "core/signature/dna.h"

namespace loupe::bench {
namespace {

class Worker : public Napi::AsyncWorker {
 public:
  Worker(Napi::Env env, Napi::Object owner, std::function<void()> work,
         std::function<Napi::Value(Napi::Env)> result)
      : Napi::AsyncWorker(env, "loupe-bench"),
        deferred(Napi::Promise::Deferred::New(env)),
        owner_(Napi::Persistent(owner)),
        work_(std::move(work)),
        result_(std::move(result)) {}

  const Napi::Promise::Deferred deferred;

 private:
  void Execute() override { work_(); }
  void OnOK() override { deferred.Resolve(result_(Env())); }
  void OnError(const Napi::Error& error) override { deferred.Reject(error.Value()); }

  Napi::ObjectReference owner_;
  std::function<void()> work_;
  std::function<Napi::Value(Napi::Env)> result_;
};

}  // namespace

GrayRaster::GrayRaster(const Napi::Value& value) {
  const auto raster = value.As<Napi::Object>();
  const auto data = raster.Get("data").As<Napi::Buffer<uint8_t>>();
  width_ = raster.Get("width").ToNumber().Int32Value();
  height_ = raster.Get("height").ToNumber().Int32Value();
  const bool is_positive = width_ > 0 && height_ > 0;
  if (!is_positive || data.Length() != static_cast<size_t>(width_) * static_cast<size_t>(height_)) {
    throw Napi::RangeError::New(value.Env(), "A gray raster is needed.");
  }
  pixels_.assign(data.Data(), data.Data() + data.Length());
}

std::vector<features::Features> FeaturesFrom(const Napi::Value& dnas) {
  const auto array = dnas.As<Napi::Array>();
  std::vector<features::Features> pool;
  Guarded(dnas.Env(), [&] {
    for (uint32_t i = 0; i < array.Length(); ++i) {
      const auto dna = array.Get(i).As<Napi::Buffer<uint8_t>>();
      features::Features features = signature::FeaturesOf(signature::ParseDna({dna.Data(), dna.Length()}));
      if (!features.keypoints.empty()) pool.push_back(std::move(features));
    }
  });
  if (pool.empty()) throw Napi::RangeError::New(dnas.Env(), "Simulating needs references with detail.");
  return pool;
}

void Guarded(Napi::Env env, const std::function<void()>& work) {
  try {
    work();
  } catch (const Napi::Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Napi::Error::New(env, error.what());
  }
}

Napi::Promise InBackground(Napi::Env env, Napi::Object owner, std::function<void()> work,
                           std::function<Napi::Value(Napi::Env)> result) {
  auto* worker = new Worker(env, owner, std::move(work), std::move(result));
  worker->Queue();
  return worker->deferred.Promise();
}

}  // namespace loupe::bench
