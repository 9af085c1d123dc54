#include "rip/runs/book.h"

#include <utility>

#include "rip/plates/plate_names.h"
#include "rip/records/checkpoint.h"
#include "rip/runs/finished.h"

namespace platerip::rip {

Book::Book(std::unique_ptr<ListedPages> files, const Job& job, std::vector<FileStamp> files_of_job, Shard shard,
           bool resumes, MemoryRange memory, KeptFiles& kept, std::function<bool()> stop)
    : ListedPages(memory, job.threads),
      files_(std::move(files)),
      files_of_job_(std::move(files_of_job)),
      shard_(shard),
      resumes_(resumes),
      kept_(kept),
      stop_(std::move(stop)) {}

std::optional<Result<PageSource>> Book::next_source() {
  while (auto source = is_refused_ ? std::nullopt : files_->next_source()) {
    if (shard_.has(seen_++)) return source;
  }
  return std::nullopt;
}

Result<bool> Book::is_finished(const Job& job, const PageSource& page) {
  if (!resumes_) return false;
  const auto found = look_for(job, page);
  if (!found.ok()) is_refused_ = true;
  if (!found.ok() || *found || !stop_ || !stop_()) return found;
  return Error{page_label(page) + ": stopped while the finished plates were read", ErrorCode::stopped};
}

Result<bool> Book::look_for(const Job& job, const PageSource& page) {
  const auto manifest = id_of(manifest_path(page, job.plates));
  if (job.checkpoint && !manifest) {
    const auto checkpoint = find_checkpoint(job, made_with(job, files_of_job_, page), page);
    return checkpoint.ok() ? Result(false) : Result<bool>(checkpoint.error());
  }
  if (!manifest || kept_.has(*manifest)) return false;  // there is none, or it is one of this run
  const auto files = find_finished(job, made_with(job, files_of_job_, page), page, stop_);
  if (!files.ok()) return files.error();
  if (!*files) return false;
  for (const std::string& file : **files) kept_.keep(file);
  if (job.checkpoint) remove_checkpoint(page, job.plates);  // left by a run that was cut off before it did this
  ++finished_;
  return true;
}

}  // namespace platerip::rip
