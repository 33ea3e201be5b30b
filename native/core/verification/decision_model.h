#pragma once

#include "core/verification/decision_facts.h"

namespace loupe::verification {

/**
 * Written by `loupe bench fit` from 4793 candidates, 1206 of them right; edit nothing here, fit again.
 * Ridge 0.001; mean loss of candidates left out 0.0220.
 */
constexpr float kFittedOffset = -23.4260f;

// clang-format off
constexpr DecisionFacts kFittedWeights = {
    0.0000f,  // logZ
    1.7931f,  // logZBeyondUsual
    3.7597f,  // logCells
    7.1755f,  // logCellsBeyondUsual
    9.4271f,  // globalCorrelation
    4.8287f,  // blockCorrelation
    2.1647f,  // lowerBlockCorrelation
    -0.3658f,  // contradictingShare
    9.7842f,  // preciseShare
    -10.3304f,  // chanceShare
    -11.2853f,  // chanceShareBeyondUsual
    -1.4555f,  // unconfirmedShare
    0.0000f,  // spreadShare
    -2.9339f,  // logScale
    -4.2335f,  // isBent
    -7.7850f,  // isRegistered
    7.3966f,  // followedCorrelation
    -6.7655f,  // followedChance
    2.3364f,  // followedPrecise
    -0.1677f,  // isCloserLook
};
// clang-format on

/** A match at the shipped threshold has at least these log odds. */
constexpr float kFittedMatchLogOdds = 0.4104f;

}  // namespace loupe::verification
