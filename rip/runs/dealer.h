// Deals the pages of a run to GPUs and the cores, or makes them one after the other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/makers/gpu.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// A page and its job.
struct DealtPage {
  std::size_t number = 0;  ///< the page's number in the run, from 0
  Result<NextPage> page;   ///< its rows are null until DealSteps::open() opens them, if it is a page of a file
  Job job;
  RunResources resources = {};  ///< without the GPU, which the dealer chooses
};

/// Opens the rows of a page that has none. An error becomes the page's.
void open_rows(DealtPage& turn);

/// The steps of a run. next, done and lost are called by one thread at a time; open and rip by several.
struct DealSteps {
  std::function<std::optional<DealtPage>()> next;  ///< the next page, which need not be open; nothing after the last
  /// Opens a page, by the thread that makes it. False if it need not be made; then done is not called for it.
  std::function<bool(DealtPage&)> open;
  /// Makes the page's plates. The dealer has set its threads and its GPU.
  std::function<Result<PageReport>(const DealtPage&)> rip;
  /// Receives the final result of a page, in the order of the pages' numbers. The page's rows are freed.
  std::function<void(const DealtPage&, const Result<PageReport>&)> done;
  /// GPU `gpu` gets no more pages because of this error. The other GPUs go on.
  std::function<void(std::size_t gpu, const Error&)> lost;
};

/// The number of threads that make each page.
struct ThreadShares {
  int of_gpu = 0;    ///< for a page of a GPU
  int of_cores = 0;  ///< for a page of the cores, while no GPU works; 0: they take none
};

/// Divides `threads` (at least 1) among `gpus` GPUs. While no GPU works, the cores have all threads.
ThreadShares share_threads(int threads, std::size_t gpus, bool cores_may_take_pages);

/// Deals pages to its workers, the GPUs and the cores, as these become free. A GPU that fails or has too little memory
/// hands its page back and gets no more pages. On the last GPU, the result of a page is final. With several workers,
/// pages must be files, because a page that is handed back is opened again.
///
/// The cores take pages until a GPU has started, and again if all GPUs have failed. A GPU for which no page is left
/// goes on with the page that the cores are making.
class Dealer {
 public:
  /// `gpus`: empty if the cores make all pages. `threads` are divided among the workers; 0: one per core.
  /// `cores_may_take_pages`: lets the cores make pages while no GPU works, if there are enough threads. The pages' jobs
  /// must then have the backend "auto".
  Dealer(DealSteps steps, std::vector<std::shared_ptr<Gpu>> gpus, int threads, bool cores_may_take_pages = false);

  /// Whether several pages may be made at the same time.
  [[nodiscard]] bool is_parallel() const { return workers_ > 1; }

  /// Makes all pages. Throws what the steps throw.
  void run();

 private:
  class InWork;
  class SpareGpu;
  using Lock = std::unique_lock<std::mutex>;

  void work(std::size_t worker);
  bool wait_for_start(Gpu& gpu);
  void wait_until_no_gpu_works();
  std::optional<DealtPage> next();
  std::optional<DealtPage> next_dealt();
  void share(DealtPage& turn, std::size_t worker);
  bool hand_back(DealtPage turn, std::size_t gpu, const Error& error);
  void done(DealtPage turn, std::optional<Result<PageReport>> report);

  DealSteps steps_;
  std::vector<std::shared_ptr<Gpu>> gpus_;
  int threads_;
  ThreadShares shares_;
  std::size_t workers_;  // for each GPU, and one for the cores if there is no GPU, or beside them
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<DealtPage> handed_back_;
  std::size_t gpus_at_work_;                                                                   // that get pages
  std::size_t in_work_ = 0;                                                                    // pages
  std::size_t reported_ = 0;                                                                   // pages
  std::map<std::size_t, std::pair<DealtPage, std::optional<Result<PageReport>>>> unreported_;  // before lower numbers
  std::atomic<bool> all_dealt_ = false;
  std::atomic<bool> first_gpu_is_busy_ = false;
};

}  // namespace platerip::rip
