#include "rip/job/checkpoint_options.h"

#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> intervals{0, 86400, "0 to 86400 seconds"};

Error needs_whole_page(const char* proof, const char* setting) {
  return {std::string(proof) + " needs the whole page",
          ErrorCode::bad_setting,
          {{Advice::Action::leave_out, setting}, {Advice::Action::leave_out, "checkpoint"}}};
}

Status check(const Job& job) {
  if (Status status = check_number(*job.checkpoint, intervals); !status.ok()) return status;
  if (job.backend == "cuda")
    return Error{"only the CPU can go on in the middle of a page",
                 ErrorCode::bad_setting,
                 {{Advice::Action::leave_out, "backend"}}};
  if (job.preview) return needs_whole_page("a preview", "preview");
  if (job.report.file) return needs_whole_page("a report", "report");
  if (job.ppf) return needs_whole_page("an ink preview", "ppf");
  if (!job.plates.manifest)
    return Error{"the plates need a manifest", ErrorCode::bad_setting, {{Advice::Action::give, "manifest"}}};
  return {};
}

}  // namespace

Status set_checkpoint(Job& job, const std::string& word) {
  return read_number(word, intervals, job.checkpoint);
}

Status check_checkpoint(const Job& job) {
  if (!job.checkpoint) return {};
  const Status status = check(job);
  return status.ok() ? status : status.error().of_setting("checkpoint");
}

}  // namespace platerip::rip
