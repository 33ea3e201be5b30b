#pragma once

#include "core/verification/decision_facts.h"

namespace loupe::verification {

/**
 * Written by `loupe bench fit` from 2045 candidates, 1006 of them right; edit nothing here, fit again.
 * Ridge 0.001; mean loss of candidates left out 0.0114.
 */
constexpr float kFittedOffset = -24.1416f;

// clang-format off
constexpr DecisionFacts kFittedWeights = {
    1.0270f,  // logZ
    0.5523f,  // logZBeyondUsual
    4.3691f,  // logCells
    4.5291f,  // logCellsBeyondUsual
    7.7120f,  // globalCorrelation
    4.9324f,  // blockCorrelation
    2.3142f,  // lowerBlockCorrelation
    -4.9506f,  // contradictingShare
    10.5202f,  // preciseShare
    -5.5427f,  // chanceShare
    -14.0989f,  // chanceShareBeyondUsual
    -3.3260f,  // unconfirmedShare
    0.0000f,  // spreadShare
    -2.4490f,  // logScale
    -5.7628f,  // isBent
    -6.6440f,  // isRegistered
    10.2674f,  // followedCorrelation
    -5.0979f,  // followedChance
    5.9567f,  // followedPrecise
    -3.7896f,  // isCloserLook
};
// clang-format on

/** A match at the shipped threshold has at least these log odds. */
constexpr float kFittedMatchLogOdds = 1.9734f;

}  // namespace loupe::verification
