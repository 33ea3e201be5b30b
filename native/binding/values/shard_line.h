#pragma once

#include <napi.h>

#include <memory>
#include <vector>

#include "binding/jobs/engine_jobs.h"
#include "core/base/cancellation.h"
#include "core/index/reference_index.h"
#include "core/shards/answer_shard.h"
#include "core/shards/sharded_references.h"

namespace loupe::binding {

/** Shards of this process by their positions in a search; null for those of others. */
using HeldIndexes = std::vector<std::shared_ptr<const index::ReferenceIndex>>;

/**
 * Answers for the shards of this process itself, on the thread of the search, and has the others asked by a
 * JavaScript function: it gets [{shards, message}] and promises as many lists of {shards, answer}. The thread
 * waits meanwhile.
 */
class ShardLine : public shards::ShardLine {
 public:
  /**
   * @param list  the shards of the search
   * @param held  as many
   * @param cancellation  ends waiting; outlives this
   */
  ShardLine(Napi::Env env, const Napi::Function& ask, std::vector<shards::Shard> list, HeldIndexes held,
            uint32_t vocabulary_id, SharedOptions options, const base::CancellationToken* cancellation);
  ~ShardLine() override { Close(); }

  /** @throws Error kAborted when cancelled or when JavaScript ends, kInternal when the function fails: it
   * knows why */
  std::vector<shards::ShardAnswer> Ask(std::vector<shards::ShardQuestion> questions) override;

  /** Lets go of the function. */
  void Close();

 private:
  /** What is asked of others: of each question its position, and what of it is theirs. */
  class Round;

  std::shared_ptr<Round> AskOthers(const std::vector<shards::ShardQuestion>& questions);
  void AnswerOwn(uint32_t number, const shards::ShardQuestion& question,
                 std::vector<shards::ShardAnswer>* answers) const;

  Napi::ThreadSafeFunction ask_;
  const std::vector<shards::Shard> list_;
  const HeldIndexes held_;
  const uint32_t vocabulary_id_;
  const SharedOptions options_;
  const base::CancellationToken* cancellation_;
  bool is_open_ = true;
};

/** Answers shards on this thread. */
shards::ShardAnswerer& ThreadShardAnswerer();

}  // namespace loupe::binding
