#include "rectify.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gray_plane.h"
#include "rectified.h"
#include "thumbnail.h"

namespace loupe {
namespace {

constexpr int kBlockSide = 16;
/** A block whose normalized reference deviates less than this is empty: it has nothing to compare. */
constexpr float kMinBlockDeviation = 0.35f;
constexpr float kMinVisiblePixels = 64.0f;

PairSums SumsOf(const GrayPlane& a, const GrayPlane& b, const GrayPlane& mask) {
  PairSums sums;
  for (int y = 0; y < a.height(); y += kBlockSide) {
    for (int x = 0; x < a.width(); x += kBlockSide) sums.Add(SumsOfBlock(a, b, mask, x, y, kBlockSide));
  }
  return sums;
}

/** Correlates the whole and each textured block. */
void CompareDetail(const GrayPlane& expected, const GrayPlane& seen, const GrayPlane& mask,
                   ThumbnailAgreement* agreement) {
  PairSums whole;
  std::vector<float> blocks;
  for (int y = 0; y < expected.height(); y += kBlockSide) {
    for (int x = 0; x < expected.width(); x += kBlockSide) {
      const PairSums sums = SumsOfBlock(expected, seen, mask, x, y, kBlockSide);
      whole.Add(sums);
      const int width = std::min(kBlockSide, expected.width() - x),
                height = std::min(kBlockSide, expected.height() - y);
      const bool is_block =
          2 * width >= kBlockSide && 2 * height >= kBlockSide && 2 * sums.count >= width * height;
      if (is_block && sums.Deviation() >= kMinBlockDeviation) blocks.push_back(sums.Correlation());
    }
  }
  agreement->global_correlation = whole.Correlation();
  agreement->block_count = static_cast<int>(blocks.size());
  if (blocks.empty()) return;
  std::sort(blocks.begin(), blocks.end());
  agreement->worst_block_correlation = blocks.front();
  agreement->block_correlation = blocks[blocks.size() / 2];
}

}  // namespace

ThumbnailAgreement CompareThumbnail(const Features& query, const ReferenceView& reference, const Warp& warp) {
  ThumbnailAgreement agreement;
  const ImageSize size = reference.thumbnail.size;
  if (reference.thumbnail.empty()) return agreement;
  const Rectified seen = Rectify(query, reference, warp);
  agreement.visible_share = seen.visible / (static_cast<float>(size.width) * static_cast<float>(size.height));
  if (seen.visible < kMinVisiblePixels) return agreement;
  const GrayImage own = PixelsOf(reference.thumbnail);
  if (own.empty()) return agreement;
  const GrayPlane expected = Visible(own, seen.mask);
  agreement.plain_correlation = SumsOf(expected, seen.values, seen.mask).Correlation();
  const GrayPlane counts = SumsAround(seen.mask);
  CompareDetail(NormalizeLocally(expected, seen.mask, counts),
                NormalizeLocally(seen.values, seen.mask, counts), seen.mask, &agreement);
  return agreement;
}

}  // namespace loupe
