#pragma once

#include <optional>

#include "core/features/features.h"
#include "core/signature/dna.h"
#include "core/verification/match.h"
#include "core/verification/options.h"

namespace loupe::verification {

/**
 * How the thumbnail of a reference agrees with the whole query, as a copy of the reference would in its
 * frame, perhaps in a quarter turn that the match shows, or with a border that moves it a little.
 * @return the correlation of both, high-passed, -1..1, and 1 of pictures too small to tell; nothing where
 * their proportions differ, so that neither is a copy of the other, and where one has no pixels
 */
std::optional<float> FrameCorrelation(const features::Features& query,
                                      const signature::ReferenceView& reference, const LocalMatch& match,
                                      const AppearanceOptions& options);

}  // namespace loupe::verification
