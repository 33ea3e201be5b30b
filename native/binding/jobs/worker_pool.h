#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "core/base/cancellation.h"

namespace loupe::binding {

/** Work for one pool thread. */
class Task {
 public:
  explicit Task(std::shared_ptr<base::CancellationToken> cancellation)
      : cancellation_(std::move(cancellation)) {}
  virtual ~Task() = default;
  /** Does the work; must not throw. */
  virtual void Run() noexcept = 0;
  base::CancellationToken* cancellation() const { return cancellation_.get(); }

 private:
  std::shared_ptr<base::CancellationToken> cancellation_;
};

/**
 * Native threads of the engine's own, with a bounded queue: heavy work neither blocks the event loop nor
 * fills the thread pool that Node shares between files and DNS. First in, first out.
 */
class WorkerPool {
 public:
  using Done = std::function<void(std::unique_ptr<Task>)>;

  /**
   * @param thread_count  threads, started with the first task
   * @param queue_limit   tasks that may wait
   * @param done          called on a pool thread after each task
   */
  WorkerPool(size_t thread_count, size_t queue_limit, Done done);
  ~WorkerPool();

  /** Takes the task, or leaves it with the caller when the queue is full or the pool is stopped. */
  bool TrySubmit(std::unique_ptr<Task>& task);

  /**
   * Raises the tokens of running tasks, joins the threads, and gives back the waiting tasks, which never ran.
   * No task is accepted afterwards.
   */
  std::deque<std::unique_ptr<Task>> Stop();

  size_t waiting_count() const;

 private:
  void Loop();
  void StartThreads();

  const size_t thread_count_;
  const size_t queue_limit_;
  const Done done_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<Task>> queue_;
  std::set<Task*> running_;
  std::vector<std::thread> threads_;
  bool stopping_ = false;
};

}  // namespace loupe::binding
