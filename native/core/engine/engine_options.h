#pragma once

#include "core/base/options.h"
#include "core/color/options.h"
#include "core/comparison/options.h"
#include "core/content/options.h"
#include "core/features/options.h"
#include "core/index/options.h"
#include "core/search/options.h"
#include "core/similarity/options.h"

namespace loupe::engine {

/**
 * Everything that an engine's answers are tuned by, in one place: the options of its stages. Names begin with
 * the stage: "verification.decision.minZ", "search.budget.firstExamined".
 */
struct EngineOptions {
  features::FeatureOptions features;
  index::IndexOptions index;
  search::SearchOptions search;
  comparison::ComparisonOptions comparison;
  content::ContentOptions content;
  color::ColorOptions color;
  similarity::SimilarityOptions similarity;

  template <typename Visit>
  void VisitOptions(const Visit& visit) {
    VisitStages(*this, visit);
  }
  template <typename Visit>
  void VisitOptions(const Visit& visit) const {
    VisitStages(*this, visit);
  }

 private:
  /** Stages stand side by side in the list, though those that build on others hold their options. */
  template <typename Options, typename Visit>
  static void VisitStages(Options& options, const Visit& visit) {
    auto& search = options.search;
    auto& verification = search.verification;
    visit("image", options.features.working_size);
    options.features.VisitOptions([&](const std::string& name, auto& field) {
      if (name != "workingSize") visit("features." + name, field);
    });
    visit("index", options.index);
    visit("geometry", verification.geometry);
    visit("retrieval", search.retrieval);
    visit("matching", verification.matching);
    verification.VisitOptions([&](const std::string& name, auto& field) {
      if (name != "geometry" && name != "matching") visit("verification." + name, field);
    });
    search.VisitOptions([&](const std::string& name, auto& field) {
      if (name != "retrieval" && name != "verification") visit("search." + name, field);
    });
    visit("comparison", options.comparison);
    visit("content", options.content);
    visit("color", options.color);
    visit("similarity", options.similarity);
  }
};

}  // namespace loupe::engine
