#include "core/index/list_division.h"

#include <algorithm>
#include <cstdlib>

namespace loupe::index {
namespace {

constexpr size_t kSignatureBits = 64;
/** Nearest words that say which bits vary, the word itself among them, and their greatest weight. */
constexpr size_t kNeighbors = 32;
constexpr int32_t kGreatestWeight = 4096;

/** The bits in which weighed signatures are divided most evenly; of equals the lowest. */
uint64_t MostDividedBits(const std::array<int32_t, kSignatureBits>& weight_of_ones, int32_t weight_of_all) {
  std::array<std::pair<int32_t, size_t>, kSignatureBits> bits;
  for (size_t bit = 0; bit < kSignatureBits; ++bit)
    bits[bit] = {std::abs(2 * weight_of_ones[bit] - weight_of_all), bit};
  std::sort(bits.begin(), bits.end());
  uint64_t mask = 0;
  for (int i = 0; i < kCodeBits; ++i) mask |= uint64_t{1} << bits[static_cast<size_t>(i)].second;
  return mask;
}

uint64_t CodeMaskOf(base::Span<const uint64_t> branch, uint64_t signature) {
  std::array<uint32_t, kWordsTogether> ranked;
  for (uint32_t i = 0; i < kWordsTogether; ++i)
    ranked[i] = static_cast<uint32_t>(__builtin_popcountll(branch[i] ^ signature)) << 16 | i;
  std::nth_element(ranked.begin(), ranked.begin() + kNeighbors, ranked.end());
  std::array<int32_t, kSignatureBits> ones{};
  int32_t all = 0;
  for (size_t k = 0; k < kNeighbors; ++k) {
    const int32_t weight = kGreatestWeight / (1 + static_cast<int32_t>(ranked[k] >> 16));
    const uint64_t neighbor = branch[ranked[k] & 0xffffU];
    for (size_t bit = 0; bit < kSignatureBits; ++bit)
      ones[bit] += weight & -static_cast<int32_t>((neighbor >> bit) & 1U);
    all += weight;
  }
  return MostDividedBits(ones, all);
}

}  // namespace

std::vector<uint64_t> CodeMasksOf(base::Span<const uint64_t> signatures) {
  std::vector<uint64_t> masks(signatures.size());
  for (size_t word = 0; word < signatures.size(); ++word) {
    const size_t first = word / kWordsTogether * kWordsTogether;
    masks[word] = CodeMaskOf({signatures.data() + first, kWordsTogether}, signatures[word]);
  }
  return masks;
}

std::vector<uint8_t> CodesWithin(int radius) {
  std::vector<uint8_t> codes;
  for (uint32_t code = 0; code < kCodeCount; ++code) {
    if (__builtin_popcount(code) <= radius) codes.push_back(static_cast<uint8_t>(code));
  }
  return codes;
}

void DivideList(base::Span<const uint64_t> signatures, uint64_t mask, uint32_t* ends,
                std::vector<uint32_t>* order) {
  std::vector<uint8_t> codes(signatures.size());
  std::array<uint32_t, kCodeCount + 1> starts{};
  for (size_t i = 0; i < signatures.size(); ++i) {
    codes[i] = CodeOf(signatures[i], mask);
    ++starts[codes[i] + 1U];
  }
  for (size_t code = 0; code < kCodeCount; ++code) {
    starts[code + 1] += starts[code];
    ends[code] = starts[code + 1];
  }
  order->resize(signatures.size());
  for (uint32_t i = 0; i < signatures.size(); ++i) (*order)[starts[codes[i]]++] = i;
}

}  // namespace loupe::index
