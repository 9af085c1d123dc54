// Deals the pages of a run to several GPUs, or makes them one after the other.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/engines/gpu.h"
#include "rip/pages/page_rows.h"
#include "rip/pipeline/job.h"
#include "rip/pipeline/rip_page.h"

namespace platerip::rip {

/// A page and its job.
struct DealtPage {
  std::size_t number = 0;  ///< the page's number in the run, from 0
  Result<NextPage> page;
  Job job;
  RunResources resources = {};  ///< without the GPU, which the dealer chooses
};

/// The steps of a run. next, done and lost are called by one thread at a time; rip by several.
struct DealSteps {
  std::function<std::optional<DealtPage>()> next;  ///< the next page; nothing after the last
  /// Makes the page's plates. Its threads and GPU have been chosen.
  std::function<Result<PageReport>(const DealtPage&)> rip;
  /// Receives the final result of a page.
  std::function<void(const DealtPage&, const Result<PageReport>&)> done;
  std::function<void(std::size_t gpu, const Error&)> lost;  ///< a GPU gets no more pages, and why; the other GPUs do
};

/// Deals pages to GPUs as they become free. A GPU that fails or has too little memory hands its page back and gets no
/// more pages. On the last GPU, the result of a page is final. If there are several GPUs, the pages must be files,
/// because they may be opened again.
class Dealer {
 public:
  /// `gpus`: empty if the cores make all pages. `threads` are divided among the GPUs; 0: one per core.
  Dealer(DealSteps steps, std::vector<std::shared_ptr<Gpu>> gpus, int threads);

  /// Makes all pages. Throws what the steps throw.
  void run();

 private:
  class InWork;

  void work(std::size_t gpu);
  std::optional<DealtPage> next();
  void share(DealtPage& turn, std::size_t gpu);
  bool hand_back(DealtPage turn, std::size_t gpu, const Error& error);
  void done(const DealtPage& turn, const Result<PageReport>& report);

  DealSteps steps_;
  std::vector<std::shared_ptr<Gpu>> gpus_;
  int threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<DealtPage> handed_back_;
  std::size_t workers_;
  std::size_t in_work_ = 0;
};

}  // namespace platerip::rip
