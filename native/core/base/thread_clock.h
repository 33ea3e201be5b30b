#pragma once

#include <ctime>

namespace loupe::base {

/** CPU time of the calling thread in milliseconds; other threads do not disturb it. */
inline double ThreadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/** Splits a job's CPU time into stages. */
class StageTimer {
 public:
  /** Milliseconds since construction or the last lap. */
  double Lap() {
    const double now = ThreadMilliseconds();
    const double lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  double last_ = ThreadMilliseconds();
};

}  // namespace loupe::base
