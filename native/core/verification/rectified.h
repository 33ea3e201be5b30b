#pragma once

#include "core/features/features.h"
#include "core/geometry/warp.h"
#include "core/image/gray_plane.h"
#include "core/signature/dna.h"

namespace loupe::verification {

/** What the query shows at the places of the thumbnail's pixels. */
struct Rectified {
  /** Gray values less the middle one; 0 where the query has no pixels. */
  image::GrayPlane values;
  /** 1 where the query has pixels, else 0. */
  image::GrayPlane mask;
  float visible = 0.0f;
};

/** Warps the query onto the reference's thumbnail. Nothing is visible when the query has no pixels. */
Rectified Rectify(const features::Features& query, const signature::ReferenceView& reference,
                  const geometry::Warp& warp);

/** The visible part of a thumbnail, less the middle gray. */
image::GrayPlane Visible(const image::GrayImage& thumbnail, const image::GrayPlane& mask);

}  // namespace loupe::verification
