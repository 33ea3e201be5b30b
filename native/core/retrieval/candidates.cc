#include "core/retrieval/candidates.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

#include "core/base/thread_clock.h"

namespace loupe::retrieval {
namespace {

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

void CandidateFinder::Begin(const features::Features& query, const index::Vocabulary& vocabulary,
                            ReferenceSource* references, const RetrievalOptions& options,
                            const base::CancellationToken* cancellation) {
  query_ = &query;
  vocabulary_ = &vocabulary;
  references_ = references;
  options_ = &options;
  cancellation_ = cancellation;
  stages_ = {};
  has_probes_.assign(query.keypoints.size(), 0);
  all_probes_.resize(query.keypoints.size());
  references->Begin(query.keypoints.size(), CrowdSize(options.crowd.share), cancellation);
  geometry_ = QueryGeometryOf(query.keypoints);
}

size_t CandidateFinder::CrowdSize(double share) const {
  const auto size = static_cast<size_t>(share * static_cast<double>(references_->allowed_count()));
  return std::max<size_t>(kMaxHitsPerDescriptor, size) + 1;
}

void CandidateFinder::FindProbesOf(base::Span<const uint16_t> keypoints) {
  base::StageTimer timer;
  descriptors_.clear();
  new_keypoints_.clear();
  for (const uint16_t keypoint : keypoints) {
    if (has_probes_[keypoint] != 0) continue;
    has_probes_[keypoint] = 1;
    new_keypoints_.push_back(keypoint);
    descriptors_.push_back(query_->descriptors[keypoint]);
  }
  const std::vector<index::WordProbes> found = vocabulary_->ProbesOf(descriptors_);
  for (size_t i = 0; i < found.size(); ++i) all_probes_[new_keypoints_[i]] = found[i];
  stages_.words_ms += timer.Lap();
}

const std::vector<index::WordProbes>& CandidateFinder::AllProbes() {
  FindProbesOf(EveryKeypoint());
  return all_probes_;
}

std::vector<uint16_t> CandidateFinder::EveryKeypoint() const {
  std::vector<uint16_t> every(query_->keypoints.size());
  std::iota(every.begin(), every.end(), uint16_t{0});
  return every;
}

void CandidateFinder::LookUp(base::Span<const uint16_t> keypoints, const ScanBreadth& breadth) {
  const std::vector<index::WordProbes> probes = ProbesAt(keypoints);
  base::StageTimer timer;
  references_->Scan(keypoints, probes, breadth);
  stages_.scan_ms += timer.Lap();
  has_new_hits_ = true;
}

std::vector<Candidate> CandidateFinder::Rank() {
  SelectMostVoted(references_->Hits());
  base::ThrowIfCancelled(cancellation_);
  return RankByAllHits();
}

std::vector<Candidate> CandidateFinder::RankByAllHits() {
  return RankBy([this](const Candidate& candidate) { return HitsOf(candidate); });
}

Candidate CandidateFinder::CandidateOf(const VotedImage& voted) const {
  const ImageFacts facts = references_->FactsOf(voted.image);
  return {facts.index, facts.key, facts.side, voted, 0, {}};
}

void CandidateFinder::SelectMostVoted(const std::vector<PostingHit>& hits) {
  base::StageTimer timer;
  const std::vector<VotedImage>& voted = votes_.Count(hits, references_->image_count());
  stages_.scan = references_->counters();
  stages_.voted_images = voted.size();
  has_new_hits_ = false;
  const auto max_spatial = static_cast<size_t>(options_->candidates.max_spatial);
  uint32_t needed = 0;
  if (voted.size() > max_spatial) {
    vote_counts_.clear();
    for (const VotedImage& image : voted) vote_counts_.push_back(image.votes);
    const auto cut = vote_counts_.begin() + static_cast<ptrdiff_t>(max_spatial - 1);
    std::nth_element(vote_counts_.begin(), cut, vote_counts_.end(), std::greater<>());
    needed = *cut;
  }
  selected_.clear();
  for (const VotedImage& image : voted) {
    if (image.votes < needed) continue;
    selected_.push_back(CandidateOf(image));
  }
  if (selected_.size() > max_spatial) {
    const auto cut = selected_.begin() + static_cast<ptrdiff_t>(max_spatial);
    std::nth_element(selected_.begin(), cut, selected_.end(), HasMoreVotes);
    selected_.erase(cut, selected_.end());
  }
  chosen_.clear();
  for (Candidate& candidate : selected_) {
    candidate.place = static_cast<uint32_t>(chosen_.size());
    chosen_.push_back({candidate.voted.image, references_->FactsOf(candidate.voted.image).geometries});
  }
  votes_.Group(chosen_);
  stages_.votes_ms += timer.Lap();
}

std::vector<Candidate> CandidateFinder::RankUnexplained(const std::vector<uint8_t>& is_explained) {
  if (has_new_hits_) return RankWithout(is_explained);
  return RankBy([&](const Candidate& candidate) {
    left_.clear();
    for (const RetrievalHit& hit : HitsOf(candidate)) {
      if (is_explained[hit.query] == 0) left_.push_back(hit);
    }
    return base::Span<const RetrievalHit>(left_);
  });
}

std::vector<Candidate> CandidateFinder::RankWithout(const std::vector<uint8_t>& is_left_out) {
  left_hits_.clear();
  for (const PostingHit& hit : references_->Hits()) {
    if (is_left_out[hit.query] == 0) left_hits_.push_back(hit);
  }
  SelectMostVoted(left_hits_);
  return RankByAllHits();
}

std::vector<Candidate> CandidateFinder::RankCrowd() {
  if (references_->crowded().size() < static_cast<size_t>(options_->crowd.min_descriptors)) return {};
  const std::vector<index::WordProbes>& probes = AllProbes();
  base::StageTimer timer;
  const std::vector<PostingHit>& hits =
      references_->ScanCrowd(EveryKeypoint(), probes, CrowdSize(options_->crowd.member_share));
  stages_.scan_ms += timer.Lap();
  SelectMostVoted(hits);
  // The hits of the ranking before are gone.
  has_new_hits_ = true;
  return RankByAllHits();
}

bool CandidateFinder::IsCrowdAt(const std::vector<ExpectedPlace>& places) {
  const CrowdOptions& options = options_->crowd;
  std::vector<uint16_t> inside;
  for (const uint16_t query : references_->crowded()) {
    if (places[query].is_inside) inside.push_back(query);
  }
  if (inside.empty()) return false;
  const std::vector<index::WordProbes> probes = ProbesAt(inside);
  base::StageTimer timer;
  const std::vector<uint32_t> counts =
      references_->CountFound(inside, probes, places, options_->placed_votes);
  stages_.scan_ms += timer.Lap();
  const double least = options.least_placed * static_cast<double>(CrowdSize(options.share));
  return std::any_of(counts.begin(), counts.end(),
                     [least](uint32_t count) { return static_cast<double>(count) >= least; });
}

std::vector<index::WordProbes> CandidateFinder::ProbesAt(base::Span<const uint16_t> keypoints) {
  FindProbesOf(keypoints);
  std::vector<index::WordProbes> probes;
  for (const uint16_t keypoint : keypoints) probes.push_back(all_probes_[keypoint]);
  return probes;
}

std::vector<Candidate> CandidateFinder::RankAtPlaces(const std::vector<ExpectedPlace>& places, size_t most) {
  std::vector<uint16_t> inside;
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i].is_inside) inside.push_back(static_cast<uint16_t>(i));
  }
  const std::vector<index::WordProbes> probes = ProbesAt(inside);
  base::StageTimer timer;
  std::vector<Candidate> ranked;
  for (const VotedImage& voted :
       references_->CountPlaced(inside, probes, places, options_->placed_votes, most))
    ranked.push_back(CandidateOf(voted));
  const auto end = ranked.begin() + static_cast<ptrdiff_t>(std::min(ranked.size(), most));
  std::partial_sort(ranked.begin(), end, ranked.end(), HasMoreVotes);
  ranked.erase(end, ranked.end());
  stages_.scan_ms += timer.Lap();
  return ranked;
}

template <typename GetHits>
std::vector<Candidate> CandidateFinder::RankBy(GetHits get_hits) {
  base::StageTimer timer;
  const CandidateOptions& limits = options_->candidates;
  std::vector<Candidate> ranked = selected_;
  const auto match = [&](Candidate* candidate, int proposals) {
    candidate->agreement = matcher_.Match(geometry_, get_hits(*candidate), candidate->side,
                                          static_cast<size_t>(proposals), options_->spatial);
  };
  for (Candidate& candidate : ranked) match(&candidate, limits.coarse_proposals);
  const auto fine_end =
      ranked.begin() + static_cast<ptrdiff_t>(std::min(ranked.size(), static_cast<size_t>(limits.max_fine)));
  std::sort(ranked.begin(), ranked.end(), AgreesMore);
  for (auto candidate = ranked.begin(); candidate != fine_end; ++candidate)
    match(&*candidate, limits.fine_proposals);
  std::sort(ranked.begin(), fine_end, AgreesMore);
  selected_.assign(ranked.begin(),
                   ranked.begin() + static_cast<ptrdiff_t>(
                                        std::min(ranked.size(), static_cast<size_t>(limits.max_further))));
  stages_.spatial_ms += timer.Lap();
  return ranked;
}

}  // namespace loupe::retrieval
