// Pages in files, which can be listed without being opened.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <optional>

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/read_settings.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

struct FoundPages;

/// Opens the rows of a page of a file; a page may be opened again. `memory`: bytes that its reader may take. If the
/// page needs more than the most, opening succeeds, but its rows cannot be read; PageRows::memory_bytes() says how much
/// it needs. `threads`: how many threads may decode at the same time; 0: one per core. They are those of the strip loop
/// that reads the rows. `settings` count if PageSource::opener is null. Thread-safe. Errors: the file has no page of a
/// known format, or the page cannot be opened.
Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, MemoryRange memory, int threads = 0,
                                            const ReadSettings& settings = {});

/// Opens the page that ListedPages::next_source() has found; passes on its errors.
std::optional<Result<NextPage>> open_found(const std::optional<Result<PageSource>>& source, MemoryRange memory,
                                           int threads);

/// Pages that can be listed. One thread at a time.
class ListedPages : public Pages {
 public:
  /// `memory`, `threads`: see open_page().
  ListedPages(MemoryRange memory, int threads) : memory_(memory), threads_(threads) {}

  std::optional<Result<NextPage>> next() final { return open_found(next_source(), memory_, threads_); }

  /// The page that next() would open, without opening it. next() goes on with the page after it. open_page() opens it.
  virtual std::optional<Result<PageSource>> next_source() = 0;

 private:
  MemoryRange memory_;
  int threads_;
};

/// The pages that were found in a file. FoundPages::broken counts as one page.
std::unique_ptr<ListedPages> pages_of(FoundPages found, MemoryRange memory, int threads);

/// Those of them that are chosen. FoundPages::broken counts only if all pages are. Errors: none is.
Result<std::unique_ptr<ListedPages>> chosen_pages(FoundPages found, const PageRanges& chosen, MemoryRange memory,
                                                  int threads);

}  // namespace platerip::rip
