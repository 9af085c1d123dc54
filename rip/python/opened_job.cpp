#include "rip/python/opened_job.h"

#include <utility>

#include "rip/job/job_options.h"
#include "rip/makers/open_gpus.h"
#include "rip/resources/cache_folder.h"

namespace platerip::python {
namespace {

// Opening the built-in press profile takes a millisecond, in which a small plane is halftoned many times. So jobs that
// open nothing else share it.
Result<std::shared_ptr<const rip::Press>> press_of(const rip::Job& job) {
  if (job.intent || !rip::files_named(job).empty()) return rip::open_press(job);
  static const auto built_in = rip::open_press({});
  return built_in;
}

}  // namespace

void OpenedJob::start_gpu(std::uintmax_t page_bytes) {
  if (resources.gpu) return;
  const auto gpus = rip::open_gpus({.backend = job.backend,
                                    .page_bytes = page_bytes,
                                    .threads = job.threads,
                                    .device = job.device,
                                    .memory = job.gpu_memory});
  if (!gpus.empty()) resources.gpu = gpus.front();
}

Result<OpenedJob> open_job(const rip::JobWords& words) {
  OpenedJob opened{.job = {}, .resources = {.cores_may_begin = true, .cache = rip::cache_folder()}};
  if (Status status = rip::set_options(opened.job, words); !status.ok()) return status.error();
  if (Status status = rip::check_job(opened.job); !status.ok()) return status.error();
  auto press = press_of(opened.job);
  if (!press.ok()) return press.error();
  opened.resources.press = *std::move(press);
  return opened;
}

}  // namespace platerip::python
