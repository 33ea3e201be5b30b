#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/index/reference_index.h"
#include "core/retrieval/posting_scan.h"

namespace loupe::retrieval {

/** Restricts a search. Tested on every hit before any cap, so the best within the filter is found. */
struct SearchFilter {
  /** Only references that hold all of these keywords. */
  std::vector<std::string> keywords;
  /** With `only_keys`, only references with these keys (in any order, repeats allowed). */
  bool only_keys = false;
  std::vector<uint32_t> keys;
  /** One reference that is as if absent: the position of its index in the search call, and its key. */
  std::optional<std::pair<uint32_t, uint32_t>> excluded;
};

/** The segments that one search reads, kept alive for as long as it lasts. */
class SearchScope {
 public:
  /** @throws Error kInvalidArgument for too many segments, or indexes of different vocabularies */
  SearchScope(base::Span<const index::ReferenceIndex* const> indexes, const SearchFilter& filter);

  /**
   * Shards of one index, each with the filter for its own references; for ties and `excluded` they are one
   * index, the first.
   * @throws as above
   */
  static SearchScope OfShards(base::Span<const index::ReferenceIndex* const> shards,
                              base::Span<const SearchFilter> filters);

  /** Segments that hold a reference that may be found. */
  const std::vector<SegmentView>& views() const { return views_; }
  /** The vocabulary of all indexes. */
  const index::Vocabulary& vocabulary() const { return *vocabulary_; }
  /** The view that an image number belongs to. */
  const SegmentView& ViewOf(uint32_t image) const;
  /** All image numbers are below. */
  size_t image_count() const { return image_count_; }
  /** References that may be found. */
  size_t allowed_count() const { return allowed_count_; }
  /** References in all indexes, filtered or not. */
  size_t reference_count() const { return reference_count_; }

 private:
  SearchScope() = default;
  void AddIndex(const index::ReferenceIndex& added, const SearchFilter& filter, uint32_t index);
  void AddSegment(const index::LiveSegment& live, const SearchFilter& filter, uint32_t index);

  std::shared_ptr<const index::Vocabulary> vocabulary_;
  std::vector<std::shared_ptr<const index::IndexState>> states_;
  std::deque<index::LocalSet> allowed_;
  std::vector<SegmentView> views_;
  size_t reference_count_ = 0;
  size_t allowed_count_ = 0;
  uint32_t image_count_ = 0;
};

}  // namespace loupe::retrieval
