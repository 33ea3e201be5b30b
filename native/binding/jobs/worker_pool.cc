#include "binding/jobs/worker_pool.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace loupe::binding {
namespace {

/** Lets the event loop go first when every core is matching; Linux knows a niceness per thread. */
void YieldToEventLoop() {
#if defined(__linux__)
  constexpr int kNiceness = 5;
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
#endif
}

}  // namespace

WorkerPool::WorkerPool(size_t thread_count, size_t queue_limit, Done done)
    : thread_count_(thread_count), queue_limit_(queue_limit), done_(std::move(done)) {}

WorkerPool::~WorkerPool() { Stop(); }

void WorkerPool::StartThreads() {
  while (threads_.size() < thread_count_) threads_.emplace_back([this] { Loop(); });
}

bool WorkerPool::TrySubmit(std::unique_ptr<Task>& task) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stopping_ || queue_.size() >= queue_limit_) return false;
    StartThreads();
    queue_.push_back(std::move(task));
  }
  wake_.notify_one();
  return true;
}

void WorkerPool::Loop() {
  YieldToEventLoop();
  for (;;) {
    std::unique_ptr<Task> task;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      task = std::move(queue_.front());
      queue_.pop_front();
      running_.insert(task.get());
    }
    task->Run();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      running_.erase(task.get());
    }
    done_(std::move(task));
  }
}

std::deque<std::unique_ptr<Task>> WorkerPool::Stop() {
  std::vector<std::thread> threads;
  std::deque<std::unique_ptr<Task>> dropped;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    for (Task* task : running_) task->cancellation()->Cancel();
    threads.swap(threads_);
    dropped.swap(queue_);
  }
  wake_.notify_all();
  for (std::thread& thread : threads) thread.join();
  return dropped;
}

size_t WorkerPool::waiting_count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return queue_.size();
}

}  // namespace loupe::binding
