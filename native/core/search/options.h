#pragma once

#include "core/base/options.h"
#include "core/features/options.h"
#include "core/retrieval/options.h"
#include "core/verification/options.h"

namespace loupe::search {

/**
 * When a step of a ranking ends: after this number of wrong candidates in a row,
 * since true ones have nearly always the most evidence, or the second most.
 */
struct VerificationBudget {
  /** The number of a step's best candidates that need less evidence to be verified than others. */
  int best_always_verified = 0;
  int max_wrong_in_a_row = 1;
  /** Evidence of a candidate's sample below which the rest of it is not looked for; less costs time, more
   * costs recall. */
  int min_sampled_evidence = 120;

  LOUPE_OPTIONS(best_always_verified, max_wrong_in_a_row, min_sampled_evidence)
};

/** Which of the ranked candidates are examined and verified (see Recognizer). */
struct BudgetOptions {
  /** Candidates examined at first, and in each further step while steps go on finding recognized references.
   */
  int first_examined = 20;
  int further_examined = 10;
  /** Candidates examined after the keypoints of recognized references are taken out of the picture. */
  int unexplained_examined = 8;
  /**
   * Of a step's candidates only those are examined that agree better than chance: this many times as much as
   * the candidate of this rank, in the middle of the first step. Of true candidates 99 % do.
   */
  int noise_rank = 15;
  double above_noise = 1.15;
  /** Examined whatever their agreement. */
  int best_always_examined = 2;
  /**
   * Evidence (see PredictedPairs) times the root of spatial agreement that makes a candidate worth verifying.
   * Of true candidates 99 % have the first amount; the second is enough for the best two, so that weak true
   * ones are not lost.
   */
  double verify_evidence = 4600.0;
  double verify_best_evidence = 2000.0;
  /** Where nothing stands out, this many are examined once more: a page among pages like it may lie in the
   * noise. */
  int examined_in_noise = 40;
  /** With this evidence the candidate with the best agreement is verified before the others are examined. */
  double obvious_evidence = 13800.0;
  /**
   * Beside a recognized reference candidates are left out that have less than these shares of its agreement
   * and evidence: works that show the same content have more, also when they lie elsewhere in the picture.
   */
  double least_share_elsewhere = 0.1;
  double least_share_there = 0.2;
  /** Where a candidate has this score after its refinement, no other is tried from all descriptors. */
  float nearly_recognized_score = -5.0f;
  VerificationBudget usual{2, 3, 200};
  /** For candidates that agree no better than chance; examined only when no other is recognized. */
  VerificationBudget in_noise{0, 1, 400};

  LOUPE_OPTIONS(first_examined, further_examined, unexplained_examined, noise_rank, above_noise,
                best_always_examined, verify_evidence, verify_best_evidence, examined_in_noise,
                obvious_evidence, least_share_elsewhere, least_share_there, nearly_recognized_score, usual,
                in_noise)
};

/** Where nothing is recognized: one more pose from all descriptors (see RetryFromAllDescriptors). */
struct DescriptorRetryOptions {
  /** Candidates whose descriptors are clustered, and the least evidence for that. Each costs all pairs of
   * descriptors. */
  int max_clustered = 2;
  double min_evidence = 3000.0;
  /** A pose with this many guided inliers is good enough. */
  int many_inliers = 40;
  /** A smaller cluster of agreeing pairs is chance. */
  int min_cluster = 30;

  LOUPE_OPTIONS(max_clustered, min_evidence, many_inliers, min_cluster)
};

/**
 * As of the first look, for less: what a closer look finds is nearly always the best of one of its rankings,
 * and stands out of it.
 */
inline BudgetOptions BudgetOfSecondTry() {
  BudgetOptions budget;
  budget.first_examined = 8;
  budget.examined_in_noise = 12;
  budget.usual.max_wrong_in_a_row = 2;
  return budget;
}

/** Of a second try: none. All pairs of thousands of descriptors cost more than they find. */
inline DescriptorRetryOptions RetryOfSecondTry() {
  DescriptorRetryOptions retry;
  retry.max_clustered = 0;
  return retry;
}

/** Where the query shows what a crowd of references share, pages of one template (see SearchRun). */
struct CrowdBudgetOptions {
  /** Members tried for the crowd's pose, and the least number of guided inliers of that pose. */
  int max_posed = 6;
  int min_inliers = 20;
  /** Poses are the same that put the corners of a reference nowhere so far apart, as a share of its longest
   * side: a quarter of how far what lies there may be away. */
  double same_pose_radius = 0.004;
  /** References that have something where a pose puts it; with fewer it is not the pose of a crowd. */
  int least_members = 16;
  /** The best one stands out when it has this many times the votes of the next. Other poses are tried until
   * then, and the best few of each are verified. */
  double clear_lead = 1.5;
  int max_verified = 2;

  LOUPE_OPTIONS(max_posed, min_inliers, same_pose_radius, least_members, clear_lead, max_verified)
};

/** A closer look where the first one recognizes nothing (see SecondTry). */
struct SecondTryOptions {
  /** Parts of the picture that are ranked by themselves after the whole, each this share of both sides: the
   * middle, then this many along each side. */
  int parts_a_side = 2;
  double part_share = 0.5;
  BudgetOptions budget = BudgetOfSecondTry();
  DescriptorRetryOptions descriptor_retry = RetryOfSecondTry();
  /** References with most votes that are matched spatially, in each ranking. */
  int max_spatial = 300;
  /** As of a search: what a closer look is for is often not among its strongest keypoints. */
  int strongest_first_from = 65'536;
  double strongest_share = 0.3;
  /**
   * The share of the keypoints which a first look may have that it needs, and of these on its two finest
   * levels: where it found fewer, the photo is blurred or shows little, and a closer look sees no more.
   */
  double least_filled = 0.95;
  double least_fine = 0.38;

  LOUPE_OPTIONS(parts_a_side, part_share, budget, descriptor_retry, max_spatial, strongest_first_from,
                strongest_share, least_filled, least_fine)
};

/** A whole search, with the options of the stages that it stands on. */
struct SearchOptions {
  retrieval::RetrievalOptions retrieval;
  verification::VerificationOptions verification;
  BudgetOptions budget;
  CrowdBudgetOptions crowd;
  DescriptorRetryOptions descriptor_retry;
  SecondTryOptions second_try;
  features::SlantedLookOptions slanted_look;
  /**
   * From this number of references on, the strongest share of the query's keypoints is looked up first, and
   * the others only when those do not find what it shows: a tenth of a search of a thousand references, half
   * of one of many. Fewer cost little to look up, and a photo of many pictures alike needs every keypoint of
   * each.
   */
  int strongest_first_from = 1000;
  double strongest_share = 0.2;
  /** Words looked up for the other keypoints, when a reference was recognized that does not explain them. */
  int words_per_unexplained = 1;
  /**
   * From this number of references on, a search reads only those postings of each word whose codes differ
   * in at most `code_radius` bits from the descriptor's: words grow finer with the index.
   */
  int codes_from = 200'000;
  int code_radius = 1;
  /** The nearest words that are then looked up for a descriptor. */
  int words_with_codes = 2;
  /** The same for a closer look, where nothing was recognized so far. */
  int closer_code_radius = 8;
  int closer_words_with_codes = 3;

  LOUPE_OPTIONS(retrieval, verification, budget, crowd, descriptor_retry, second_try, slanted_look,
                strongest_first_from, strongest_share, words_per_unexplained, codes_from, code_radius,
                words_with_codes, closer_code_radius, closer_words_with_codes)
};

}  // namespace loupe::search
