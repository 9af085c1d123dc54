// Deals the pages of a run to GPUs and the cores, or makes them one after the other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/runs/in_order.h"
#include "rip/runs/run_pages.h"

namespace platerip::rip {

class Gpu;

/// The number of threads that make each page.
struct ThreadShares {
  int of_gpu = 0;    ///< for a page of a GPU
  int of_cores = 0;  ///< for a page of the cores, while no GPU works; 0: they take none
};

/// Divides `threads` (at least 1) among `gpus` GPUs. While no GPU works, the cores have all threads.
ThreadShares share_threads(int threads, std::size_t gpus, bool cores_may_take_pages);

/// Deals pages to its workers, the GPUs and the cores, as these become free. A GPU that fails or has too little memory
/// hands its page back and gets no more pages. A page that the last GPU has failed on is made there again, and then its
/// result is final. With several workers, pages must be files, because a page that is handed back is opened again.
///
/// The cores take pages until a GPU has started, and again if all GPUs have failed. A GPU for which no page is left
/// goes on with the page that the cores are making.
class Dealer {
 public:
  /// `pages` outlives this. `gpus`: empty if the cores make all pages. `threads` are divided among the workers; 0: one
  /// per core. `cores_may_take_pages`: lets the cores make pages while no GPU works, if there are enough threads. The
  /// pages' jobs must then have the backend "auto".
  Dealer(RunPages& pages, std::vector<std::shared_ptr<Gpu>> gpus, int threads, bool cores_may_take_pages = false);

  /// Whether several pages may be made at the same time.
  [[nodiscard]] bool is_parallel() const { return workers_ > 1; }

  /// Makes all pages. The jobs get their threads and their GPUs here. Throws what `pages` throws.
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
  void share(DealtPage& dealt, std::size_t worker);
  bool hand_back(DealtPage dealt, std::size_t gpu, const Error& error);
  void done(DealtPage dealt, std::optional<Result<PageReport>> report);

  RunPages& pages_;
  std::vector<std::shared_ptr<Gpu>> gpus_;
  int threads_;
  ThreadShares shares_;
  std::size_t workers_;  // for each GPU, and one for the cores if there is no GPU, or beside them
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<DealtPage> handed_back_;
  std::size_t gpus_at_work_;                                                  // that get pages
  std::size_t in_work_ = 0;                                                   // pages
  InOrder<std::pair<DealtPage, std::optional<Result<PageReport>>>> results_;  // nothing: the page was not made
  std::atomic<bool> all_dealt_ = false;
  std::atomic<bool> first_gpu_is_busy_ = false;
};

}  // namespace platerip::rip
