// The interface of a crew: several processes, perhaps on several machines, that make the pages of one run together.
#pragma once

#include <cstddef>
#include <optional>

#include "base/status.h"
#include "rip/app/options.h"
#include "rip/plates/kept_files.h"
#include "rip/runs/run_pages.h"

namespace platerip::rip {

/// A run in a crew. A page is identified by its place among all pages of the command line, from 0. Functions may throw.
///
/// next_place(), keep() and told() are called only in the process that speaks, by one thread; at() and make_to() in
/// every process, by one thread, which may be another.
class CrewRun {
 public:
  virtual ~CrewRun() = default;

  [[nodiscard]] virtual const Options& options() const = 0;
  [[nodiscard]] virtual KeptFiles& kept() const = 0;
  /// The most pages that the run may have, including broken ones.
  [[nodiscard]] virtual std::size_t count() const = 0;

  /// Starts a GPU for the pages that this process opens from now on, if that is worth it: the first process of a
  /// machine takes the first GPU, the next one the next, and so on, in turn. `turn`: this process's number on its
  /// machine. To be called by one thread in any process, before it opens pages.
  virtual void start_gpu(int turn) = 0;
  /// The place of the next page; nothing after the last, or when no further page is to be made.
  virtual std::optional<Result<std::size_t>> next_place() = 0;
  /// Opens the page at `place`, which must be greater than the places before. `number`: the page's number in the run.
  virtual DealtPage at(std::size_t place, std::size_t number) = 0;
  /// Makes the page's plates and gives them to `sink`. `shown`: with a progress bar.
  virtual Result<PageReport> make_to(PlateSink& sink, const DealtPage& dealt, bool shown) = 0;
  /// Protects the files of a page that was made.
  virtual void keep(const PageReport& report, std::size_t place) = 0;
  /// Receives the results in the order of the pages' numbers. `others`: other pages are being made meanwhile.
  virtual void told(const Result<PageReport>& report, std::size_t number, bool others) = 0;
};

/// The processes of a run. Each has an object of its own, and calls the same functions in the same order.
class Crew {
 public:
  virtual ~Crew() = default;

  /// Whether this process is the one that prints messages and summaries.
  [[nodiscard]] virtual bool speaks() const = 0;

  /// Sets what this process should use, such as its share of the cores. Called in all processes together. Errors: a
  /// crew cannot do what is asked, or other processes have other settings.
  virtual Status adapt(Options& options) = 0;

  /// Waits for all processes. `here`: success if this process is ready. Errors: the first error of all processes.
  virtual Status all_ready(const Status& here) = 0;

  /// Makes all pages. Throws what `run` throws.
  virtual void make(CrewRun& run) = 0;
};

}  // namespace platerip::rip
