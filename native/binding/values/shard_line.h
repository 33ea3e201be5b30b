#pragma once

#include <napi.h>

#include <vector>

#include "core/base/cancellation.h"
#include "core/shards/sharded_references.h"

namespace loupe::binding {

/**
 * Has shards asked by a JavaScript function: it gets [{shard, message}] and promises as many buffers. The
 * thread of the search waits meanwhile.
 */
class ShardLine : public shards::ShardLine {
 public:
  /** @param cancellation  ends waiting; outlives this */
  ShardLine(Napi::Env env, const Napi::Function& ask, const base::CancellationToken* cancellation);
  ~ShardLine() override { Close(); }

  /** @throws Error kAborted when cancelled or when JavaScript ends, kInternal when the function fails: it
   * knows why */
  std::vector<std::vector<uint8_t>> Ask(std::vector<shards::ShardQuestion> questions) override;

  /** Lets go of the function. */
  void Close();

 private:
  Napi::ThreadSafeFunction ask_;
  const base::CancellationToken* cancellation_;
  bool is_open_ = true;
};

}  // namespace loupe::binding
