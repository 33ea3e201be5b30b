#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/simd/lanes.h"

namespace loupe::matching {

/**
 * Keeps, for each of some wanted descriptors, the nearest of those that are noted for it. Comparing waits
 * until many are noted: then hardly anything depends on what the processor cannot predict.
 */
class NearestDescriptors {
 public:
  /**
   * All outlive the object; none are more than 65,536.
   * @param limit  distances from here on do not count
   */
  NearestDescriptors(base::Span<const features::Descriptor> seen,
                     base::Span<const features::Descriptor> wanted, int limit)
      : seen_(seen),
        wanted_(wanted),
        limit_(static_cast<uint32_t>(limit) << 16),
        best_(wanted.size(), limit_) {}

  /** Notes that seen[first + i] is to be compared with wanted[number], for every bit i of `bits`, eight at
   * most. */
  LOUPE_KERNEL void NoteEight(uint32_t number, uint32_t first, uint32_t bits) {
    if (noted_ + simd::kLanes > kRoom) Compare();
    const simd::IntLanes notes = static_cast<int32_t>(number << 16 | first) + simd::kLaneNumbers;
    noted_ += simd::StoreChosen(&notes_[noted_], notes, bits);
  }

  /** Compares what is noted. Of equals the first place is kept. */
  void Compare() {
    for (size_t i = 0; i < noted_; ++i) {
      const uint32_t number = notes_[i] >> 16, place = notes_[i] & 0xffff;
      const auto distance = static_cast<uint32_t>(features::HammingDistance(seen_[place], wanted_[number]));
      const uint32_t found = distance << 16 | place;
      best_[number] = found < best_[number] ? found : best_[number];
    }
    noted_ = 0;
  }

  /** After Compare(): whether something near was noted for wanted[number], where, and how far it is. */
  bool has(size_t number) const { return best_[number] < limit_; }
  size_t place(size_t number) const { return best_[number] & 0xffff; }
  int distance(size_t number) const { return static_cast<int>(best_[number] >> 16); }

 private:
  static constexpr size_t kRoom = 2048;

  const base::Span<const features::Descriptor> seen_, wanted_;
  const uint32_t limit_;
  std::vector<uint32_t> best_;
  std::array<uint32_t, kRoom> notes_;
  size_t noted_ = 0;
};

}  // namespace loupe::matching
