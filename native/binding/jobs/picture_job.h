#pragma once

#include <optional>
#include <vector>

#include "binding/jobs/job.h"
#include "binding/values/picture.h"

namespace loupe::binding {

/**
 * A job on pictures. Those that came as JPEGs are decoded first, on the job's own thread: decoding waits in
 * the queue, stops with the job, and ends before the engine closes. When one of them is not a sound, plain
 * JPEG, the job does nothing and answers {notPlain: its number}; the caller decodes that picture and asks
 * again.
 */
class PictureJob : public Job {
 public:
  using Job::Job;

 protected:
  /** Pictures are numbered in this order, from 0. */
  void Add(Picture picture) { pictures_.push_back(std::move(picture)); }
  const Picture& picture(size_t number) const { return pictures_[number]; }

  /** The work on decoded pictures; may throw. Runs on a pool thread. */
  virtual void Work() = 0;
  /** Turns the outcome of Work into a value; on the JavaScript thread. */
  virtual Napi::Value Answer(Napi::Env env) = 0;

  double decode_ms() const { return decode_ms_; }
  /** CPU time of the job's thread. */
  double decode_cpu_ms() const { return decode_cpu_ms_; }

 private:
  void Execute() final;
  Napi::Value Result(Napi::Env env) final;
  bool Decode();

  std::vector<Picture> pictures_;
  std::optional<uint32_t> not_plain_;
  double decode_ms_ = 0.0;
  double decode_cpu_ms_ = 0.0;
};

}  // namespace loupe::binding
