#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/cancellation.h"
#include "core/content/content_map.h"
#include "core/content/options.h"
#include "core/image/image.h"

namespace loupe::content {

/** What the small content of a reference says about the photo. Counts are of blocks. */
struct ContentFacts {
  /** With ink in the reference, and visible in the photo. */
  int32_t inked = 0;
  /** Of these: the same ink, and other ink or none, in the photo. */
  int32_t agreeing = 0;
  int32_t contradicting = 0;
  /** The largest connected part of what contradicts or was added. */
  int32_t largest_contradiction = 0;
  /** Without ink in the reference: with ink in the photo, and without. */
  int32_t added = 0;
  int32_t empty = 0;
  /** Of the blocks with ink: the median, and what 49 of 50 reach. */
  double median_correlation = 0;
  double low_correlation = 0;
  /** What the best tenth of the blocks with ink reach. */
  double high_correlation = 0;
  /** Longer side in pixels of the frame in which both were compared. */
  int32_t frame_side_px = 0;
  /** Share of the reference that the photo shows, 0..1. */
  double visible_share = 0;
  /** See WorstDifference. */
  double worst_difference = 0;
  /** See DetailDifference; 0 where `worst_difference` says already that the picture is no copy. */
  double detail_difference = 0;
  OtherPrint other_print;
};

/** Hands over each fact with the name under which it is answered. */
template <typename Visit>
void VisitFacts(const ContentFacts& facts, Visit visit) {
  visit("inkedBlocks", facts.inked);
  visit("agreeingBlocks", facts.agreeing);
  visit("contradictingBlocks", facts.contradicting);
  visit("largestContradiction", facts.largest_contradiction);
  visit("addedBlocks", facts.added);
  visit("emptyBlocks", facts.empty);
  visit("medianCorrelation", facts.median_correlation);
  visit("lowCorrelation", facts.low_correlation);
  visit("highCorrelation", facts.high_correlation);
  visit("frameSidePx", facts.frame_side_px);
  visit("visibleShare", facts.visible_share);
  visit("worstDifference", facts.worst_difference);
  visit("detailDifference", facts.detail_difference);
  visit("otherPrintShare", facts.other_print.share);
  visit("unevennessPx", facts.other_print.unevenness_px);
}

/** Two bytes a block: its state, and its correlation from 0 for -1 to 200 for 1. */
std::vector<uint8_t> BytesOf(const ContentMap& map);

struct ContentEvidence {
  ContentMap map;
  ContentFacts facts;
};

/**
 * Compares a reference with a photo block by block. Deterministic.
 *
 * @param query                 the photo, gray or RGB
 * @param reference             gray or RGB, the longer side some 768 px
 * @param query_from_reference  row-major homography on fractions of both pictures
 * @throws Error kInvalidImage for an empty or oversized raster, kAborted when cancelled
 */
ContentEvidence WeighContent(const image::RasterView& query, const image::RasterView& reference,
                             const std::array<double, 9>& query_from_reference, const ContentOptions& options,
                             const base::CancellationToken* cancellation);

/**
 * Compares a reference with a relative, such as another page of its design, as sharp and as large as a photo
 * shows both: the blocks in which they differ show which of them is in the photo, and whether any is.
 * What they share is no evidence.
 *
 * @throws as WeighContent
 */
ContentMap CompareRelatives(const image::RasterView& reference, const image::RasterView& relative,
                            const std::array<double, 9>& relative_from_reference, const ContentView& view,
                            const ContentOptions& options, const base::CancellationToken* cancellation);

}  // namespace loupe::content
