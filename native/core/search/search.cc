#include "core/search/search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/thread_clock.h"
#include "core/features/strongest_keypoints.h"
#include "core/search/hit_order.h"
#include "core/search/recognizer.h"
#include "core/signature/dna.h"

namespace loupe::search {
namespace {

constexpr int kMaxLimit = 1000;

/** One search of one form of the query (as it is, or mirrored). */
class Run {
 public:
  Run(retrieval::CandidateFinder* finder, const features::Features& query, const SearchRequest& request,
      const SearchOptions& options, SearchStatistics* statistics)
      : finder_(finder),
        query_(query),
        request_(request),
        options_(options),
        recognizer_(query, {request.threshold, request.with_points, true, request.cancellation}, options,
                    static_cast<size_t>(request.limit)),
        statistics_(statistics) {}

  std::vector<SearchHit> Hits(const retrieval::SearchScope& scope, const index::Vocabulary& vocabulary) {
    finder_->Begin(query_, vocabulary, scope, options_.retrieval, request_.cancellation);
    const bool is_large = scope.reference_count() >= static_cast<size_t>(options_.strongest_first_from);
    auto [strongest, others] =
        features::SplitByStrength(query_.keypoints, is_large ? options_.strongest_share : 1.0);
    std::vector<retrieval::Candidate> ranked = LookUp(strongest);
    if (!others.empty()) {
      bool is_found = false;
      Timed([&] { is_found = recognizer_.VerifyFirst(ranked); });
      if (!is_found) ranked = LookUp(std::exchange(others, {}));
    }
    Timed([&] { recognizer_.VerifyBest(ranked); });
    if (recognizer_.recognized_count() > 0) FindFurtherWorks(std::move(others));
    statistics_->retrieval.Add(finder_->stages());
    statistics_->candidates += ranked.size();
    statistics_->verified += recognizer_.verified_count();
    return recognizer_.TakeHits();
  }

 private:
  std::vector<retrieval::Candidate> LookUp(const std::vector<uint16_t>& keypoints) {
    finder_->LookUp(keypoints, index::kWordsPerQueryDescriptor);
    return finder_->Rank();
  }

  /**
   * Looks for further works among the keypoints that no recognized reference covers.
   * @param others  keypoints that were not looked up so far
   */
  void FindFurtherWorks(std::vector<uint16_t> others) {
    const std::vector<uint8_t> is_explained = recognizer_.ExplainedKeypoints();
    others.erase(std::remove_if(others.begin(), others.end(),
                                [&](uint16_t keypoint) { return is_explained[keypoint] != 0; }),
                 others.end());
    if (!others.empty())
      finder_->LookUp(others, std::min(options_.words_per_unexplained, index::kWordsPerQueryDescriptor));
    Timed([&] { recognizer_.VerifyUnexplained(finder_->RankUnexplained(is_explained)); });
  }

  /** Counts a step as verification. */
  template <typename Step>
  void Timed(Step step) {
    base::StageTimer timer;
    step();
    statistics_->verify_ms += timer.Lap();
  }

  retrieval::CandidateFinder* finder_;
  const features::Features& query_;
  const SearchRequest& request_;
  const SearchOptions& options_;
  Recognizer recognizer_;
  SearchStatistics* statistics_;
};

}  // namespace

Searcher::Searcher() : finder_(std::make_unique<retrieval::CandidateFinder>()) {}
Searcher::~Searcher() = default;

SearchResult Searcher::Search(base::Span<const index::ReferenceIndex* const> indexes,
                              const features::Features& query, const SearchRequest& request,
                              const SearchOptions& options) {
  if (request.limit < 1 || request.limit > kMaxLimit) {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The limit of a search is between 1 and 1000.");
  }
  SearchResult result;
  if (indexes.empty() || query.keypoints.empty()) return result;
  const retrieval::SearchScope scope(indexes, request.filter);
  const index::Vocabulary& vocabulary = *indexes[0]->vocabulary();
  result.hits = Run(finder_.get(), query, request, options, &result.statistics).Hits(scope, vocabulary);
  if (request.find_mirrored) {
    const features::Features mirrored = features::MirrorFeatures(query);
    MergeMirrored(Run(finder_.get(), mirrored, request, options, &result.statistics).Hits(scope, vocabulary),
                  &result.hits);
  }
  std::sort(result.hits.begin(), result.hits.end(), IsBetterHit);
  if (result.hits.size() > static_cast<size_t>(request.limit))
    result.hits.resize(static_cast<size_t>(request.limit));
  return result;
}

SearchResult Searcher::Conflicts(base::Span<const index::ReferenceIndex* const> indexes,
                                 base::Span<const uint8_t> dna, int self_index, uint32_t self_key,
                                 const SearchRequest& request, const SearchOptions& options) {
  SearchRequest others = request;
  SearchOptions thorough = options;
  // Rare enough to look for every copy with all there is.
  thorough.strongest_first_from = std::numeric_limits<int>::max();
  // Left out before the search: beside the picture itself, the nearest posting of every descriptor, its
  // copies would not be near enough to be kept.
  if (self_index >= 0) others.filter.excluded = {static_cast<uint32_t>(self_index), self_key};
  return Search(indexes, signature::FeaturesOf(signature::ParseDna(dna)), others, thorough);
}

}  // namespace loupe::search
