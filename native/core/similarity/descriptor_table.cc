#include "core/similarity/descriptor_table.h"

#include <algorithm>
#include <mutex>

#include "core/base/error.h"
#include "core/signature/dna.h"

namespace loupe::similarity {
namespace {

constexpr size_t kRowsBetweenChecks = 4096;
/** Distances are 0..1. */
constexpr float kFarthest = 1.0f;

bool IsNearer(const RankedReference& a, const RankedReference& b) {
  return a.distance < b.distance || (a.distance == b.distance && a.key < b.key);
}

}  // namespace

void DescriptorTable::Put(uint32_t key, base::Span<const uint8_t> dna) {
  const signature::DnaView view = signature::ParseDna(dna);
  if (!signature::HasAppearance(view)) {
    throw base::Error(
        base::ErrorCode::kInvalidArgument,
        "The DNA holds no color and similarity descriptors; extract the picture again, in color.");
  }
  color::ColorDescriptor colors = color::DecodeColors(view.section(signature::DnaSection::kColor));
  const SimilarityDescriptor similarity = DecodeSimilarity(view.section(signature::DnaSection::kSimilarity));
  const std::unique_lock lock(mutex_);
  const auto [entry, is_new] = row_of_key_.try_emplace(key, keys_.size());
  const size_t row = entry->second;
  if (is_new) {
    keys_.push_back(key);
    colors_.emplace_back();
    similarities_.resize(similarities_.size() + kSimilarityBytes);
  }
  colors_[row] = std::move(colors);
  std::copy(similarity.bytes.begin(), similarity.bytes.end(), similarities_.data() + row * kSimilarityBytes);
}

bool DescriptorTable::Remove(uint32_t key) {
  const std::unique_lock lock(mutex_);
  const auto entry = row_of_key_.find(key);
  if (entry == row_of_key_.end()) return false;
  // The last row takes the place of the removed one: rows have no order of their own.
  const size_t row = entry->second, last = keys_.size() - 1;
  row_of_key_[keys_[last]] = row;
  row_of_key_.erase(key);
  keys_[row] = keys_[last];
  colors_[row] = std::move(colors_[last]);
  std::copy_n(similarities_.data() + last * kSimilarityBytes, kSimilarityBytes,
              similarities_.data() + row * kSimilarityBytes);
  keys_.pop_back();
  colors_.pop_back();
  similarities_.resize(last * kSimilarityBytes);
  return true;
}

size_t DescriptorTable::size() const {
  const std::shared_lock lock(mutex_);
  return keys_.size();
}

std::vector<size_t> DescriptorTable::RowsOf(const std::optional<std::vector<uint32_t>>& keys) const {
  std::vector<size_t> rows;
  if (!keys) {
    rows.resize(keys_.size());
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    return rows;
  }
  for (const uint32_t key : *keys) {
    const auto entry = row_of_key_.find(key);
    if (entry != row_of_key_.end()) rows.push_back(entry->second);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

template <typename Distance>
Ranking DescriptorTable::Rank(const PageRequest& request, Distance distance) const {
  const std::shared_lock lock(mutex_);
  const std::vector<size_t> rows = RowsOf(request.keys);
  Ranking ranking;
  ranking.total = rows.size();
  const size_t first = std::min(request.offset, rows.size());
  const size_t end = first + std::min(request.limit, rows.size() - first);
  if (first == end) return ranking;
  // A heap of the nearest so far, the farthest of them on top: nothing farther than that needs to be known
  // exactly.
  std::vector<RankedReference> nearest;
  nearest.reserve(end + 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i % kRowsBetweenChecks == 0) base::ThrowIfCancelled(request.cancellation);
    const bool is_full = nearest.size() == end;
    RankedReference reference = distance(rows[i], is_full ? nearest.front().distance : kFarthest);
    reference.key = keys_[rows[i]];
    if (is_full && !IsNearer(reference, nearest.front())) continue;
    nearest.push_back(reference);
    std::push_heap(nearest.begin(), nearest.end(), IsNearer);
    if (!is_full) continue;
    std::pop_heap(nearest.begin(), nearest.end(), IsNearer);
    nearest.pop_back();
  }
  std::sort_heap(nearest.begin(), nearest.end(), IsNearer);
  ranking.page.assign(nearest.begin() + static_cast<std::ptrdiff_t>(first), nearest.end());
  return ranking;
}

Ranking DescriptorTable::RankBySimilarity(const SimilarityDescriptor& query, float color_weight,
                                          const PageRequest& request) const {
  return Rank(request, [&](size_t row, float) {
    RankedReference reference;
    reference.parts = Compare(query, similarities_.data() + row * kSimilarityBytes, similarity_options_);
    reference.distance = OverallDistance(reference.parts, color_weight);
    return reference;
  });
}

Ranking DescriptorTable::RankByColors(const std::vector<color::WantedColor>& wanted,
                                      const PageRequest& request) const {
  const std::vector<color::WantedColor> counted = color::CountedAsPresent(wanted, color_options_.search);
  return Rank(request, [&](size_t row, float farthest) {
    RankedReference reference;
    reference.distance =
        static_cast<float>(color::ColorDistance(counted, colors_[row], farthest, color_options_.search));
    return reference;
  });
}

color::ColorDescriptor DescriptorTable::ColorsOf(uint32_t key) const {
  const std::shared_lock lock(mutex_);
  const auto entry = row_of_key_.find(key);
  if (entry == row_of_key_.end())
    throw base::Error(base::ErrorCode::kUnknownKey, "The table holds no such key.");
  return colors_[entry->second];
}

std::vector<color::PaletteColor> DescriptorTable::Palette(
    size_t most_colors, const std::optional<std::vector<uint32_t>>& keys) const {
  const std::shared_lock lock(mutex_);
  std::vector<size_t> rows = RowsOf(keys);
  // In order of the keys, so that the palette does not depend on the order of insertion.
  std::sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return keys_[a] < keys_[b]; });
  std::vector<color::ColorDescriptor> chosen;
  chosen.reserve(rows.size());
  for (const size_t row : rows) chosen.push_back(colors_[row]);
  return color::MakePalette(chosen, most_colors, color_options_.palette);
}

}  // namespace loupe::similarity
