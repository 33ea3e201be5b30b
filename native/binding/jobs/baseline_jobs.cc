#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "core/baseline/orb_baseline.h"

namespace loupe::binding {
namespace {

class MatchByOrbJob : public PictureJob {
 public:
  MatchByOrbJob(const Napi::CallbackInfo& info, const engine::EngineOptions& options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])) {
    if (info[3].IsNumber()) max_keypoints_ = info[3].As<Napi::Number>().Int32Value();
    Add(Picture::Luma(info[0], false, options.features));
    Add(Picture::Luma(info[1], true, options.features));
  }

 private:
  void Work() override {
    match_ = baseline::MatchByOrb(picture(0).view(), picture(1).view(), max_keypoints_);
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    const auto set = [&](const char* name, int value) { object.Set(name, Napi::Number::New(env, value)); };
    set("referenceKeypointCount", match_.reference_keypoints);
    set("queryKeypointCount", match_.query_keypoints);
    set("matchCount", match_.matches);
    set("inlierCount", match_.inliers);
    object.Set("queryFromReference", env.Null());
    if (!match_.query_from_reference) return object;
    Napi::Array homography = Napi::Array::New(env, 9);
    for (uint32_t i = 0; i < 9; ++i)
      homography.Set(i, Napi::Number::New(env, (*match_.query_from_reference)[i]));
    object.Set("queryFromReference", homography);
    return object;
  }

  int max_keypoints_ = baseline::kDefaultOrbKeypoints;
  baseline::OrbMatch match_;
};

}  // namespace

std::unique_ptr<Job> MakeMatchByOrbJob(const Napi::CallbackInfo& info, const SharedOptions& options) {
  return std::make_unique<MatchByOrbJob>(info, *options);
}

}  // namespace loupe::binding
