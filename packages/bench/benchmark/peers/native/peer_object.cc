#include "core/base/thread_clock.h"
#include "peer.h"
#include "values.h"

namespace loupe::bench {
namespace {

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
  /** Runs the work at once and gives its CPU time in milliseconds. */
  Napi::Value Timed(Napi::Env env, const std::function<void()>& work) {
    base::StageTimer timer;
    Guarded(env, work);
    return Napi::Number::New(env, timer.Lap());
  }

  Napi::Value Add(const Napi::CallbackInfo& info) {
    const GrayRaster raster(info[0]);
    return Timed(info.Env(), [&] { peer_->Add(raster.mat()); });
  }

  Napi::Value Build(const Napi::CallbackInfo& info) {
    return Timed(info.Env(), [&] { peer_->Build(); });
  }

  Napi::Value Search(const Napi::CallbackInfo& info) {
    struct Found {
      std::vector<Scored> best;
      double cpu_ms = 0.0;
    };
    const auto raster = std::make_shared<GrayRaster>(info[0]);
    const auto found = std::make_shared<Found>();
    const auto work = [this, raster, found] {
      base::StageTimer timer;
      found->best = peer_->Search(raster->mat());
      found->cpu_ms = timer.Lap();
    };
    const auto result = [found](Napi::Env env) -> Napi::Value {
      Napi::Array ranking = Napi::Array::New(env, found->best.size());
      for (uint32_t i = 0; i < found->best.size(); ++i) {
        Napi::Object scored = Napi::Object::New(env);
        scored.Set("reference", Napi::Number::New(env, found->best[i].reference));
        scored.Set("score", Napi::Number::New(env, found->best[i].score));
        ranking.Set(i, scored);
      }
      Napi::Object object = Napi::Object::New(env);
      object.Set("cpuMs", Napi::Number::New(env, found->cpu_ms));
      object.Set("ranking", ranking);
      return object;
    };
    return InBackground(info.Env(), info.This().As<Napi::Object>(), work, result);
  }

  std::unique_ptr<Peer> peer_;
};

}  // namespace

Napi::Function DefinePeer(Napi::Env env) { return PeerObject::Define(env); }

}  // namespace loupe::bench
