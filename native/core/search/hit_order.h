#pragma once

#include <vector>

#include "core/search/search.h"

namespace loupe::search {

/** The order of SearchResult::hits. */
bool IsBetterHit(const SearchHit& a, const SearchHit& b);

/** Puts hits of another look at the query in where they are better than the hit of the same reference. */
void Merge(std::vector<SearchHit> others, std::vector<SearchHit>* hits);

/** Puts hits of the mirrored query in where they are better than the plain hit of the same reference. */
void MergeMirrored(std::vector<SearchHit> mirrored, std::vector<SearchHit>* hits);

}  // namespace loupe::search
