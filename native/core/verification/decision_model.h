#pragma once

#include "core/verification/decision_facts.h"

namespace loupe::verification {

/**
 * Written by `loupe bench fit` from 4652 candidates, 1206 of them right; edit nothing here, fit again.
 * Ridge 0.001; mean loss of candidates left out 0.0174.
 */
constexpr float kFittedOffset = -37.8466f;

// clang-format off
constexpr DecisionFacts kFittedWeights = {
    0.0000f,  // logZ
    0.6876f,  // logZBeyondUsual
    3.2265f,  // logCells
    5.3655f,  // logCellsBeyondUsual
    8.7658f,  // globalCorrelation
    5.5231f,  // blockCorrelation
    1.3473f,  // lowerBlockCorrelation
    -0.5821f,  // contradictingShare
    7.4087f,  // preciseShare
    -4.3348f,  // chanceShare
    -12.3461f,  // chanceShareBeyondUsual
    -3.2456f,  // unconfirmedShare
    0.0000f,  // spreadShare
    -1.6498f,  // logScale
    -1.3677f,  // isBent
    -5.2625f,  // isRegistered
    4.8986f,  // followedCorrelation
    -1.1709f,  // followedChance
    -2.8393f,  // followedPrecise
    11.7348f,  // unrivalledShare
    0.2565f,  // meanHamming
    0.0000f,  // isCloserLook
};
// clang-format on

/** A match at the shipped threshold has at least these log odds. */
constexpr float kFittedMatchLogOdds = 0.9914f;

}  // namespace loupe::verification
