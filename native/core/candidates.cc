#include "candidates.h"

#include <algorithm>
#include <tuple>

#include "thread_clock.h"

namespace loupe {
namespace {

/** References with most votes that are matched spatially. */
constexpr size_t kMaxSpatialCandidates = 1000;

auto IdentityOf(const Candidate& c) { return std::make_tuple(c.index, c.key); }

bool HasMoreVotes(const Candidate& a, const Candidate& b) {
  return a.voted.votes != b.voted.votes ? a.voted.votes > b.voted.votes : IdentityOf(a) < IdentityOf(b);
}

bool AgreesMore(const Candidate& a, const Candidate& b) {
  return a.agreement.score != b.agreement.score ? a.agreement.score > b.agreement.score : HasMoreVotes(a, b);
}

}  // namespace

std::vector<Candidate> CandidateFinder::Find(const Features& query, const Vocabulary& vocabulary,
                                             const SearchScope& scope,
                                             const CancellationToken* cancellation) {
  stages_ = {};
  StageTimer timer;
  std::vector<WordProbes> probes;
  probes.reserve(query.descriptors.size());
  for (const Descriptor& descriptor : query.descriptors) probes.push_back(vocabulary.ProbesOf(descriptor));
  stages_.words_ms = timer.Lap();
  const std::vector<RetrievalHit>& hits = scan_.Run(probes, scope.views(), cancellation);
  stages_.scan = scan_.counters();
  stages_.scan_ms = timer.Lap();
  GroupByImage(hits, &grouped_);
  stages_.voted_images = grouped_.images.size();
  SelectMostVoted(scope);
  stages_.votes_ms = timer.Lap();
  ThrowIfCancelled(cancellation);
  geometry_ = QueryGeometryOf(query.keypoints);
  for (Candidate& candidate : selected_) {
    candidate.agreement =
        matcher_.Match(geometry_, HitsOf(candidate), candidate.segment->side(candidate.local));
  }
  std::vector<Candidate> ranked = selected_;
  std::sort(ranked.begin(), ranked.end(), AgreesMore);
  stages_.spatial_ms = timer.Lap();
  return ranked;
}

void CandidateFinder::SelectMostVoted(const SearchScope& scope) {
  selected_.clear();
  selected_.reserve(grouped_.images.size());
  for (const VotedImage& voted : grouped_.images) {
    const SegmentView& view = scope.ViewOf(voted.image);
    const uint32_t local = voted.image - view.first_image;
    selected_.push_back({view.index, view.segment->key(local), view.segment, local, voted, {}});
  }
  if (selected_.size() > kMaxSpatialCandidates) {
    const auto cut = selected_.begin() + static_cast<ptrdiff_t>(kMaxSpatialCandidates);
    std::nth_element(selected_.begin(), cut, selected_.end(), HasMoreVotes);
    selected_.erase(cut, selected_.end());
  }
}

std::vector<Candidate> CandidateFinder::RankUnexplained(const std::vector<uint8_t>& is_explained) {
  std::vector<Candidate> ranked = selected_;
  std::vector<RetrievalHit> left;
  for (Candidate& candidate : ranked) {
    left.clear();
    for (const RetrievalHit& hit : HitsOf(candidate)) {
      if (is_explained[hit.query] == 0) left.push_back(hit);
    }
    candidate.agreement = matcher_.Match(geometry_, left, candidate.segment->side(candidate.local));
  }
  std::sort(ranked.begin(), ranked.end(), AgreesMore);
  return ranked;
}

}  // namespace loupe
