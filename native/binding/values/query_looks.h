#pragma once

#include "binding/values/picture.h"
#include "core/base/cancellation.h"
#include "core/features/features.h"

namespace loupe::binding {

/** Features of a photo as searches look at it first. Pixels that were given larger are reduced as those of a
 * JPEG are. */
features::Features FirstLook(const Picture& picture, const features::ExtractRequest& request);

/** Features of the same photo for a second try. @throws Error kAborted */
features::Features CloserLook(const Picture& picture, const features::FeatureOptions& options,
                              const base::CancellationToken* cancellation);

}  // namespace loupe::binding
