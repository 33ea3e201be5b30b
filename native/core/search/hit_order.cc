#include "core/search/hit_order.h"

#include <map>
#include <tuple>
#include <utility>

#include "core/verification/verify.h"

namespace loupe::search {
namespace {

auto IdentityOf(const SearchHit& hit) { return std::make_tuple(hit.index, hit.key); }

}  // namespace

bool IsBetterHit(const SearchHit& a, const SearchHit& b) {
  if (verification::IsNearer(a.match, b.match)) return true;
  if (verification::IsNearer(b.match, a.match)) return false;
  return IdentityOf(a) < IdentityOf(b);
}

void Merge(std::vector<SearchHit> others, std::vector<SearchHit>* hits) {
  std::map<std::tuple<uint32_t, uint32_t>, size_t> places;
  for (size_t i = 0; i < hits->size(); ++i) places[IdentityOf((*hits)[i])] = i;
  for (SearchHit& hit : others) {
    const auto place = places.find(IdentityOf(hit));
    if (place == places.end()) {
      hits->push_back(std::move(hit));
    } else if (IsBetterHit(hit, (*hits)[place->second])) {
      (*hits)[place->second] = std::move(hit);
    }
  }
}

void MergeMirrored(std::vector<SearchHit> mirrored, std::vector<SearchHit>* hits) {
  for (SearchHit& hit : mirrored) verification::UnmirrorQuery(&hit.match);
  Merge(std::move(mirrored), hits);
}

}  // namespace loupe::search
