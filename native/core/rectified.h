#pragma once

#include "dna.h"
#include "features.h"
#include "gray_plane.h"
#include "warp.h"

namespace loupe {

/** What the query shows at the places of the thumbnail's pixels. */
struct Rectified {
  /** Gray values less the middle one; 0 where the query has no pixels. */
  GrayPlane values;
  /** 1 where the query has pixels, else 0. */
  GrayPlane mask;
  float visible = 0.0f;
};

/** Warps the query onto the reference's thumbnail. Nothing is visible when the query has no pixels. */
Rectified Rectify(const Features& query, const ReferenceView& reference, const Warp& warp);

/** The visible part of a thumbnail, less the middle gray. */
GrayPlane Visible(const GrayImage& thumbnail, const GrayPlane& mask);

}  // namespace loupe
