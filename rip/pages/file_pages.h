// Pages in files, which can be listed without being opened.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <optional>

#include "rip/pages/page_format.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Opens the rows of a page of a file; a page may be opened again. `memory`, `threads`: see PageOpener. Thread-safe.
/// Errors: the file has no page of a known format, or those of PageOpener::open().
Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, MemoryRange memory, int threads = 0);

/// Opens the page that FilePages::next_source() has found; passes on its errors.
std::optional<Result<NextPage>> open_found(const std::optional<Result<PageSource>>& source, MemoryRange memory,
                                           int threads);

/// Pages of files. One thread at a time.
class FilePages : public Pages {
 public:
  /// `memory`, `threads`: see PageOpener.
  FilePages(MemoryRange memory, int threads) : memory_(memory), threads_(threads) {}

  std::optional<Result<NextPage>> next() final { return open_found(next_source(), memory_, threads_); }

  /// The page that next() would open, without opening it. next() goes on with the page after it. open_page() opens it.
  virtual std::optional<Result<PageSource>> next_source() = 0;

 private:
  MemoryRange memory_;
  int threads_;
};

/// The pages of one file. Its `broken` counts as one page.
class PagesOfFile : public FilePages {
 public:
  PagesOfFile(PageFile file, MemoryRange memory, int threads) : FilePages(memory, threads), file_(std::move(file)) {}

  [[nodiscard]] std::size_t count() const override {
    return static_cast<std::size_t>(file_.count) + (file_.broken ? 1 : 0);
  }
  std::optional<Result<PageSource>> next_source() override;

 private:
  PageFile file_;
  int next_ = 0;
};

}  // namespace platerip::rip
