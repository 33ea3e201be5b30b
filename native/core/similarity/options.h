#pragma once

#include "core/base/options.h"

namespace loupe::similarity {

/** How pictures are ranked by resemblance (see Compare). What descriptors hold is a format. */
struct SimilarityOptions {
  /** Sums of absolute differences that become the distance 1: 1.5 times the mean of unrelated pictures. */
  float far_edges = 5500.0f;
  float far_layout = 3300.0f;
  float far_histogram = 1300.0f;
  float far_color_layout = 1900.0f;
  /** Share of the edges in the distance of shape, and of the histogram in that of color; the layouts have
   * the rest. */
  float edge_weight = 0.5f;
  float layout_weight = 0.5f;
  float histogram_weight = 0.6f;
  float color_layout_weight = 0.4f;

  LOUPE_OPTIONS(far_edges, far_layout, far_histogram, far_color_layout, edge_weight, layout_weight,
                histogram_weight, color_layout_weight)
};

}  // namespace loupe::similarity
