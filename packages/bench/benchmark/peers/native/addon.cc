/**
 * The peers of the benchmark and its simulators of references, for JavaScript. Built only by the benchmark
 * and never part of the product. Work is timed by the CPU clock of its thread.
 */
#include <napi.h>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

#include "values.h"

static Napi::Object InitializeAddon(Napi::Env env, Napi::Object exports) {
  // Peers run on one thread, like the engine's searches, so that CPU times compare.
  cv::setNumThreads(1);
  cv::ocl::setUseOpenCL(false);
  exports.Set("Peer", loupe::bench::DefinePeer(env));
  exports.Set("siftPair", loupe::bench::DefineSiftPair(env));
  exports.Set("compareStrangers", loupe::bench::DefineCompareStrangers(env));
  exports.Set("Simulator", loupe::bench::DefineSimulator(env));
  exports.Set("SimulatedIndex", loupe::bench::DefineSimulatedIndex(env));
  return exports;
}

NODE_API_MODULE(bench_peers, InitializeAddon)
