#include "core/engine/engine_options.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "third_party/doctest/doctest.h"

namespace loupe::engine {
namespace {

double ValueOf(const EngineOptions& options, const std::string& name) {
  for (const base::NamedOption& option : base::ListOptions(options)) {
    if (option.name == name) return option.value;
  }
  FAIL("there is no option " << name);
  return 0.0;
}

base::ErrorCode CodeOf(const base::NamedOption& wanted) {
  EngineOptions options;
  try {
    base::SetOption(&options, wanted);
  } catch (const base::Error& error) {
    return error.code();
  }
  return base::ErrorCode::kInternal;
}

/** Bytes of all numbers that a struct lists, and of those that it must have beside them to be aligned. */
template <typename Options>
void CheckThatEveryFieldIsListed() {
  Options options;
  size_t listed = 0, largest = 1;
  base::ForEachOption("", options, [&](const std::string&, auto& value) {
    listed += sizeof(value);
    largest = std::max(largest, sizeof(value));
  });
  CHECK(listed <= sizeof(Options));
  if (largest == 4) CHECK(listed == sizeof(Options));
}

TEST_CASE("every option of the stages has a name of its own, beginning with its stage") {
  const std::vector<base::NamedOption> all = base::ListOptions(EngineOptions());
  std::set<std::string> names, stages;
  for (const base::NamedOption& option : all) {
    names.insert(option.name);
    stages.insert(option.name.substr(0, option.name.find('.')));
  }
  CHECK(names.size() == all.size());
  CHECK(stages == std::set<std::string>{"color", "comparison", "content", "features", "geometry", "image",
                                        "index", "matching", "retrieval", "search", "similarity",
                                        "verification"});
  CHECK(names.count("verification.decision.clone.minCoveredSurface") == 1);
  CHECK(names.count("verification.pose.guidedRadiiPx.2") == 1);
  CHECK(names.count("features.corners.fastThresholds.0") == 1);
  CHECK(names.count("image.maxEnlargement") == 1);
}

TEST_CASE("no field of the options is forgotten in their lists") {
  CheckThatEveryFieldIsListed<features::AmountOptions>();
  CheckThatEveryFieldIsListed<index::IndexOptions>();
  CheckThatEveryFieldIsListed<similarity::SimilarityOptions>();
  CheckThatEveryFieldIsListed<color::ColorOptions>();
  CheckThatEveryFieldIsListed<comparison::ComparisonOptions>();
  CheckThatEveryFieldIsListed<content::ContentOptions>();
  CheckThatEveryFieldIsListed<retrieval::RetrievalOptions>();
  CheckThatEveryFieldIsListed<geometry::PoseClusterOptions>();
  CheckThatEveryFieldIsListed<matching::MatchingOptions>();
  CheckThatEveryFieldIsListed<verification::DecisionOptions>();
  CheckThatEveryFieldIsListed<verification::RefinementOptions>();
  CheckThatEveryFieldIsListed<verification::AppearanceOptions>();
  CheckThatEveryFieldIsListed<search::VerificationBudget>();
}

TEST_CASE("an option is set by its name, and no other changes") {
  EngineOptions options;
  base::SetOption(&options, {"verification.decision.minInlierCells", 17.0});
  base::SetOption(&options, {"verification.pose.guidedRadiiPx.1", 8.5});
  base::SetOption(&options, {"search.budget.usual.maxWrongInARow", 5.0});
  CHECK(options.search.verification.decision.min_inlier_cells == 17);
  CHECK(options.search.verification.pose.guided_radii_px[1] == 8.5);
  CHECK(options.search.budget.usual.max_wrong_in_a_row == 5);
  int changed = 0;
  for (const base::NamedOption& before : base::ListOptions(EngineOptions()))
    changed += ValueOf(options, before.name) != before.value ? 1 : 0;
  CHECK(changed == 3);
}

TEST_CASE("unknown options, and numbers that an option cannot take, are refused") {
  CHECK(CodeOf({"verification.decision.minInliers", 1.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"", 1.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"verification.decision.minInlierCells", 1.5}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"verification.coverage.gridCells", 0.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"search.budget.inNoise.bestAlwaysVerified", -1.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"verification.decision.minZ", 1.0 / 0.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"verification.decision.minZ", 0.0 / 0.0}) == base::ErrorCode::kInvalidArgument);
  CHECK(CodeOf({"search.budget.firstExamined", 1e12}) == base::ErrorCode::kInvalidArgument);
}

TEST_CASE("a name that is nearly right is answered with the one that is meant") {
  EngineOptions options;
  CHECK_THROWS_WITH_AS(base::SetOption(&options, {"decision.minInlierCells", 12.0}),
                       doctest::Contains("verification.decision.minInlierCells"), base::Error);
}

}  // namespace
}  // namespace loupe::engine
