// The pages of a run, one after the other, or side by side: one on each GPU.
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

/// A page and what is asked for.
struct DealtPage {
  std::size_t number = 0;  ///< of the page in its run, from 0
  Result<NextPage> page;
  Job job;
  RunResources resources = {};  ///< but for the GPU, which the dealer chooses
};

/// What a run does with its pages. next, done and lost are called by one thread at a time; rip by several.
struct DealSteps {
  std::function<std::optional<DealtPage>()> next;  ///< nothing after the last
  /// The page of the turn, whose threads and GPU have been chosen.
  std::function<Result<PageReport>(const DealtPage&)> rip;
  std::function<void(const DealtPage&, const Result<PageReport>&)> done;
  std::function<void(std::size_t gpu, const Error&)> lost;  ///< a GPU gets no more pages, others do; why
};

/// Deals pages to GPUs as they become free. A GPU that breaks or has no room hands its page back and gets no more; what
/// comes of a page on the last one counts. Pages that are dealt to several GPUs are files': they may be opened anew.
class Dealer {
 public:
  /// `gpus`: none, where the cores rip all pages. `threads` are shared among the GPUs; 0: as many as there are cores.
  Dealer(DealSteps steps, std::vector<std::shared_ptr<Gpu>> gpus, int threads);

  /// Returns when all pages are done. Throws what the steps throw.
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
