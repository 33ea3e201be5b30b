#pragma once

#include <atomic>

#include "core/base/error.h"

namespace loupe::base {

/** A flag that another thread raises to stop a job; long loops call ThrowIfCancelled between steps. */
class CancellationToken {
 public:
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool IsCancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_{false};
};

/** @throws Error kAborted when the token is raised; a null token never is. */
inline void ThrowIfCancelled(const CancellationToken* token) {
  if (token != nullptr && token->IsCancelled()) throw Error(ErrorCode::kAborted, "The job was aborted.");
}

}  // namespace loupe::base
