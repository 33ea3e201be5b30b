#pragma once

#include "core/verification/decision_facts.h"

namespace loupe::verification {

/**
 * Written by `loupe bench fit` from 5653 candidates, 1990 of them right, and 906 other
 * editions; edit nothing here, fit again.
 * Ridge 0.001; mean loss of candidates left out 0.0303.
 */
constexpr float kFittedOffset = -25.6483f;

// clang-format off
constexpr DecisionFacts kFittedWeights = {
    0.0000f,  // logZ
    0.5020f,  // logZBeyondUsual
    0.7147f,  // logCells
    1.6867f,  // logCellsBeyondUsual
    7.0271f,  // globalCorrelation
    0.8634f,  // blockCorrelation
    1.0264f,  // lowerBlockCorrelation
    3.2809f,  // preciseShare
    -3.0345f,  // chanceShare
    -15.1318f,  // chanceShareBeyondUsual
    -2.9816f,  // unconfirmedShare
    0.0000f,  // spreadShare
    -2.3681f,  // logScale
    1.0460f,  // isBent
    -4.0951f,  // isRegistered
    -0.3897f,  // followedCorrelation
    1.5600f,  // followedChance
    -3.2264f,  // followedPrecise
    13.7283f,  // unrivalledShare
    0.2857f,  // meanHamming
    -6.9559f,  // disagreeingShare
    3.7499f,  // meanCorrelation
    -2.5706f,  // leastCorrelation
    -11.2068f,  // framedDisagreeing
    -8.3421f,  // framedUnconfirmed
    0.0000f,  // isCloserLook
};
// clang-format on

/** A match at the shipped threshold has at least these log odds. */
constexpr float kFittedMatchLogOdds = -0.1198f;

}  // namespace loupe::verification
