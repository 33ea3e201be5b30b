#include "core/search/descriptor_retry.h"

#include "core/base/error.h"
#include "test/index_fixtures.h"
#include "test/synthetic_pair.h"
#include "third_party/doctest/doctest.h"

namespace loupe::search {
namespace {

/** One query, and candidates that it shows or not; key i + 1 is that of candidate i. */
class Scene {
 public:
  Scene() : query_(test::SynthesizePair(kShown, 0, 1).query) {}

  /** @param evidence  of retrieval */
  void AddShown(double evidence) { Add(test::SynthesizePair(kShown, 0, 1).reference, evidence); }
  void AddUnrelated(double evidence) { Add(test::RandomFeatures(++seed_, kShown), evidence); }
  /** Shows `keypoints` of the query's keypoints, which lie as they do there. */
  void AddPartlyShown(size_t keypoints, double evidence) {
    features::Features reference = test::SynthesizePair(kShown, 0, 1).reference;
    test::Random random(++seed_);
    for (size_t i = keypoints; i < reference.descriptors.size(); ++i)
      reference.descriptors[i] = test::RandomDescriptor(&random);
    Add(std::move(reference), evidence);
  }
  /** What was found of a candidate so far. */
  void AddVerified(uint32_t key, int guided_inliers) {
    SearchHit hit;
    hit.key = key;
    hit.match.evidence.guided_count = guided_inliers;
    verified_.push_back(hit);
  }

  SearchOptions options;
  std::optional<std::pair<uint32_t, uint32_t>> refined;
  verification::VerifyRequest request;

  /** Key of the candidate that is recognized, 0 for none. */
  uint32_t Retried() const {
    std::vector<RetryCandidate> candidates;
    for (size_t i = 0; i < references_.size(); ++i) {
      candidates.push_back(
          {evidence_[i], 0, static_cast<uint32_t>(i + 1), signature::ViewOf(references_[i])});
    }
    const matching::KeypointGrid grid(query_, options.verification.matching.guided);
    const std::optional<SearchHit> hit =
        RetryFromAllDescriptors(grid, verified_, refined, request, options, candidates);
    if (hit) CHECK(verification::IsRecognized(hit->match.decision));
    return hit ? hit->key : 0;
  }

 private:
  static constexpr size_t kShown = 160;

  void Add(features::Features reference, double evidence) {
    references_.push_back(std::move(reference));
    evidence_.push_back(evidence);
  }

  features::Features query_;
  std::vector<features::Features> references_;
  std::vector<double> evidence_;
  std::vector<SearchHit> verified_;
  uint64_t seed_ = 0;
};

TEST_CASE("a retry recognizes the candidate whose descriptors agree on one pose") {
  Scene scene;
  scene.AddUnrelated(9000);
  scene.AddShown(8000);
  CHECK(scene.Retried() == 2);
}

TEST_CASE("a retry recognizes nothing where nothing is shown") {
  Scene scene;
  CHECK(scene.Retried() == 0);
  scene.AddUnrelated(9000);
  scene.AddUnrelated(8000);
  CHECK(scene.Retried() == 0);
}

TEST_CASE("a retry leaves out candidates with too little evidence") {
  Scene scene;
  scene.AddShown(3000);
  CHECK(scene.Retried() == 1);
  scene.options.descriptor_retry.min_evidence = 3001;
  CHECK(scene.Retried() == 0);
}

TEST_CASE("a retry clusters only the candidates with most evidence") {
  Scene scene;
  scene.AddShown(5000);
  scene.AddUnrelated(9000);
  scene.AddUnrelated(8000);
  scene.options.descriptor_retry.max_clustered = 2;
  CHECK(scene.Retried() == 0);
  scene.options.descriptor_retry.max_clustered = 3;
  CHECK(scene.Retried() == 1);
}

TEST_CASE("a retry leaves out the candidate that was refined from all descriptors before") {
  Scene scene;
  scene.AddShown(9000);
  scene.refined = {0, 1};
  CHECK(scene.Retried() == 0);
  scene.refined = {0, 2};
  CHECK(scene.Retried() == 1);
}

TEST_CASE("a retry leaves out a candidate whose pose has as many inliers as it gets") {
  Scene scene;
  scene.AddShown(9000);
  scene.AddVerified(1, scene.options.descriptor_retry.many_inliers);
  CHECK(scene.Retried() == 0);
}

TEST_CASE("a retry needs a cluster that is no chance, and no smaller than the inliers found before") {
  Scene scene;
  scene.AddPartlyShown(80, 9000);
  scene.options.descriptor_retry.many_inliers = 1000;
  CHECK(scene.Retried() == 1);
  scene.options.descriptor_retry.min_cluster = 100;
  CHECK(scene.Retried() == 0);
  scene.options.descriptor_retry.min_cluster = 30;
  scene.AddVerified(1, 100);
  CHECK(scene.Retried() == 0);
}

TEST_CASE("of two candidates the one with the larger cluster is tried") {
  Scene scene;
  scene.AddPartlyShown(60, 9000);
  scene.AddShown(8000);
  CHECK(scene.Retried() == 2);
}

TEST_CASE("a retry stops when its search is cancelled") {
  Scene scene;
  scene.AddShown(9000);
  base::CancellationToken token;
  token.Cancel();
  scene.request.cancellation = &token;
  CHECK_THROWS_AS(scene.Retried(), base::Error);
}

}  // namespace
}  // namespace loupe::search
