#pragma once

#include <cstdint>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/color/color_search.h"
#include "core/similarity/similarity_descriptor.h"

namespace loupe::similarity {

/** A reference and its distance; `shape` and `color` are set by similarity searches only. */
struct RankedReference {
  uint32_t key = 0;
  float distance = 0.0f;
  SimilarityDistance parts;
};

struct Ranking {
  /** References that were ranked, all pages together. */
  size_t total = 0;
  /** One page: nearest first, then by key. */
  std::vector<RankedReference> page;
};

struct PageRequest {
  size_t offset = 0;
  size_t limit = 10;
  /** Only these keys, in any order; all when empty. */
  std::optional<std::vector<uint32_t>> keys;
  const base::CancellationToken* cancellation = nullptr;
};

/**
 * Color and similarity descriptors of one application, in memory, scanned whole for every search: 100,000 of
 * them take a few milliseconds, and the order is exact and the same every time. Safe to use from several
 * threads.
 */
class DescriptorTable {
 public:
  explicit DescriptorTable(const SimilarityOptions& similarity = {}, const color::ColorOptions& colors = {})
      : similarity_options_(similarity), color_options_(colors) {}

  /**
   * Adds or replaces the descriptors that a DNA holds.
   * @throws Error kDnaCorrupt or kDnaVersion; kInvalidArgument when the DNA holds neither descriptor
   */
  void Put(uint32_t key, base::Span<const uint8_t> dna);
  /** False when the key is unknown. */
  bool Remove(uint32_t key);
  size_t size() const;

  /** @param color_weight 0..1 */
  Ranking RankBySimilarity(const SimilarityDescriptor& query, float color_weight,
                           const PageRequest& request) const;
  Ranking RankByColors(const std::vector<color::WantedColor>& wanted, const PageRequest& request) const;
  /** @throws Error kUnknownKey */
  color::ColorDescriptor ColorsOf(uint32_t key) const;
  std::vector<color::PaletteColor> Palette(size_t most_colors,
                                           const std::optional<std::vector<uint32_t>>& keys) const;

 private:
  template <typename Distance>
  Ranking Rank(const PageRequest& request, Distance distance) const;
  std::vector<size_t> RowsOf(const std::optional<std::vector<uint32_t>>& keys) const;

  const SimilarityOptions similarity_options_;
  const color::ColorOptions color_options_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<uint32_t, size_t> row_of_key_;
  std::vector<uint32_t> keys_;
  std::vector<color::ColorDescriptor> colors_;
  /** kSimilarityBytes a row, packed, so that a scan streams through memory. */
  std::vector<uint8_t> similarities_;
};

}  // namespace loupe::similarity
