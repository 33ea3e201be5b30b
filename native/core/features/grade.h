#pragma once

#include "core/features/features.h"

namespace loupe::features {

enum class GradeReason : uint8_t { kGood, kFewFeatures, kClustered, kRepetitive, kBlurred, kTooSmall, kFlat };

/** The word seen outside, for example "few_features". */
const char* GradeReasonName(GradeReason reason);

/** How well a reference will be recognized: 0 (hardly ever) to 5 (from far away and blurred), with what
 * limits it. */
struct Grade {
  int value = 0;
  GradeReason reason = GradeReason::kFlat;
  /** False when the picture holds too little detail to be recognized at all. */
  bool is_recognizable = false;
};

/** Grades the features of a reference. */
Grade GradeReference(const Features& features, const GradeOptions& options = {});

}  // namespace loupe::features
