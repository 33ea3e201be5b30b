#include "core/search/search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/features/looks/slanted_look.h"
#include "core/search/hit_order.h"
#include "core/search/search_run.h"
#include "core/signature/dna.h"
#include "core/verification/frame_agreement.h"

namespace loupe::search {
namespace {

constexpr int kMaxLimit = 1000;
/** Hits that are asked whether the query is their copy. */
constexpr int kMostFramed = 8;

void CheckLimit(const SearchRequest& request) {
  if (request.limit < 1 || request.limit > kMaxLimit) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The limit of a search is between 1 and 1000.");
  }
}

bool IsAnyRecognized(const std::vector<SearchHit>& hits) {
  return std::any_of(hits.begin(), hits.end(), [](const SearchHit& hit) { return hit.match.is_recognized; });
}

/** What a closer look is searched by. */
SearchOptions SecondTryOptionsOf(const SearchOptions& options) {
  SearchOptions second = options;
  second.budget = options.second_try.budget;
  second.descriptor_retry = options.second_try.descriptor_retry;
  second.retrieval.candidates.max_spatial =
      std::min(options.retrieval.candidates.max_spatial, options.second_try.max_spatial);
  second.strongest_first_from = options.second_try.strongest_first_from;
  second.strongest_share = options.second_try.strongest_share;
  return second;
}

/** Whether the first look left corners out, or has them where more pixels show others. */
bool MayShowMore(const features::Features& query, int most_keypoints, const SecondTryOptions& options) {
  // A small picture was enlarged: it is smooth without being blurred.
  const bool is_enlarged = image::LongerSide(query.original_size) < image::LongerSide(query.working_size);
  if (most_keypoints <= 0 || is_enlarged) return true;
  const double most = most_keypoints;
  const auto fine = std::count_if(query.keypoints.begin(), query.keypoints.end(),
                                  [](const features::Keypoint& k) { return k.level <= 1; });
  return static_cast<double>(query.keypoints.size()) >= options.least_filled * most &&
         static_cast<double>(fine) >= options.least_fine * most;
}

/** Measures of the best hits with the proportions of the query how they agree with it in its frame. */
void CompareFrames(retrieval::ReferenceSource* references, const features::Features& query,
                   const SearchOptions& options, std::vector<SearchHit>* hits) {
  int left = kMostFramed;
  for (SearchHit& hit : *hits) {
    if (left == 0) return;
    const index::DnaBlob* blob = references->DnaOf(hit.image);
    if (blob == nullptr) continue;
    hit.frame_correlation =
        verification::FrameCorrelation(query, signature::ParseDna(blob->bytes, false).reference(), hit.match,
                                       options.verification.appearance);
    left -= hit.frame_correlation ? 1 : 0;
  }
}

}  // namespace

Searcher::Searcher()
    : finder_(std::make_unique<retrieval::CandidateFinder>()),
      local_(std::make_unique<retrieval::LocalReferences>()) {}
Searcher::~Searcher() = default;

SearchResult Searcher::Search(base::Span<const index::ReferenceIndex* const> indexes,
                              const features::Features& query, const SearchRequest& request,
                              const SearchOptions& options) {
  CheckLimit(request);
  if (indexes.empty() || query.keypoints.empty()) return {};
  const retrieval::SearchScope scope(indexes, request.filter);
  local_->Open(scope);
  return SearchThrough(local_.get(), *indexes[0]->vocabulary(), query, request, options);
}

SearchResult Searcher::SearchThrough(retrieval::ReferenceSource* references,
                                     const index::Vocabulary& vocabulary, const features::Features& query,
                                     const SearchRequest& request, const SearchOptions& options) {
  CheckLimit(request);
  SearchResult result;
  if (query.keypoints.empty()) return result;
  bool is_crowd_open = false;
  const auto search = [&](const features::Features& view, verification::Look look) {
    const SearchOptions by = look == verification::Look::kFirst ? options : SecondTryOptionsOf(options);
    const auto run_once = [&](const features::Features& form) {
      SearchRun run(finder_.get(), references, form, request, by, &result.statistics, look);
      std::vector<SearchHit> hits = run.Hits(vocabulary);
      is_crowd_open = is_crowd_open || run.is_crowd_open();
      return hits;
    };
    std::vector<SearchHit> hits = run_once(view);
    if (request.find_mirrored) MergeMirrored(run_once(features::MirrorFeatures(view)), &hits);
    return hits;
  };
  result.hits = search(query, verification::Look::kFirst);
  result.statistics.is_first_look_enough = (IsAnyRecognized(result.hits) && !is_crowd_open) ||
                                           !MayShowMore(query, request.most_keypoints, options.second_try);
  if (request.closer_look && !result.statistics.is_first_look_enough) {
    base::ThrowIfCancelled(request.cancellation);
    const features::Features* closer = request.closer_look();
    if (closer != nullptr && !closer->keypoints.empty()) {
      result.statistics.has_looked_closer = true;
      Merge(search(*closer, verification::Look::kCloser), &result.hits);
      for (const features::SlantAxis axis : features::kSlantAxes) {
        if (!request.looks_from_side || IsAnyRecognized(result.hits)) break;
        const features::Features slanted =
            features::SlantedLook(*closer, axis, options.slanted_look, request.cancellation);
        if (slanted.keypoints.empty()) continue;
        std::vector<SearchHit> hits = search(slanted, verification::Look::kSlanted);
        for (SearchHit& hit : hits) hit.match.query.resized_size = closer->working_size;
        Merge(std::move(hits), &result.hits);
      }
    }
  }
  std::sort(result.hits.begin(), result.hits.end(), IsBetterHit);
  if (result.hits.size() > static_cast<size_t>(request.limit))
    result.hits.resize(static_cast<size_t>(request.limit));
  CompareFrames(references, query, options, &result.hits);
  return result;
}

SearchResult Searcher::Conflicts(base::Span<const index::ReferenceIndex* const> indexes,
                                 base::Span<const uint8_t> dna, int self_index, uint32_t self_key,
                                 const SearchRequest& request, const SearchOptions& options) {
  SearchRequest others = request;
  // Left out before the search: beside the picture itself, the nearest posting of every descriptor, its
  // copies would not be near enough to be kept.
  if (self_index >= 0) others.filter.excluded = {static_cast<uint32_t>(self_index), self_key};
  return Search(indexes, signature::FeaturesOf(signature::ParseDna(dna)), others, ConflictOptionsOf(options));
}

SearchOptions ConflictOptionsOf(const SearchOptions& options) {
  SearchOptions thorough = options;
  // Rare enough to look for every copy with all there is.
  thorough.strongest_first_from = std::numeric_limits<int>::max();
  thorough.codes_from = std::numeric_limits<int>::max();
  return thorough;
}

}  // namespace loupe::search
