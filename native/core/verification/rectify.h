#pragma once

#include <opencv2/core.hpp>

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/signature/dna.h"
#include "core/verification/decide.h"
#include "core/verification/options.h"

namespace loupe::verification {

/** How the reference's thumbnail agrees with the part of the query that the transform maps onto it. */
struct ThumbnailAgreement {
  /** Share of thumbnail pixels that lie inside the query, 0..1. */
  float visible_share = 0.0f;
  /** Correlation of gray values as they are, and after removing slow changes of light; -1..1. */
  float plain_correlation = 0.0f;
  float global_correlation = 0.0f;
  /** Median and lowest correlation over the textured blocks. */
  float block_correlation = 0.0f;
  float worst_block_correlation = 0.0f;
  /** A quarter of them correlates less. */
  float lower_block_correlation = 0.0f;
  /** Number of textured and visible blocks. */
  int block_count = 0;
  OverlapAgreement overlapping;
};

/** Warps the query onto the reference's thumbnail and correlates them. All zero when there is nothing to
 * compare. */
ThumbnailAgreement CompareThumbnail(const features::Features& query,
                                    const signature::ReferenceView& reference, const geometry::Warp& warp,
                                    const AppearanceOptions& options);

}  // namespace loupe::verification
