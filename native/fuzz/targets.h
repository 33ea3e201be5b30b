#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/span.h"

namespace loupe::fuzz {

using Bytes = std::vector<uint8_t>;

/** A reader of ours and how to attack it. */
struct Target {
  const char* name;
  /** Sound inputs to start from. */
  std::vector<Bytes> (*seeds)();
  /** Makes checksums and lengths right again, so that the checks behind them are tried. */
  void (*reseal)(Bytes*);
  /**
   * Reads the bytes and uses what they hold as the engine does.
   * @return false when they were refused by the right code
   * @throws anything else: a defect
   */
  bool (*accept)(base::Span<const uint8_t>);
};

const Target& DnaTarget();
const Target& ManifestTarget();
const Target& SegmentTarget();
const Target& ThumbnailTarget();

inline std::vector<const Target*> AllTargets() {
  return {&DnaTarget(), &ManifestTarget(), &SegmentTarget(), &ThumbnailTarget()};
}

}  // namespace loupe::fuzz
