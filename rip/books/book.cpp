#include "rip/books/book.h"

#include <utility>

#include "rip/books/finished.h"
#include "rip/plates/plate_names.h"
#include "rip/proofs/page_proofs.h"
#include "rip/records/checkpoint.h"

namespace platerip::rip {

Book::Book(std::unique_ptr<FilePages> files, const Job& job, std::vector<FileStamp> files_of_job, Shard shard,
           bool resumes, MemoryRange memory, KeptFiles& kept, std::function<bool()> stop)
    : FilePages(memory, job.threads),
      files_(std::move(files)),
      job_(job),
      files_of_job_(std::move(files_of_job)),
      shard_(shard),
      resumes_(resumes),
      kept_(kept),
      stop_(std::move(stop)) {}

std::optional<Result<PageSource>> Book::next_source() {
  while (const auto source = is_refused_ ? std::nullopt : files_->next_source()) {
    if (!shard_.has(seen_++)) continue;
    if (!source->ok()) return source->error();
    const auto finished = is_finished(**source);
    is_refused_ = !finished.ok();
    if (is_refused_) return finished.error();
    if (*finished) continue;
    if (resumes_ && stop_ && stop_())
      return Error{page_label(**source) + ": stopped while the finished plates were read", ErrorCode::stopped};
    return source;
  }
  return std::nullopt;
}

Result<bool> Book::is_finished(const PageSource& page) {
  if (!resumes_) return false;
  const auto manifest = id_of(manifest_path(page, job_.plates));
  if (job_.checkpoint && !manifest) {
    const auto checkpoint = find_checkpoint(job_, made_with(job_, files_of_job_, page), page);
    return checkpoint.ok() ? Result(false) : Result<bool>(checkpoint.error());
  }
  if (!manifest || kept_.has(*manifest)) return false;  // there is none, or it is one of this run
  Job job = job_;
  number_proofs(job, place(), count());
  const auto files = find_finished(job, made_with(job, files_of_job_, page), page, stop_);
  if (!files.ok()) return files.error();
  if (!*files) return false;
  for (const std::string& file : **files) kept_.keep(file);
  if (job_.checkpoint) remove_checkpoint(page, job_.plates);  // left by a run that was cut off before it did this
  ++finished_;
  return true;
}

}  // namespace platerip::rip
