#pragma once

#include <opencv2/core.hpp>

#include "core/base/cancellation.h"
#include "core/registration/options.h"
#include "core/registration/registration.h"
#include "core/registration/warping.h"

namespace loupe::registration {

/** Two pictures at the coarser resolution of both. */
struct FullSizePair {
  /** 8-bit RGB. */
  cv::Mat reference, query;
  /** From pixels of `reference` to pixels of `query`. */
  Warp warp;
};

/**
 * Carries what Register found on reduced pictures over to the pictures themselves, 8-bit RGB, and refines the
 * smooth part of the warp there. Works in bands of rows; what it finds is one field over the whole picture.
 * @throws Error kAborted when cancelled.
 */
FullSizePair RefineAtFullSize(const cv::Mat& reference, const cv::Mat& query, const RegisteredPair& reduced,
                              const RegistrationOptions& options,
                              const base::CancellationToken* cancellation);

}  // namespace loupe::registration
