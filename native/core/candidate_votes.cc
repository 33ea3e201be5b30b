#include "candidate_votes.h"

#include <algorithm>

namespace loupe {
namespace {

constexpr int kRadixBits = 11;
constexpr size_t kRadixSize = size_t{1} << kRadixBits;

/** Stable least-significant-digit radix sort by image number. */
void SortByImage(std::vector<RetrievalHit>* hits) {
  uint32_t greatest = 0;
  for (const RetrievalHit& hit : *hits) greatest = std::max(greatest, hit.image);
  std::vector<RetrievalHit> other(hits->size());
  for (int shift = 0; shift < 32 && (greatest >> shift) != 0; shift += kRadixBits) {
    uint32_t starts[kRadixSize] = {};
    for (const RetrievalHit& hit : *hits) ++starts[(hit.image >> shift) % kRadixSize];
    uint32_t sum = 0;
    for (uint32_t& start : starts) {
      const uint32_t count = start;
      start = sum;
      sum += count;
    }
    for (const RetrievalHit& hit : *hits) other[starts[(hit.image >> shift) % kRadixSize]++] = hit;
    hits->swap(other);
  }
}

bool IsBetter(const RetrievalHit& a, const RetrievalHit& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.geometry.bits() < b.geometry.bits();
}

}  // namespace

void GroupByImage(const std::vector<RetrievalHit>& hits, VotedHits* grouped) {
  grouped->hits = hits;
  grouped->images.clear();
  SortByImage(&grouped->hits);
  size_t kept = 0;
  for (const RetrievalHit& hit : grouped->hits) {
    const bool is_same_image = !grouped->images.empty() && grouped->images.back().image == hit.image;
    if (is_same_image && grouped->hits[kept - 1].query == hit.query) {
      if (IsBetter(hit, grouped->hits[kept - 1])) grouped->hits[kept - 1] = hit;
      continue;
    }
    if (!is_same_image) grouped->images.push_back({hit.image, static_cast<uint32_t>(kept), 0, 0});
    grouped->hits[kept++] = hit;
    grouped->images.back().end = static_cast<uint32_t>(kept);
  }
  grouped->hits.resize(kept);
  for (VotedImage& image : grouped->images) {
    for (uint32_t i = image.begin; i < image.end; ++i) image.votes += grouped->hits[i].weight;
  }
}

}  // namespace loupe
