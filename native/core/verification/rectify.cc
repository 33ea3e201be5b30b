#include "core/verification/rectify.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/image/gray_plane.h"
#include "core/signature/thumbnail.h"
#include "core/verification/rectified.h"

namespace loupe::verification {
namespace {

/** Visits the blocks that begin at multiples of a step: their sums, the pixels they cover, and whether they
 * are at least half as wide and as high as others, which those at the right and lower border may not be. */
template <typename Visit>
void ForEachBlock(const image::GrayPlane& a, const image::GrayPlane& b, const image::GrayPlane& mask,
                  int side, int step, const Visit& visit) {
  for (int y = 0; y < a.height(); y += step) {
    for (int x = 0; x < a.width(); x += step) {
      const int width = std::min(side, a.width() - x), height = std::min(side, a.height() - y);
      visit(image::SumsOfBlock(a, b, mask, x, y, side), width * height,
            2 * width >= side && 2 * height >= side);
    }
  }
}

image::PairSums SumsOf(const image::GrayPlane& a, const image::GrayPlane& b, const image::GrayPlane& mask,
                       int side) {
  image::PairSums whole;
  ForEachBlock(a, b, mask, side, side, [&](const image::PairSums& sums, int, bool) { whole.Add(sums); });
  return whole;
}

/** Correlates the whole and each textured block. */
void CompareDetail(const image::GrayPlane& expected, const image::GrayPlane& seen,
                   const image::GrayPlane& mask, const AppearanceOptions& options,
                   ThumbnailAgreement* agreement) {
  const int side = options.block_side_px;
  image::PairSums whole;
  std::vector<float> blocks;
  ForEachBlock(expected, seen, mask, side, side, [&](const image::PairSums& sums, int pixels, bool is_large) {
    whole.Add(sums);
    const bool is_block = is_large && 2 * sums.count >= pixels;
    if (is_block && sums.Deviation() >= options.min_block_deviation) blocks.push_back(sums.Correlation());
  });
  agreement->global_correlation = whole.Correlation();
  agreement->block_count = static_cast<int>(blocks.size());
  if (blocks.empty()) return;
  std::sort(blocks.begin(), blocks.end());
  agreement->worst_block_correlation = blocks.front();
  agreement->block_correlation = blocks[blocks.size() / 2];
  agreement->lower_block_correlation = blocks[blocks.size() / 4];
}

/**
 * Correlates blocks that overlap. Those count in which either picture shows something: what the query has
 * where the reference is empty contradicts as much as what is missing.
 */
OverlapAgreement CompareOverlapping(const image::GrayPlane& expected, const image::GrayPlane& seen,
                                    const image::GrayPlane& mask, const AppearanceOptions& options) {
  int count = 0, disagreeing = 0;
  float sum = 0.0f, least = 1.0f;
  ForEachBlock(expected, seen, mask, options.block_side_px, options.overlapping_step_px,
               [&](const image::PairSums& sums, int pixels, bool is_large) {
                 if (!is_large || sums.count < options.min_overlapping_visible * static_cast<float>(pixels))
                   return;
                 if (std::max(sums.Deviation(), sums.SecondDeviation()) < options.min_block_deviation) return;
                 const float correlation = sums.Correlation();
                 ++count;
                 sum += correlation;
                 least = std::min(least, correlation);
                 disagreeing += correlation < options.disagreeing_correlation ? 1 : 0;
               });
  if (count == 0) return {};
  const auto blocks = static_cast<float>(count);
  return {static_cast<float>(disagreeing) / blocks, sum / blocks, least};
}

}  // namespace

ThumbnailAgreement CompareThumbnail(const features::Features& query,
                                    const signature::ReferenceView& reference, const geometry::Warp& warp,
                                    const AppearanceOptions& options) {
  ThumbnailAgreement agreement;
  const image::ImageSize size = reference.thumbnail.size;
  if (reference.thumbnail.empty()) return agreement;
  const Rectified seen = Rectify(query, reference, warp);
  agreement.visible_share = seen.visible / (static_cast<float>(size.width) * static_cast<float>(size.height));
  if (seen.visible < options.min_visible_pixels) return agreement;
  const image::GrayImage own = signature::PixelsOf(reference.thumbnail);
  if (own.empty()) return agreement;
  const image::GrayPlane expected = Visible(own, seen.mask);
  agreement.plain_correlation = SumsOf(expected, seen.values, seen.mask, options.block_side_px).Correlation();
  const image::GrayPlane counts = image::SumsAround(seen.mask);
  const image::GrayPlane expected_detail = image::NormalizeLocally(expected, seen.mask, counts);
  const image::GrayPlane seen_detail = image::NormalizeLocally(seen.values, seen.mask, counts);
  CompareDetail(expected_detail, seen_detail, seen.mask, options, &agreement);
  agreement.overlapping = CompareOverlapping(expected_detail, seen_detail, seen.mask, options);
  return agreement;
}

}  // namespace loupe::verification
