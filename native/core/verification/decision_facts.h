#pragma once

#include <array>
#include <cstddef>

namespace loupe::verification {

struct CandidateFacts;

/** What a decision is made from, by name and in the order of DecisionFactNames(). */
constexpr size_t kDecisionFactCount = 26;
using DecisionFacts = std::array<float, kDecisionFactCount>;

/** Names as the program that fits the decision writes them. */
const std::array<const char*, kDecisionFactCount>& DecisionFactNames();

/** The facts of one candidate, transformed so that the logarithm of the odds is about linear in them. */
DecisionFacts DecisionFactsOf(const CandidateFacts& facts);

}  // namespace loupe::verification
