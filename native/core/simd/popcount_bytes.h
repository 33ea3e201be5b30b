#pragma once

#include <immintrin.h>

namespace loupe::simd {

/** How many bits are set in each byte, by a table of half bytes. */
__attribute__((target("avx2"))) inline __m256i PopcountBytes256(__m256i v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(0x0f);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
                         _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
}

__attribute__((target("avx512f,avx512bw,avx2"))) inline __m512i PopcountBytes512(__m512i v) {
  const __m512i table =
      _mm512_maskz_broadcast_i32x4(0xffff, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i low = _mm512_set1_epi8(0x0f);
  return _mm512_add_epi8(_mm512_shuffle_epi8(table, _mm512_and_si512(v, low)),
                         _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(v, 4), low)));
}

}  // namespace loupe::simd
