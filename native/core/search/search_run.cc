#include "core/search/search_run.h"

#include <algorithm>
#include <utility>

#include "core/base/thread_clock.h"

namespace loupe::search {

SearchRun::SearchRun(retrieval::CandidateFinder* finder, retrieval::ReferenceSource* references,
                     const features::Features& query, const SearchRequest& request,
                     const SearchOptions& options, SearchStatistics* statistics, verification::Look look)
    : finder_(finder),
      references_(references),
      query_(query),
      request_(request),
      options_(options),
      recognizer_(references, query,
                  {request.threshold, request.with_points, true, look, request.cancellation}, options,
                  static_cast<size_t>(request.limit)),
      look_(look),
      statistics_(statistics) {}

std::vector<SearchHit> SearchRun::Hits(const index::Vocabulary& vocabulary) {
  finder_->Begin(query_, vocabulary, references_, options_.retrieval, request_.cancellation);
  if (look_ == verification::Look::kFirst)
    FirstTry();
  else
    SecondTry();
  statistics_->retrieval.Add(finder_->stages());
  statistics_->verified += recognizer_.verified_count();
  return recognizer_.TakeHits();
}

void SearchRun::FirstTry() {
  auto [strongest, others] = SplitKeypoints();
  std::vector<retrieval::Candidate> ranked = LookUp(strongest);
  if (!others.empty()) {
    bool is_found = false;
    Timed([&] { is_found = recognizer_.VerifyFirst(ranked); });
    if (!is_found) ranked = LookUp(std::exchange(others, {}));
  }
  Verify(ranked);
  VerifyCrowd();
  Timed([&] { recognizer_.RefineAndRetry(); });
  if (recognizer_.recognized_count() > 0) FindFurtherWorks(std::move(others));
}

/**
 * Another look: all of its keypoints are looked up once, then the whole picture and, of a closer look, parts
 * of it are ranked in turn until something is recognized. A work that is small in its picture stands out in
 * its part, where next to nothing else votes.
 */
void SearchRun::SecondTry() {
  // Among many references a list is long: the strongest keypoints have to do.
  Verify(LookUp(SplitKeypoints().strongest));
  if (look_ == verification::Look::kCloser) {
    VerifyCrowd();
    VerifyParts(KeypointsOutsideParts(query_, options_.second_try));
  }
  // Once, for what all of these left open: it costs as much as several candidates.
  Timed([&] { recognizer_.RefineAndRetry(); });
  if (recognizer_.recognized_count() > 0) FindFurtherWorks({});
}

/** All are strongest where references are few. */
features::KeypointParts SearchRun::SplitKeypoints() const {
  const bool is_large = references_->reference_count() >= static_cast<size_t>(options_.strongest_first_from);
  return features::SplitByStrength(query_.keypoints, is_large ? options_.strongest_share : 1.0);
}

/** @param parts  per part and keypoint, whether it lies outside: until something is recognized */
void SearchRun::VerifyParts(const std::vector<std::vector<uint8_t>>& parts) {
  std::vector<std::vector<retrieval::Candidate>> ahead;
  // One question for what all parts may need: asking costs more than rankings that turn out to be needless.
  if (references_->are_elsewhere() && recognizer_.recognized_count() == 0) {
    std::vector<retrieval::Candidate> examined;
    for (const std::vector<uint8_t>& is_outside : parts) {
      ahead.push_back(finder_->RankWithout(is_outside));
      const base::Span<const retrieval::Candidate> best = recognizer_.ExaminedOf(ahead.back());
      examined.insert(examined.end(), best.begin(), best.end());
    }
    recognizer_.Fetch(examined);
  }
  for (size_t part = 0; part < parts.size() && recognizer_.recognized_count() == 0; ++part) {
    Verify(part < ahead.size() ? ahead[part] : finder_->RankWithout(parts[part]));
    // Further works are looked for among the candidates of the part that was verified last.
    const bool is_last_ranked = ahead.empty() || part + 1 == parts.size();
    if (recognizer_.recognized_count() > 0 && !is_last_ranked) finder_->RankWithout(parts[part]);
  }
}

std::vector<retrieval::Candidate> SearchRun::LookUp(const std::vector<uint16_t>& keypoints) {
  finder_->LookUp(keypoints, BreadthOf(index::kWordsPerQueryDescriptor));
  return finder_->Rank();
}

retrieval::ScanBreadth SearchRun::BreadthOf(int words_each) const {
  if (references_->reference_count() < static_cast<size_t>(options_.codes_from)) return {words_each};
  const int most_words =
      look_ != verification::Look::kFirst ? options_.closer_words_with_codes : options_.words_with_codes;
  const int code_radius =
      look_ != verification::Look::kFirst ? options_.closer_code_radius : options_.code_radius;
  return {std::clamp(most_words, 1, words_each), std::clamp(code_radius, 0, index::kCodeBits)};
}

void SearchRun::Verify(const std::vector<retrieval::Candidate>& ranked) {
  Timed([&] { recognizer_.VerifyBest(ranked); });
  statistics_->candidates += ranked.size();
}

/**
 * Where many descriptors resemble a crowd of references, ranks all references by what they have where the
 * crowd's pose puts it.
 */
void SearchRun::VerifyCrowd() {
  const CrowdBudgetOptions& options = options_.crowd;
  const std::vector<retrieval::Candidate> crowd = finder_->RankCrowd();
  const size_t tried = std::min(crowd.size(), static_cast<size_t>(options.max_posed));
  bool stands_out = false;
  std::vector<AlikePose> poses;
  for (size_t i = 0; i < tried && !stands_out; ++i) {
    std::optional<AlikePose> pose;
    Timed([&] { pose = recognizer_.PoseOf(crowd[i]); });
    const auto is_same = [&](const AlikePose& other) {
      return pose->IsSameAs(other, options.same_pose_radius);
    };
    // What was tried already would only be ranked alike.
    if (!pose || std::any_of(poses.begin(), poses.end(), is_same)) continue;
    poses.push_back(*pose);
    const std::vector<retrieval::ExpectedPlace> places = pose->PlacesOf(query_);
    if (!finder_->IsCrowdAt(places)) continue;
    std::vector<retrieval::Candidate> alike =
        finder_->RankAtPlaces(places, static_cast<size_t>(options.least_members));
    // A few references that share something are verified anyway.
    if (alike.size() < static_cast<size_t>(options.least_members)) continue;
    stands_out = alike[0].voted.votes >= options.clear_lead * alike[1].voted.votes;
    is_crowd_open_ = !stands_out;
    // A closer look sees so much that the page that is shown stands out: otherwise it is none of these.
    if (look_ == verification::Look::kCloser && !stands_out) continue;
    alike.resize(std::min(alike.size(), static_cast<size_t>(stands_out ? 1 : options.max_verified)));
    for (retrieval::Candidate& candidate : alike) candidate.agreement = pose->AgreementOf(candidate.side);
    Timed([&] { recognizer_.VerifyAlike(alike); });
    statistics_->candidates += alike.size();
  }
}

/**
 * Looks for further works among the keypoints that no recognized reference covers.
 * @param others  keypoints that were not looked up so far
 */
void SearchRun::FindFurtherWorks(std::vector<uint16_t> others) {
  const std::vector<uint8_t> is_explained = recognizer_.ExplainedKeypoints();
  others.erase(std::remove_if(others.begin(), others.end(),
                              [&](uint16_t keypoint) { return is_explained[keypoint] != 0; }),
               others.end());
  if (!others.empty())
    finder_->LookUp(others,
                    BreadthOf(std::min(options_.words_per_unexplained, index::kWordsPerQueryDescriptor)));
  Timed([&] { recognizer_.VerifyUnexplained(finder_->RankUnexplained(is_explained)); });
}

template <typename Step>
void SearchRun::Timed(Step step) {
  base::StageTimer timer;
  step();
  statistics_->verify_ms += timer.Lap();
}

std::vector<std::vector<uint8_t>> KeypointsOutsideParts(const features::Features& query,
                                                        const SecondTryOptions& options) {
  std::vector<std::pair<double, double>> corners;
  const int last = options.parts_a_side - 1;
  const double room = 1.0 - options.part_share;
  corners.emplace_back(0.5 * room, 0.5 * room);
  for (int row = 0; row <= last; ++row) {
    for (int column = 0; column <= last; ++column) {
      if (last > 0) corners.emplace_back(room * column / last, room * row / last);
    }
  }
  std::vector<std::vector<uint8_t>> parts;
  for (const auto& [left, top] : corners) {
    std::vector<uint8_t> is_outside;
    for (const features::Keypoint& k : query.keypoints) {
      const double x = static_cast<double>(k.x()) / query.working_size.width - left;
      const double y = static_cast<double>(k.y()) / query.working_size.height - top;
      is_outside.push_back(x < 0.0 || y < 0.0 || x > options.part_share || y > options.part_share ? 1 : 0);
    }
    parts.push_back(std::move(is_outside));
  }
  return parts;
}

}  // namespace loupe::search
