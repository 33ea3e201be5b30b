/**
 * The peers of the benchmark and its simulator of references, for JavaScript. Built only by the benchmark and
 * never part of the product. Everything runs at once on the calling thread and tells its CPU time.
 */
#include <napi.h>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include "bench/simulated_references.h"
#include "core/dna.h"
#include "core/error.h"
#include "core/thread_clock.h"
#include "peer.h"

namespace loupe::bench {
namespace {

/** Pixels of a gray raster {data, width, height}, valid during the call. */
cv::Mat GrayFrom(const Napi::Value& value) {
  const auto raster = value.As<Napi::Object>();
  const auto data = raster.Get("data").As<Napi::Buffer<uint8_t>>();
  const int width = raster.Get("width").ToNumber().Int32Value();
  const int height = raster.Get("height").ToNumber().Int32Value();
  if (width < 1 || height < 1 || data.Length() != static_cast<size_t>(width) * static_cast<size_t>(height)) {
    throw Napi::RangeError::New(value.Env(), "A gray raster is needed.");
  }
  return cv::Mat(height, width, CV_8UC1, data.Data());
}

/** `new Peer('orb-loop' | 'orb-lsh' | 'perceptual-hash')`: add, build, search. */
class PeerObject : public Napi::ObjectWrap<PeerObject> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "Peer",
                       {InstanceMethod<&PeerObject::Add>("add"), InstanceMethod<&PeerObject::Build>("build"),
                        InstanceMethod<&PeerObject::Search>("search")});
  }

  explicit PeerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<PeerObject>(info) {
    const std::string kind = info[0].ToString().Utf8Value();
    if (kind == "orb-loop") peer_ = MakeOrbLoop();
    if (kind == "orb-lsh") peer_ = MakeOrbLsh();
    if (kind == "perceptual-hash") peer_ = MakePerceptualHash();
    if (peer_ == nullptr) throw Napi::RangeError::New(info.Env(), "No such peer: " + kind);
  }

 private:
  /** Runs the work and gives its CPU time in milliseconds; OpenCV's errors become JavaScript's. */
  template <typename Work>
  double Timed(Napi::Env env, Work work) {
    StageTimer timer;
    try {
      work();
    } catch (const cv::Exception& error) {
      throw Napi::Error::New(env, error.what());
    }
    return timer.Lap();
  }

  Napi::Value Add(const Napi::CallbackInfo& info) {
    const cv::Mat gray = GrayFrom(info[0]);
    return Napi::Number::New(info.Env(), Timed(info.Env(), [&] { peer_->Add(gray); }));
  }

  Napi::Value Build(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), Timed(info.Env(), [&] { peer_->Build(); }));
  }

  Napi::Value Search(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    const cv::Mat gray = GrayFrom(info[0]);
    std::vector<Scored> best;
    const double cpu_ms = Timed(env, [&] { best = peer_->Search(gray); });
    Napi::Array ranking = Napi::Array::New(env, best.size());
    for (uint32_t i = 0; i < best.size(); ++i) {
      Napi::Object scored = Napi::Object::New(env);
      scored.Set("reference", Napi::Number::New(env, best[i].reference));
      scored.Set("score", Napi::Number::New(env, best[i].score));
      ranking.Set(i, scored);
    }
    Napi::Object found = Napi::Object::New(env);
    found.Set("cpuMs", Napi::Number::New(env, cpu_ms));
    found.Set("ranking", ranking);
    return found;
  }

  std::unique_ptr<Peer> peer_;
};

/** `new Simulator(dnas, seed)`: next(count) gives DNA of simulated references. */
class SimulatorObject : public Napi::ObjectWrap<SimulatorObject> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "Simulator", {InstanceMethod<&SimulatorObject::Next>("next")});
  }

  explicit SimulatorObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<SimulatorObject>(info) {
    const auto dnas = info[0].As<Napi::Array>();
    try {
      for (uint32_t i = 0; i < dnas.Length(); ++i) {
        const auto dna = dnas.Get(i).As<Napi::Buffer<uint8_t>>();
        Features features = FeaturesOf(ParseDna({dna.Data(), dna.Length()}));
        if (!features.keypoints.empty()) pool_.push_back(std::move(features));
      }
    } catch (const Error& error) {
      throw Napi::Error::New(info.Env(), error.what());
    }
    if (pool_.empty()) throw Napi::RangeError::New(info.Env(), "The simulator needs references with detail.");
    simulator_ = std::make_unique<ReferenceSimulator>(pool_, info[1].ToNumber().Uint32Value());
  }

 private:
  Napi::Value Next(const Napi::CallbackInfo& info) {
    const uint32_t count = info[0].ToNumber().Uint32Value();
    Napi::Array dnas = Napi::Array::New(info.Env(), count);
    for (uint32_t i = 0; i < count; ++i) {
      const std::vector<uint8_t> dna = simulator_->Next();
      dnas.Set(i, Napi::Buffer<uint8_t>::Copy(info.Env(), dna.data(), dna.size()));
    }
    return dnas;
  }

  std::vector<Features> pool_;
  std::unique_ptr<ReferenceSimulator> simulator_;
};

Napi::Object Initialize(Napi::Env env, Napi::Object exports) {
  // Peers run on one thread, like the engine's searches, so that CPU times compare.
  cv::setNumThreads(1);
  cv::ocl::setUseOpenCL(false);
  exports.Set("Peer", PeerObject::Define(env));
  exports.Set("Simulator", SimulatorObject::Define(env));
  return exports;
}

}  // namespace
}  // namespace loupe::bench

static Napi::Object InitializeAddon(Napi::Env env, Napi::Object exports) {
  return loupe::bench::Initialize(env, exports);
}

NODE_API_MODULE(bench_peers, InitializeAddon)
