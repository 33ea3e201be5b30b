#pragma once

#include "core/base/options.h"

namespace loupe::image {

/** How large a picture is worked on (see WorkingSize). Stored keypoints refer to that size. */
struct WorkingSizeOptions {
  /** Greatest enlargement of small pictures; more finds only noise. */
  double max_enlargement = 2.5;
  /** Strips (a banner, a spine) are worked on larger, so that their short side still holds whole patches.
   * Costs time in proportion to the area. */
  int min_short_side_px = 96;
  int max_strip_side_px = 1280;

  LOUPE_OPTIONS(max_enlargement, min_short_side_px, max_strip_side_px)
};

}  // namespace loupe::image
