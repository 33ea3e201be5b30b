#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/base/span.h"

namespace loupe::index {

/** Bits of a signature that make its code: one of kCodeCount parts of a word. */
constexpr int kCodeBits = 8;
constexpr size_t kCodeCount = size_t{1} << kCodeBits;

/** The code of a signature: its bits in `mask`, which has kCodeBits bits set, the lowest first. */
inline uint8_t CodeOf(uint64_t signature, uint64_t mask) {
  uint32_t code = 0;
  for (uint32_t bit = 0; mask != 0; mask &= mask - 1, ++bit)
    code |= static_cast<uint32_t>((signature >> __builtin_ctzll(mask)) & 1U) << bit;
  return static_cast<uint8_t>(code);
}

/**
 * The bits of each word that tell most between descriptors in it, one mask with kCodeBits bits for each word.
 * Which these are follows from the vocabulary alone: those in which the nearest other words of the same
 * branch differ, weighed by how near they are. What varies between a word and its neighbors varies inside it,
 * too.
 * @param signatures  of all words' centers within their branches, a multiple of kWordsTogether
 */
std::vector<uint64_t> CodeMasksOf(base::Span<const uint64_t> signatures);

/** Words of one branch. */
constexpr size_t kWordsTogether = 256;

/** All codes that differ from code 0 in at most `radius` bits, ascending; `radius` is 0..kCodeBits. */
std::vector<uint8_t> CodesWithin(int radius);

/** The least number of postings of a list that is divided, in segments with divided lists. */
constexpr uint32_t kLeastDividedPostings = 768;
/** Ends in lists of at most this many postings take 16 bits each, in longer ones 32. */
constexpr uint32_t kMostWithShortEnds = 65535;

/** Places for kCodeCount ends of 16 bits that the division of a list takes; 0 when it is not divided. */
inline uint32_t DivisionsOf(uint32_t posting_count) {
  if (posting_count < kLeastDividedPostings) return 0;
  return posting_count <= kMostWithShortEnds ? 1 : 2;
}

/** Where the codes of a divided list end, counted from its begin. */
class CodeEnds {
 public:
  CodeEnds(const uint16_t* ends, uint32_t posting_count)
      : short_(posting_count <= kMostWithShortEnds ? ends : nullptr),
        long_(reinterpret_cast<const uint32_t*>(ends)) {}
  uint32_t operator[](size_t code) const { return short_ != nullptr ? short_[code] : long_[code]; }
  void AskFor(size_t code) const {
    if (short_ != nullptr)
      __builtin_prefetch(short_ + code);
    else
      __builtin_prefetch(long_ + code);
  }

 private:
  const uint16_t* short_;
  const uint32_t* long_;
};

/**
 * The order in which postings lie by code, those of one code as before, and where each code ends.
 * @param ends   filled with kCodeCount ends
 * @param order  filled with the number that each place has had
 */
void DivideList(base::Span<const uint64_t> signatures, uint64_t mask, uint32_t* ends,
                std::vector<uint32_t>* order);

/** Orders a column of postings as DivideList() says; `kept` is a buffer. */
template <typename T>
void Reorder(const std::vector<uint32_t>& order, std::vector<uint64_t>* kept, T* column) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "a buffer of words holds it");
  kept->resize(order.size());
  auto* copy = reinterpret_cast<T*>(kept->data());
  std::memcpy(copy, column, order.size() * sizeof(T));
  for (size_t i = 0; i < order.size(); ++i) column[i] = copy[order[i]];
}

}  // namespace loupe::index
