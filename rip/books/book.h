// Which pages of its files a run makes.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/books/shard.h"
#include "rip/job/file_stamp.h"
#include "rip/job/job.h"
#include "rip/pages/page_files.h"
#include "rip/plates/kept_files.h"

namespace platerip::rip {

/// The pages of a shard, without those that an earlier run has finished. Pages that are left out are not opened. One
/// thread at a time.
class Book : public FilePages {
 public:
  /// `files_of_job`: Press::files. `resumes`: leave out the pages that find_finished() finds, and add their files to
  /// `kept`, which outlives this. `memory`: see open_page(). `stop` is polled while finished plates are read; when it
  /// returns true, the next page is an error.
  Book(std::unique_ptr<FilePages> files, const Job& job, std::vector<FileStamp> files_of_job, Shard shard, bool resumes,
       MemoryRange memory, KeptFiles& kept, std::function<bool()> stop = {});

  /// The number of pages in all shards.
  [[nodiscard]] std::size_t count() const override { return files_->count(); }
  /// Adds the errors of find_finished() and find_checkpoint(). There are no pages after these errors, because a book
  /// has one set of settings.
  std::optional<Result<PageSource>> next_source() override;

  /// The place of the page returned last among the pages of all shards, from 0. Precondition: next() was called.
  [[nodiscard]] std::size_t place() const { return seen_ - 1; }
  /// Whether next() ended with an error of find_finished() or find_checkpoint().
  [[nodiscard]] bool is_refused() const { return is_refused_; }
  /// How many pages were left out because they are finished.
  [[nodiscard]] std::size_t finished() const { return finished_; }

 private:
  Result<bool> is_finished(const PageSource& page);

  std::unique_ptr<FilePages> files_;
  Job job_;
  std::vector<FileStamp> files_of_job_;
  Shard shard_;
  bool resumes_;
  KeptFiles& kept_;
  std::function<bool()> stop_;
  std::size_t seen_ = 0;
  std::size_t finished_ = 0;
  bool is_refused_ = false;
};

}  // namespace platerip::rip
