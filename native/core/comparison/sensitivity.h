#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/comparison/common_frame.h"
#include "core/comparison/options.h"

namespace loupe::comparison {

/** What the second picture is: a file of the same print, a scan of it, or a photo. */
enum class Sensitivity : uint8_t { kProof, kScan, kPhoto };

/** Word of a sensitivity: "proof", "scan" or "photo". */
const char* SensitivityName(Sensitivity sensitivity);

/** What the pose says that the second picture is. */
Sensitivity SensitivityOf(const CommonFrame& frame, const SensitivityOptions& options);

/** The options with those that a sensitivity decides about. */
ComparisonOptions For(Sensitivity sensitivity, const ComparisonOptions& options);

}  // namespace loupe::comparison
