#pragma once

#include "core/base/options.h"
#include "core/search/options.h"

namespace loupe::engine {

/**
 * Everything that an engine's answers are tuned by, in one place: the options of its stages. Names begin with
 * the stage: "verification.decision.minZ", "search.budget.firstExamined".
 */
struct EngineOptions {
  search::SearchOptions search;

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
    visit("geometry", verification.geometry);
    visit("retrieval", search.retrieval);
    visit("matching", verification.matching);
    verification.VisitOptions([&](const std::string& name, auto& field) {
      if (name != "geometry" && name != "matching") visit("verification." + name, field);
    });
    search.VisitOptions([&](const std::string& name, auto& field) {
      if (name != "retrieval" && name != "verification") visit("search." + name, field);
    });
  }
};

}  // namespace loupe::engine
