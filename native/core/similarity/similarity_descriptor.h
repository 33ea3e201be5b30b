#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/image/image.h"
#include "core/similarity/options.h"

namespace loupe::similarity {

constexpr size_t kEdgeBytes = 128;
constexpr size_t kLayoutBytes = 64;
constexpr size_t kHistogramBytes = 80;
constexpr size_t kColorLayoutBytes = 48;
constexpr size_t kSimilarityBytes = kEdgeBytes + kLayoutBytes + kHistogramBytes + kColorLayoutBytes;

/**
 * What a picture looks like as a whole, in 320 bytes that are compared by sums of absolute differences:
 *   shape: edges     4x4 cells of 8 edge directions (histograms of oriented gradients, Dalal and Triggs,
 * 2005) layout    low frequencies of the gray picture (DCT, as in perceptual hashing; Zauner, 2010) color:
 * histogram soft CIELAB histogram (16 hue-chroma sectors and neutral tones by 4 lightness steps) layout mean
 * CIELAB color of 4x4 cells (after the MPEG-7 color layout, Kasutani and Yamada, 2001)
 */
struct SimilarityDescriptor {
  std::array<uint8_t, kSimilarityBytes> bytes{};
};

/** Distances of two descriptors: 0 (same) to 1 (farther apart than unrelated pictures mostly are). */
struct SimilarityDistance {
  float shape = 0.0f;
  float color = 0.0f;
};

/** @throws Error kInvalidImage for an empty, oversized or inconsistent raster. */
SimilarityDescriptor DescribeSimilarity(const image::RasterView& raster);

SimilarityDistance Compare(const SimilarityDescriptor& x, const uint8_t* y,
                           const SimilarityOptions& options = {});

/** (1 - color_weight) * shape + color_weight * color; color_weight 0..1. */
inline float OverallDistance(SimilarityDistance distance, float color_weight) {
  return (1.0f - color_weight) * distance.shape + color_weight * distance.color;
}

std::vector<uint8_t> EncodeSimilarity(const SimilarityDescriptor& descriptor);

/** @throws Error kDnaCorrupt for anything that EncodeSimilarity cannot have written. */
SimilarityDescriptor DecodeSimilarity(base::Span<const uint8_t> bytes);

}  // namespace loupe::similarity
