#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/shards/answer_shard.h"
#include "core/shards/sharded_references.h"

namespace loupe::test {

/** Shards in this process: those of one index that leave the same remainder answer together. */
class NearLine : public shards::ShardLine {
 public:
  NearLine(std::vector<const index::ReferenceIndex*> indexes, std::vector<shards::Shard> shards,
           uint32_t groups)
      : indexes_(std::move(indexes)), shards_(std::move(shards)), groups_(groups) {}

  std::vector<shards::ShardAnswer> Ask(std::vector<shards::ShardQuestion> questions) override {
    ++rounds_;
    std::vector<shards::ShardAnswer> answers;
    for (uint32_t number = 0; number < questions.size(); ++number) {
      const shards::ShardQuestion& question = questions[number];
      if (before_answer) before_answer(question);
      for (uint32_t group = 0; group < groups_; ++group) {
        std::vector<shards::HeldShard> held;
        for (const uint32_t at : question.shards) {
          if (at % groups_ == group) held.push_back({indexes_[at], shards_[at].number, shards_[at].count});
        }
        if (held.empty()) continue;
        largest_ = std::max(largest_, held.size());
        answers.push_back({number, answerer_.Answer(held, indexes_[0]->vocabulary()->id(), question.message,
                                                    retrieval::RetrievalOptions{}, nullptr)});
      }
    }
    return answers;
  }
  size_t rounds() const { return rounds_; }
  /** Most shards that answered together. */
  size_t largest() const { return largest_; }

  std::function<void(const shards::ShardQuestion&)> before_answer;

 private:
  std::vector<const index::ReferenceIndex*> indexes_;
  std::vector<shards::Shard> shards_;
  uint32_t groups_;
  shards::ShardAnswerer answerer_;
  size_t rounds_ = 0;
  size_t largest_ = 0;
};

}  // namespace loupe::test
