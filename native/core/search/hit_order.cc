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
  const bool a_recognized = verification::IsRecognized(a.match.decision);
  const bool b_recognized = verification::IsRecognized(b.match.decision);
  if (a_recognized != b_recognized) return a_recognized;
  if (a.match.distance != b.match.distance) return a.match.distance < b.match.distance;
  return IdentityOf(a) < IdentityOf(b);
}

void MergeMirrored(std::vector<SearchHit> mirrored, std::vector<SearchHit>* hits) {
  std::map<std::tuple<uint32_t, uint32_t>, size_t> places;
  for (size_t i = 0; i < hits->size(); ++i) places[IdentityOf((*hits)[i])] = i;
  for (SearchHit& hit : mirrored) {
    verification::UnmirrorQuery(&hit.match);
    const auto place = places.find(IdentityOf(hit));
    if (place == places.end()) {
      hits->push_back(std::move(hit));
    } else if (IsBetterHit(hit, (*hits)[place->second])) {
      (*hits)[place->second] = std::move(hit);
    }
  }
}

}  // namespace loupe::search
