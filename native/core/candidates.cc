#include "candidates.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "thread_clock.h"

namespace loupe {
namespace {

/** References with most votes that are matched spatially. */
constexpr size_t kMaxSpatialCandidates = 1000;
/** Proposals tried for each of them, and for the best after that. */
constexpr size_t kCoarseProposals = 16;
constexpr size_t kFineProposals = 64;
constexpr size_t kMaxFineCandidates = 64;
/** Of a ranking, so many of the best can be further works in the picture. */
constexpr size_t kMaxFurtherCandidates = 256;

auto IdentityOf(const Candidate& c) { return std::make_tuple(c.index, c.key); }

bool HasMoreVotes(const Candidate& a, const Candidate& b) {
  return a.voted.votes != b.voted.votes ? a.voted.votes > b.voted.votes : IdentityOf(a) < IdentityOf(b);
}

bool AgreesMore(const Candidate& a, const Candidate& b) {
  return a.agreement.score != b.agreement.score ? a.agreement.score > b.agreement.score : HasMoreVotes(a, b);
}

}  // namespace

void RetrievalStages::Add(const RetrievalStages& other) {
  words_ms += other.words_ms;
  scan_ms += other.scan_ms;
  votes_ms += other.votes_ms;
  spatial_ms += other.spatial_ms;
  scan.lists += other.scan.lists;
  scan.postings += other.scan.postings;
  scan.hits += other.scan.hits;
  voted_images += other.voted_images;
}

std::vector<Candidate> CandidateFinder::Find(const Features& query, const Vocabulary& vocabulary,
                                             const SearchScope& scope,
                                             const CancellationToken* cancellation) {
  stages_ = {};
  StageTimer timer;
  const std::vector<WordProbes> probes = vocabulary.ProbesOf(query.descriptors);
  stages_.words_ms = timer.Lap();
  const std::vector<PostingHit>& hits = scan_.Run(probes, scope.views(), cancellation);
  stages_.scan = scan_.counters();
  stages_.scan_ms = timer.Lap();
  const std::vector<VotedImage>& voted = votes_.Count(hits, scope.image_count());
  stages_.voted_images = voted.size();
  SelectMostVoted(voted, scope);
  stages_.votes_ms = timer.Lap();
  ThrowIfCancelled(cancellation);
  geometry_ = QueryGeometryOf(query.keypoints);
  std::vector<Candidate> ranked = Rank([this](const Candidate& candidate) { return HitsOf(candidate); });
  stages_.spatial_ms = timer.Lap();
  return ranked;
}

void CandidateFinder::SelectMostVoted(const std::vector<VotedImage>& voted, const SearchScope& scope) {
  uint32_t needed = 0;
  if (voted.size() > kMaxSpatialCandidates) {
    vote_counts_.clear();
    for (const VotedImage& image : voted) vote_counts_.push_back(image.votes);
    const auto cut = vote_counts_.begin() + static_cast<ptrdiff_t>(kMaxSpatialCandidates - 1);
    std::nth_element(vote_counts_.begin(), cut, vote_counts_.end(), std::greater<>());
    needed = *cut;
  }
  selected_.clear();
  for (const VotedImage& image : voted) {
    if (image.votes < needed) continue;
    const SegmentView& view = scope.ViewOf(image.image);
    const uint32_t local = image.image - view.first_image;
    selected_.push_back({view.index, view.segment->key(local), view.segment, local, image, 0, {}});
  }
  if (selected_.size() > kMaxSpatialCandidates) {
    const auto cut = selected_.begin() + static_cast<ptrdiff_t>(kMaxSpatialCandidates);
    std::nth_element(selected_.begin(), cut, selected_.end(), HasMoreVotes);
    selected_.erase(cut, selected_.end());
  }
  chosen_.clear();
  for (Candidate& candidate : selected_) {
    candidate.place = static_cast<uint32_t>(chosen_.size());
    chosen_.push_back({candidate.voted.image, candidate.segment});
  }
  votes_.Group(chosen_);
}

std::vector<Candidate> CandidateFinder::RankUnexplained(const std::vector<uint8_t>& is_explained) {
  return Rank([&](const Candidate& candidate) {
    left_.clear();
    for (const RetrievalHit& hit : HitsOf(candidate)) {
      if (is_explained[hit.query] == 0) left_.push_back(hit);
    }
    return Span<const RetrievalHit>(left_);
  });
}

template <typename GetHits>
std::vector<Candidate> CandidateFinder::Rank(GetHits get_hits) {
  std::vector<Candidate> ranked = selected_;
  const auto match = [&](Candidate* candidate, size_t proposals) {
    const int side = candidate->segment->side(candidate->local);
    candidate->agreement = matcher_.Match(geometry_, get_hits(*candidate), side, proposals);
  };
  for (Candidate& candidate : ranked) match(&candidate, kCoarseProposals);
  const auto fine_end = ranked.begin() + static_cast<ptrdiff_t>(std::min(ranked.size(), kMaxFineCandidates));
  std::sort(ranked.begin(), ranked.end(), AgreesMore);
  for (auto candidate = ranked.begin(); candidate != fine_end; ++candidate)
    match(&*candidate, kFineProposals);
  std::sort(ranked.begin(), fine_end, AgreesMore);
  selected_.assign(ranked.begin(),
                   ranked.begin() + static_cast<ptrdiff_t>(std::min(ranked.size(), kMaxFurtherCandidates)));
  return ranked;
}

}  // namespace loupe
