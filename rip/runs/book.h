// Which pages of its files a run makes.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/job/file_stamp.h"
#include "rip/job/job.h"
#include "rip/pages/listed_pages.h"
#include "rip/plates/kept_files.h"
#include "rip/runs/shard.h"

namespace platerip::rip {

/// The pages of a shard. One thread at a time, except for is_finished().
class Book : public ListedPages {
 public:
  /// `files_of_job`: Press::files. `resumes`: whether is_finished() looks for pages that an earlier run has made;
  /// `kept` outlives this. `memory`: see PageOpener. `stop` is polled while finished plates are read.
  Book(std::unique_ptr<ListedPages> files, const Job& job, std::vector<FileStamp> files_of_job, Shard shard,
       bool resumes, MemoryRange memory, KeptFiles& kept, std::function<bool()> stop = {});

  /// The number of pages in all shards.
  [[nodiscard]] std::size_t count() const override { return files_->count(); }
  /// There are no pages after an error of is_finished(), because a book has one set of settings.
  std::optional<Result<PageSource>> next_source() override;

  /// The place of the page returned last among the pages of all shards, from 0. Precondition: next_source() was called.
  [[nodiscard]] std::size_t place() const { return seen_ - 1; }
  /// Whether an earlier run has finished the page, so that it need not be opened. Adds its files to `kept`. `job`: that
  /// of the page, with the names of its proofs. Thread-safe. Errors: those of find_finished() and find_checkpoint(), or
  /// `stop` has returned true.
  Result<bool> is_finished(const Job& job, const PageSource& page);
  /// Whether is_finished() has failed.
  [[nodiscard]] bool is_refused() const { return is_refused_; }
  /// How many pages were left out because they are finished.
  [[nodiscard]] std::size_t finished() const { return finished_; }

 private:
  Result<bool> look_for(const Job& job, const PageSource& page);

  std::unique_ptr<ListedPages> files_;
  std::vector<FileStamp> files_of_job_;
  Shard shard_;
  bool resumes_;
  KeptFiles& kept_;
  std::function<bool()> stop_;
  std::size_t seen_ = 0;
  std::atomic<std::size_t> finished_ = 0;
  std::atomic<bool> is_refused_ = false;
};

}  // namespace platerip::rip
