#include "rip/pipeline/dealer.h"

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "rip/pages/page_files.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

/// Marks a page as in work, and so possibly handed back, during this object's lifetime.
class Dealer::InWork {
 public:
  explicit InWork(Dealer& dealer) : dealer_(dealer) {}
  InWork(const InWork&) = delete;
  InWork& operator=(const InWork&) = delete;
  ~InWork() {
    const std::lock_guard lock(dealer_.mutex_);
    --dealer_.in_work_;
    dealer_.changed_.notify_all();
  }

 private:
  Dealer& dealer_;
};

Dealer::Dealer(DealSteps steps, std::vector<std::shared_ptr<Gpu>> gpus, int threads)
    : steps_(std::move(steps)),
      gpus_(std::move(gpus)),
      threads_(threads),
      workers_(std::max<std::size_t>(1, gpus_.size())) {}

void Dealer::run() {
  if (gpus_.size() <= 1) return work(0);
  std::vector<std::future<void>> workers;
  for (std::size_t gpu = 0; gpu < gpus_.size(); ++gpu)
    workers.push_back(std::async(std::launch::async, [this, gpu] { work(gpu); }));
  for (std::future<void>& worker : workers) worker.get();
}

void Dealer::work(std::size_t gpu) {
  while (std::optional<DealtPage> turn = next()) {
    const InWork in_work(*this);
    share(*turn, gpu);
    const Result<PageReport> report = steps_.rip(*turn);
    const bool gpu_failed = !report.ok() && report.error().code == ErrorCode::device;
    if (!turn->resources.has_more_gpus || !gpu_failed) {
      done(*turn, report);
    } else if (hand_back(*std::move(turn), gpu, report.error())) {
      return;
    }
  }
}

// Waits for the pages in work, which may still be handed back. A page handed back is opened again, because its rows may
// have been read.
std::optional<DealtPage> Dealer::next() {
  std::unique_lock lock(mutex_);
  if (std::optional<DealtPage> turn = handed_back_.empty() ? steps_.next() : std::nullopt) {
    ++in_work_;
    return turn;
  }
  changed_.wait(lock, [this] { return !handed_back_.empty() || in_work_ == 0; });
  if (handed_back_.empty()) return std::nullopt;
  DealtPage turn = std::move(handed_back_.back());
  handed_back_.pop_back();
  const PageSource source = turn.page->source;
  auto rows = open_page(source, turn.job.memory / reader_share, turn.job.threads);
  turn.page = rows.ok() ? Result<NextPage>(NextPage{source, *std::move(rows)}) : Result<NextPage>(rows.error());
  ++in_work_;
  return turn;
}

void Dealer::share(DealtPage& turn, std::size_t gpu) {
  const std::lock_guard lock(mutex_);
  if (!gpus_.empty()) turn.resources.gpu = gpus_[gpu];
  turn.resources.has_more_gpus = workers_ > 1;
  turn.job.threads = threads_;
  if (workers_ == 1) return;
  const int cores = threads_ > 0 ? threads_ : static_cast<int>(std::thread::hardware_concurrency());
  turn.job.threads = std::max(1, cores / static_cast<int>(workers_));
}

// True if this GPU gets no more pages. The last remaining GPU continues.
bool Dealer::hand_back(DealtPage turn, std::size_t gpu, const Error& error) {
  const std::lock_guard lock(mutex_);
  handed_back_.push_back(std::move(turn));
  if (workers_ == 1) return false;
  --workers_;
  steps_.lost(gpu, error);
  return true;
}

void Dealer::done(const DealtPage& turn, const Result<PageReport>& report) {
  const std::lock_guard lock(mutex_);
  steps_.done(turn, report);
}

}  // namespace platerip::rip
