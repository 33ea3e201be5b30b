#pragma once

/**
 * Compiles a function once more for AVX2, chosen when the program starts. Only for loops whose steps round
 * alike on every instruction set: no sums of floats, no fused multiply-add.
 */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define LOUPE_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define LOUPE_CLONES
#endif
