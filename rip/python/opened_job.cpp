#include "rip/python/opened_job.h"

#include <utility>

#include "rip/job/job_options.h"

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

Result<OpenedJob> open_job(const rip::JobWords& words) {
  OpenedJob opened;
  if (Status status = rip::set_options(opened.job, words); !status.ok()) return status.error();
  if (Status status = rip::check_job(opened.job); !status.ok()) return status.error();
  auto press = press_of(opened.job);
  if (!press.ok()) return press.error();
  opened.resources.press = *std::move(press);
  return opened;
}

}  // namespace platerip::python
