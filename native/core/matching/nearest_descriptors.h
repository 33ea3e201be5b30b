#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

  /** Notes that seen[place] is to be compared with wanted[number]. */
  void Note(size_t number, size_t place) {
    if (noted_ == kRoom) Compare();
    notes_[noted_++] = static_cast<uint32_t>(number << 16 | place);
  }

#if defined(__x86_64__)
  /** Notes seen[first + i] for every bit i of `lanes`, eight at most. */
  __attribute__((target("avx2,popcnt"))) void NoteEight(uint32_t number, uint32_t first, uint32_t lanes) {
    if (noted_ + 8 > kRoom) Compare();
    const __m256i notes = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(number << 16 | first)),
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i order =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&kFirstSetBits[lanes])));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&notes_[noted_]),
                        _mm256_permutevar8x32_epi32(notes, order));
    noted_ += static_cast<size_t>(__builtin_popcount(lanes));
  }
#endif

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

  /** Numbers of the set bits of a byte, the lowest in the lowest byte. */
  static constexpr std::array<uint64_t, 256> FirstSetBits() {
    std::array<uint64_t, 256> all{};
    for (size_t byte = 0; byte < 256; ++byte) {
      uint64_t bits = 0;
      size_t count = 0;
      for (size_t bit = 0; bit < 8; ++bit) {
        if ((byte >> bit & 1) != 0) bits |= uint64_t{bit} << (8 * count++);
      }
      all[byte] = bits;
    }
    return all;
  }
  static const std::array<uint64_t, 256> kFirstSetBits;

  const base::Span<const features::Descriptor> seen_, wanted_;
  const uint32_t limit_;
  std::vector<uint32_t> best_;
  std::array<uint32_t, kRoom> notes_;
  size_t noted_ = 0;
};

inline constexpr std::array<uint64_t, 256> NearestDescriptors::kFirstSetBits =
    NearestDescriptors::FirstSetBits();

}  // namespace loupe::matching
