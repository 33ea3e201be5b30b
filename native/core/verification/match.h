#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/image/image.h"
#include "core/verification/decision_facts.h"

namespace loupe::verification {

/** Only kClone and kMatch count as recognized. */
enum class Decision : uint8_t {
  kClone,
  kMatch,
  kSimilar,
  kDifferent,
  kRejectedGeometry,
  kRejectedBoxShape,
};

/** The engine specification's words, for example "Rejection due to geometric test". */
const char* DecisionName(Decision decision);

/** Strictness of the decision where none is asked for, 0..1. */
constexpr float kShippedThreshold = 0.5f;

inline bool IsRecognized(Decision decision) {
  return decision == Decision::kClone || decision == Decision::kMatch;
}

/** How a query is looked at. */
enum class Look : uint8_t {
  kFirst,
  /** At more pixels, as a whole and in parts, where the first look is not enough. */
  kCloser,
  /** As if from another side, where a closer look finds nothing. */
  kSlanted,
};

/** A position as fractions of width and height. */
struct FractionPoint {
  float x = 0.0f;
  float y = 0.0f;
};

/** One side of a local match. */
struct MatchSide {
  image::ImageSize original_size;
  image::ImageSize resized_size;
  /** Clockwise from the reference's top left; axis-aligned on the reference side. Fractions. */
  std::array<FractionPoint, 4> box{};
  /** Share of the picture's area that the box covers, 0..1. */
  float box_area = 0.0f;
};

struct MatchScores {
  float box_covered_surface = 0.0f;
  float box_points_ratio = 0.0f;
  float box_points_ratio_homography = 0.0f;
  float match_strength = 0.0f;
};

/** What the decision was made from, for tuning and for explaining. */
struct MatchEvidence {
  int tentative_count = 0;
  int inlier_count = 0;
  int guided_count = 0;
  /** Guided matches against the expectation under shifted transforms, in standard deviations. */
  float z_score = 0.0f;
  /** Correlation of the high-passed thumbnail with the rectified query: whole, and median of blocks. */
  float global_correlation = 0.0f;
  float block_correlation = 0.0f;
  /** Correlation of the worst well-textured block; low when something was added or removed. */
  float worst_block_correlation = 0.0f;
  /** Correlation that a quarter of the textured blocks stay below. */
  float lower_block_correlation = 0.0f;
  /** Share of the reference that lies inside the query picture, 0..1. */
  float visible_share = 0.0f;
  /** Share of the visible keypoints of the reference that lie where next to none is found again, though
   * elsewhere they are; 0..1. */
  float unconfirmed_share = 0.0f;
  /** Area over which inliers are spread, as a share of that of all visible keypoints of the reference; a
   * strip has little. */
  float spread_share = 0.0f;
  /** How the reference is seen at its middle: query pixels for one of its own along the direction in which it
   * is most shortened, and that as a share of the other direction. */
  float scale = 0.0f;
  float slant = 0.0f;
  /** Cells of a fine grid that hold guided inliers; see CandidateFacts. */
  int inlier_cells = 0;
  /** Share of the visible reference keypoints that were found again, 0..1, and their mean Hamming distance.
   */
  float found_again_share = 0.0f;
  float mean_hamming = 256.0f;
  /** Share of the points found again that chance explains, 0..1: how many are found under shifted transforms.
   */
  float chance_share = 0.0f;
  /** Share of the points found again that lie within a pixel of their predicted places, 0..1. */
  float precise_share = 0.0f;
  /** Share of the points found again that no keypoint of the query elsewhere resembles as much, 0..1; see
   * MeasureRivals. */
  float unrivalled_share = 0.0f;
  /** How much speaks for the candidate; see EvidenceScore. */
  float score = 0.0f;
};

/** Result of verifying one reference against one query. */
struct LocalMatch {
  Decision decision = Decision::kDifferent;
  /** By the shipped threshold, whatever was asked for: what a search goes by. */
  bool is_recognized = false;
  /** 0 (same) to 1 (nothing in common). */
  float distance = 1.0f;
  MatchSide query;
  MatchSide reference;
  MatchScores scores;
  bool has_homography = false;
  /** Row-major, on fractions of both pictures, last entry 1. */
  std::array<double, 9> query_from_reference{};
  bool is_mirrored = false;
  MatchEvidence evidence;
  /** What the decision was made from. */
  DecisionFacts facts{};
  /** Matched points, only when asked for. Parallel arrays. */
  std::vector<FractionPoint> points_in_query;
  std::vector<FractionPoint> points_in_reference;
};

/** Recognized before not, then by distance: decides which of two looks at one pair is reported. */
bool IsNearer(const LocalMatch& a, const LocalMatch& b);

}  // namespace loupe::verification
