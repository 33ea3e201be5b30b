#pragma once

#include "core/verification/decision_facts.h"

namespace loupe::verification {

/**
 * Written by `loupe bench fit` from 2443 candidates, 1065 of them right; edit nothing here, fit again.
 * Ridge 0.001; mean loss of candidates left out 0.0316.
 */
constexpr float kFittedOffset = -18.1834f;

// clang-format off
constexpr DecisionFacts kFittedWeights = {
    0.2969f,  // logZ
    -2.6699f,  // logZBeyondUsual
    3.4191f,  // logCells
    5.3120f,  // logCellsBeyondUsual
    5.5838f,  // globalCorrelation
    4.4634f,  // blockCorrelation
    1.4769f,  // lowerBlockCorrelation
    -3.7590f,  // contradictingShare
    4.5025f,  // preciseShare
    -10.4323f,  // chanceShare
    -13.2219f,  // chanceShareBeyondUsual
    -1.1709f,  // unconfirmedShare
    0.3889f,  // spreadShare
    -2.6525f,  // logScale
    -4.0307f,  // isBent
    -9.7311f,  // isRegistered
    9.1175f,  // followedCorrelation
    -15.1043f,  // followedChance
    5.6040f,  // followedPrecise
    -1.5701f,  // isCloserLook
};
// clang-format on

/** A match at the shipped threshold has at least these log odds. */
constexpr float kFittedMatchLogOdds = 1.0573f;

}  // namespace loupe::verification
