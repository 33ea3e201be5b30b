#include "core/image/pixels/inverse_transform.h"

#include "core/simd/lanes.h"

namespace loupe::image {
namespace {

constexpr int kFractionBits = 13;
/** Bits that are kept between both passes. */
constexpr int kKeptBits = 2;

using Lanes = simd::IntLanes;

/** Cosines and sums of them in 1/8192, named by their values. */
constexpr int k0_298 = 2446, k0_390 = 3196, k0_541 = 4433, k0_765 = 6270, k0_899 = 7373, k1_175 = 9633,
              k1_501 = 12299, k1_847 = 15137, k1_961 = 16069, k2_053 = 16819, k2_562 = 20995, k3_072 = 25172;

/** One dimension, eight lines at once; results have `bits` fewer bits, rounded. */
LOUPE_KERNEL void Transform(Lanes* v, int bits) {
  const Lanes even = (v[2] + v[6]) * k0_541;
  const Lanes even_2 = even - v[6] * k1_847, even_3 = even + v[2] * k0_765;
  const Lanes sum = (v[0] + v[4]) * (1 << kFractionBits), difference = (v[0] - v[4]) * (1 << kFractionBits);
  const Lanes outer = sum + even_3, outer_less = sum - even_3, inner = difference + even_2,
              inner_less = difference - even_2;

  const Lanes fifth = ((v[7] + v[3]) + (v[5] + v[1])) * k1_175;
  const Lanes first = -(v[7] + v[1]) * k0_899, second = -(v[5] + v[3]) * k2_562;
  const Lanes third = fifth - (v[7] + v[3]) * k1_961, fourth = fifth - (v[5] + v[1]) * k0_390;
  const Lanes odd_0 = v[7] * k0_298 + first + third, odd_1 = v[5] * k2_053 + second + fourth,
              odd_2 = v[3] * k3_072 + second + third, odd_3 = v[1] * k1_501 + first + fourth;

  const Lanes half = Lanes{} + (1 << (bits - 1));
  v[0] = (outer + odd_3 + half) >> bits;
  v[7] = (outer - odd_3 + half) >> bits;
  v[1] = (inner + odd_2 + half) >> bits;
  v[6] = (inner - odd_2 + half) >> bits;
  v[2] = (inner_less + odd_1 + half) >> bits;
  v[5] = (inner_less - odd_1 + half) >> bits;
  v[3] = (outer_less + odd_0 + half) >> bits;
  v[4] = (outer_less - odd_0 + half) >> bits;
}

LOUPE_KERNEL void TransformBlock(const int32_t* block, uint8_t* pixels) {
  Lanes lines[kBlockSide];
  for (size_t i = 0; i < kBlockSide; ++i) lines[i] = simd::Load<Lanes>(block + i * kBlockSide);
  Transform(lines, kFractionBits - kKeptBits);
  int32_t turned[kBlockPixels];
  for (size_t i = 0; i < kBlockSide; ++i) {
    // Sound pictures stay far below; the sums of the second pass must fit, too.
    const Lanes most = Lanes{} + kGreatestCoefficient;
    const Lanes kept = simd::Max(simd::Min(lines[i], most), -most);
    for (size_t k = 0; k < kBlockSide; ++k) turned[k * kBlockSide + i] = kept[k];
  }
  for (size_t i = 0; i < kBlockSide; ++i) lines[i] = simd::Load<Lanes>(turned + i * kBlockSide);
  Transform(lines, kFractionBits + kKeptBits + 3);
  for (size_t i = 0; i < kBlockSide; ++i) {
    const Lanes level = simd::Max(simd::Min(lines[i] + 128, Lanes{} + 255), Lanes{});
    for (size_t k = 0; k < kBlockSide; ++k) pixels[k * kBlockSide + i] = static_cast<uint8_t>(level[k]);
  }
}

}  // namespace

void InverseTransform(const Coefficients& block, uint8_t* pixels) {
  simd::RunWidest<TransformBlock, const int32_t*, uint8_t*>(block.data(), pixels);
}

}  // namespace loupe::image
