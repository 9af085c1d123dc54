// The interface of a crew: several processes, perhaps on several machines, that make the pages of one run together.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "base/status.h"
#include "rip/app/options.h"
#include "rip/page/rip_page.h"
#include "rip/runs/dealer.h"

namespace platerip::rip {

/// The steps of a run in a crew. A page is identified by its place among all pages of the command line, from 0.
///
/// next, keep, done, note and is_over are called only in the process that speaks, by one thread. open and rip are
/// called in every process, by one thread, which may be another.
struct CrewSteps {
  std::size_t pages = 0;  ///< the most pages that the run may have, including broken ones
  const Job& job;
  std::shared_ptr<KeptFiles> kept;
  /// Starts a GPU for the pages that this process opens from now on, if that is worth it: the first process of a
  /// machine takes the first GPU, the next one the next, and so on, in turn. `turn`: this process's number on its
  /// machine. To be called by one thread in any process, before it opens pages.
  std::function<void(int turn)> start_gpu;
  std::function<std::optional<Result<std::size_t>>()> next;  ///< the place of the next page; nothing after the last
  /// Opens the page at `place`, which must be greater than the places before. `number`: the page's number in the run.
  std::function<DealtPage(std::size_t place, std::size_t number)> open;
  /// Makes the page's plates. `shown`: with a progress bar.
  std::function<Result<PageReport>(const DealtPage&, PlateSink&, bool shown)> rip;
  std::function<void(const PageReport&, std::size_t place)> keep;  ///< protects the files of a page that was made
  /// Receives the results in the order of the pages' numbers. `others`: other pages are being made meanwhile.
  std::function<void(const Result<PageReport>&, std::size_t number, bool others)> done;
  std::function<void(const std::string&)> note;  ///< tells the user something that is no error
  std::function<bool()> is_over;                 ///< after done: no further page is to be made
};

/// The processes of a run. Each has an object of its own, and calls the same functions in the same order.
class Crew {
 public:
  virtual ~Crew() = default;

  /// Whether this process is the one that prints messages and summaries.
  [[nodiscard]] virtual bool speaks() const = 0;

  /// Sets what this process should use, such as its share of the cores. Errors: a crew cannot do what is asked.
  virtual Status adapt(Options& options) = 0;

  /// Waits for all processes. `here`: success if this process is ready. Errors: the first error of all processes.
  virtual Status all_ready(const Status& here) = 0;

  /// Makes all pages. Throws what the steps throw.
  virtual void make(const CrewSteps& steps) = 0;
};

}  // namespace platerip::rip
