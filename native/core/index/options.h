#pragma once

#include "core/base/options.h"

namespace loupe::index {

/** When segments are merged (log-structured merge; see ChooseMerge). Answers do not depend on it. */
struct IndexOptions {
  /** A segment joins a merge when it is at most this many times as large as all smaller ones together. More
   * moves references more often, fewer leaves more segments to search. */
  int largest_share = 8;
  /** The same when no reference has come for a while (see MergeEffort). */
  int quiet_largest_share = 64;
  /** A segment is rewritten when more than one in this many of its references is removed. */
  int removed_one_in = 4;
  /** Merges of at most this many references happen within Add(), larger ones in Compact(). */
  int inline_merge_references = 2048;
  /** With this many segments, large merges happen within Add() after all, so that searches stay fast. */
  int most_segments = 96;
  /** Merged segments of at least this many references have their long lists divided by code. */
  int least_divided_references = 16384;

  LOUPE_OPTIONS(largest_share, quiet_largest_share, removed_one_in, inline_merge_references, most_segments,
                least_divided_references)
};

}  // namespace loupe::index
