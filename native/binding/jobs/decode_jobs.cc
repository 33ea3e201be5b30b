#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"

namespace loupe::binding {
namespace {

class DecodeJob : public PictureJob {
 public:
  DecodeJob(const Napi::CallbackInfo& info, const engine::EngineOptions& options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[1])) {
    if (!info[0].IsObject() || !info[0].As<Napi::Object>().Has("jpeg")) {
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        "decode needs {jpeg, mostPixels, role or maxSidePx}.");
    }
    const Napi::Value role = info[0].As<Napi::Object>().Get("role");
    if (role.IsUndefined())
      Add(IsGray(info[0].As<Napi::Object>()) ? Picture::Gray(info[0]) : Picture::Color(info[0]));
    else
      Add(Picture::Luma(info[0], IsQueryRole(role), options.features));
  }

 private:
  static bool IsGray(const Napi::Object& picture) {
    const Napi::Value channels = picture.Get("channels");
    return channels.IsNumber() && channels.As<Napi::Number>().Int32Value() == 1;
  }

  /** Decoding is all there is to do. */
  void Work() override {}

  Napi::Value Answer(Napi::Env env) override {
    const OwnedRaster& raster = picture(0).raster();
    return ToRaster(env, raster.pixels, raster.size, raster.channels, raster.original_size);
  }
};

}  // namespace

std::unique_ptr<Job> MakeDecodeJob(const Napi::CallbackInfo& info, const SharedOptions& options) {
  return std::make_unique<DecodeJob>(info, *options);
}

}  // namespace loupe::binding
