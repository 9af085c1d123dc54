// The pages of a run, as the dealer (dealer.h) and a crew get them.
#pragma once

#include <cstddef>
#include <optional>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// A page and its job.
struct DealtPage {
  std::size_t number = 0;  ///< the page's number in the run, from 0
  Result<NextPage> page;   ///< its rows are null until RunPages::open() opens them, if it is a page of a file
  Job job;
  RunResources resources = {};  ///< without the GPU, which the dealer chooses
};

/// Opens the rows of a page that has none. An error becomes the page's.
void open_rows(DealtPage& dealt);

/// The pages of a run in one process. Functions may throw.
class RunPages {
 public:
  virtual ~RunPages() = default;

  /// The next page, which need not be open; nothing after the last. One thread at a time.
  virtual std::optional<DealtPage> next() = 0;
  /// Opens a page, by the thread that makes it. False if it need not be made; then done() is not called for it.
  /// Thread-safe.
  virtual bool open(DealtPage& dealt) = 0;
  /// Makes the page's plates. Thread-safe.
  virtual Result<PageReport> make(const DealtPage& dealt) = 0;
  /// Receives the final result of a page, in the order of the pages' numbers. The page's rows are freed. One thread at
  /// a time.
  virtual void done(const DealtPage& dealt, const Result<PageReport>& report) = 0;
  /// GPU `gpu` gets no more pages because of this error. The other GPUs go on. One thread at a time.
  virtual void lost(std::size_t gpu, const Error& error) = 0;
};

}  // namespace platerip::rip
