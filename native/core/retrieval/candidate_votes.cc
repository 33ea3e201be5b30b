#include "core/retrieval/candidate_votes.h"

namespace loupe::retrieval {
namespace {

bool IsBetter(const RetrievalHit& a, const RetrievalHit& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.geometry.bits() < b.geometry.bits();
}

}  // namespace

const std::vector<VotedImage>& CandidateVotes::Count(const std::vector<PostingHit>& hits,
                                                     size_t image_count) {
  hits_ = &hits;
  if (tallies_.size() < image_count) tallies_.resize(image_count);
  voted_.clear();
  for (const PostingHit& hit : hits) {
    Tally& tally = tallies_[hit.image];
    if (tally.votes_or_place == 0) {
      voted_.push_back({hit.image, 0});
      tally.votes_or_place = hit.weight;
      tally.query = hit.query;
      tally.weight = hit.weight;
    } else if (tally.query != hit.query) {
      tally.votes_or_place += hit.weight;
      tally.query = hit.query;
      tally.weight = hit.weight;
    } else if (tally.weight < hit.weight) {
      tally.votes_or_place += hit.weight - tally.weight;
      tally.weight = hit.weight;
    }
  }
  for (VotedImage& voted : voted_) {
    voted.votes = tallies_[voted.image].votes_or_place;
    tallies_[voted.image].votes_or_place = 0;
  }
  return voted_;
}

void CandidateVotes::Group(const std::vector<ChosenImage>& chosen) {
  runs_.assign(chosen.size(), {});
  for (size_t place = 0; place < chosen.size(); ++place) {
    tallies_[chosen[place].image].votes_or_place = static_cast<uint32_t>(place + 1);
  }
  chosen_hits_.clear();
  for (const PostingHit& hit : *hits_) {
    const uint32_t place = tallies_[hit.image].votes_or_place;
    if (place == 0) continue;
    if (chosen[place - 1].geometries != nullptr)
      __builtin_prefetch(chosen[place - 1].geometries + hit.posting);
    chosen_hits_.push_back({&hit, place - 1});
    ++runs_[place - 1].end;
  }
  uint32_t begin = 0;
  for (size_t place = 0; place < chosen.size(); ++place) {
    tallies_[chosen[place].image].votes_or_place = 0;
    const uint32_t count = runs_[place].end;
    runs_[place] = {begin, begin};
    begin += count;
  }
  grouped_.resize(begin);
  for (const ChosenHit& chosen_hit : chosen_hits_) {
    const PostingHit& hit = *chosen_hit.hit;
    HitRun& run = runs_[chosen_hit.place];
    const index::PackedGeometry* geometries = chosen[chosen_hit.place].geometries;
    const index::PackedGeometry geometry =
        geometries != nullptr ? geometries[hit.posting] : index::PackedGeometry(hit.posting);
    const RetrievalHit read{hit.query, hit.weight, geometry};
    if (run.end == run.begin || grouped_[run.end - 1].query != hit.query) {
      grouped_[run.end++] = read;
    } else if (IsBetter(read, grouped_[run.end - 1])) {
      grouped_[run.end - 1] = read;
    }
  }
}

}  // namespace loupe::retrieval
