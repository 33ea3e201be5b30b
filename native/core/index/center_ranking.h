#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/span.h"
#include "core/features/features.h"
#include "core/features/hamming.h"

namespace loupe::index {

/** Centers that are ranked at once: the branches of a vocabulary, or the words of one branch. */
constexpr size_t kRankedTogether = 256;
/** Bytes that kRankedTogether centers occupy. */
constexpr size_t kPlaneBytes = kRankedTogether * sizeof(features::Descriptor);

/** The nearest three so far in ascending order, each as (distance << 16 | number). */
using Ranking = std::array<uint32_t, 3>;

/**
 * Improves a ranking by the Hamming distances of kRankedTogether centers from `query`.
 * @param planes  the centers as ToPlanes() arranges them
 * @param first   number of the first center; all numbers are below 65,536
 */
using RankCenters = void (*)(const features::Descriptor& query, const uint8_t* planes, uint32_t first,
                             Ranking* best);

/** The kernel of one instruction set; the caller has checked IsSupported(). All rank alike. */
RankCenters RankCentersOf(simd::Isa isa);

/** The kernel of the widest instruction set that this processor supports. */
RankCenters ActiveRankCenters();

/**
 * Rearranges centers, a multiple of kRankedTogether, by bytes: of 64 of them byte 0 of each, byte 1 of each,
 * and so on, so that a register holds the same byte of as many centers as it has bytes.
 */
std::vector<uint8_t> ToPlanes(base::Span<const features::Descriptor> centers);

/** One of the centers that ToPlanes() arranged. */
features::Descriptor FromPlanes(const std::vector<uint8_t>& planes, size_t number);

}  // namespace loupe::index
