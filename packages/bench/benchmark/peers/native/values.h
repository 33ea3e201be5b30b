#pragma once

#include <napi.h>

#include <functional>
#include <opencv2/core.hpp>
#include <vector>

#include "core/features/features.h"

namespace loupe::bench {

/** Gray pixels with what owns them, so that another thread may read them. */
class GrayRaster {
 public:
  /** @param value {data, width, height}; throws a RangeError for anything else */
  explicit GrayRaster(const Napi::Value& value);
  image::GrayView view() const {
    return {pixels_.data(), {width_, height_}, static_cast<size_t>(width_), {}};
  }
  /** Borrows the pixels. */
  cv::Mat mat() const { return cv::Mat(height_, width_, CV_8UC1, const_cast<uint8_t*>(pixels_.data())); }

 private:
  int width_ = 0;
  int height_ = 0;
  std::vector<uint8_t> pixels_;
};

/** Features of DNAs that have keypoints, from an array of buffers; throws when there are none. */
std::vector<features::Features> FeaturesFrom(const Napi::Value& dnas);

/** Throws what the work throws as an error of JavaScript. */
void Guarded(Napi::Env env, const std::function<void()>& work);

/**
 * Does work on another thread, so that the event loop stays free, and resolves with its result.
 *
 * @param owner   kept alive meanwhile
 * @param result  called on the thread of JavaScript after the work
 */
Napi::Promise InBackground(Napi::Env env, Napi::Object owner, std::function<void()> work,
                           std::function<Napi::Value(Napi::Env)> result);

Napi::Function DefinePeer(Napi::Env env);
Napi::Function DefineSiftPair(Napi::Env env);
Napi::Function DefineCompareStrangers(Napi::Env env);
Napi::Function DefineSimulator(Napi::Env env);
Napi::Function DefineSimulatedIndex(Napi::Env env);

}  // namespace loupe::bench
