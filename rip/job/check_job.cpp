#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rip/job/job_options.h"
#include "rip/job/option_kinds.h"
#include "rip/job/option_values.h"
#include "rip/makers/backends.h"

namespace platerip::rip {
namespace {

Status about(const char* setting, const Status& status) {
  return status.ok() ? status : status.error().of_setting(setting);
}

// Whether the job's halftone prints its drops. Exhaustive searches print evenly spaced levels only.
Status check_drops(const Job& job) {
  const DropSettings& drops = job.drops;
  if (Status status = check_levels_of(drops, {}); !status.ok()) return status;
  const bool has_sizes = drops.sizes || !drops.of_inks.empty();
  const bool is_plain = !has_sizes && !drops.file && drops.lights.empty() && drops.mix.value_or(0) == 0;
  const halftone::SearchMethod* const search = job.method.info().search;
  const bool is_exhaustive = search != nullptr && search->moves != halftone::Moves::toggles_and_swaps;
  if (is_plain || !is_exhaustive) return check_steps(drops, job.method);
  return Error{std::string(job.method.name()) + " prints evenly spaced drops only, and does not mix them",
               ErrorCode::bad_setting,
               {{Advice::Action::give, "halftone", "tone"}},
               !drops.lights.empty() ? "light"
               : has_sizes           ? "drops"
               : drops.file          ? "drop-file"
                                     : "drop-mix"};
}

Error wrong_halftone(const std::string& need, const Job& job, const char* better) {
  return {need + ", and this is " + std::string(job.method.name()),
          ErrorCode::bad_setting,
          {{Advice::Action::give, "halftone", better}}};
}

// Whether the job's halftone suits Job::inks.
Status check_meeting(const Job& job) {
  if (job.inks == Inks::even && job.method.info().family != halftone::Family::tone_filter)
    return wrong_halftone("even needs a halftone that follows the tone", job, "tone");
  if (job.inks == Inks::together && job.method != halftone::Method("dbs"))
    return wrong_halftone("together needs direct binary search", job, "dbs");
  return {};
}

// Settings of proofs are an error if no proof shows them.
Status check_proofs(const Job& job) {
  const Advice report{Advice::Action::give, "report", "FILE.html"};
  const auto nothing_shows = [&](const char* setting, const char* proof, std::vector<Advice> advice) {
    return Error{std::string("there is no ") + proof + " to show it", ErrorCode::bad_setting, std::move(advice),
                 setting};
  };
  if (job.report.crops.size() > most_chosen_crops)
    return wrong_setting("at most " + std::to_string(most_chosen_crops) + " crops").of_setting("report-crop");
  if (!job.report.file && job.report.zones > 0) return nothing_shows("zones", "report", {report});
  if (!job.report.file && !job.report.crops.empty()) return nothing_shows("report-crop", "report", {report});
  if (job.report.file || job.preview) return {};
  if (job.paper_color)
    return nothing_shows("paper-color", "preview or report", {{Advice::Action::give, "preview", "FILE.png"}, report});
  if (job.ink_colors.empty()) return {};
  return nothing_shows("ink-color", "preview or report", {{Advice::Action::give, "preview", "FILE.png"}, report});
}

Error needs_whole_page(const char* proof, const char* setting) {
  return {std::string(proof) + " needs the whole page",
          ErrorCode::bad_setting,
          {{Advice::Action::leave_out, setting}, {Advice::Action::leave_out, "checkpoint"}}};
}

// Whether a later run could go on in the middle of a page.
Status check_checkpoint(const Job& job) {
  if (!job.checkpoint) return {};
  if (Status status = check_number(*job.checkpoint, checkpoint_intervals); !status.ok()) return status;
  if (job.preview) return needs_whole_page("a preview", "preview");
  if (job.report.file) return needs_whole_page("a report", "report");
  if (job.ppf) return needs_whole_page("an ink preview", "ppf");
  if (!job.plates.manifest)
    return Error{"the plates need a manifest", ErrorCode::bad_setting, {{Advice::Action::give, "manifest"}}};
  return {};
}

Status check_names(const Job& job) {
  if (!job.plates.name || job.plates.name->tells_inks_apart()) return {};
  if (job.planes.size() == 1 && job.drops.lights.empty()) return {};
  return wrong_setting("all plates of a page would have the same name; add {ink} or {letter}").of_setting("name");
}

Status check_resolution(const Job& job) {
  if (!job.force_resolution || job.resolution) return {};
  const Advice advice{Advice::Action::give, "resolution", "DPI"};
  return Error{"there is no resolution to force", ErrorCode::bad_setting, {advice}, "force-resolution"};
}

}  // namespace

Status check_levels(const Job& job, int levels) {
  constexpr const char* two_levels = "only for plates of 2 levels";
  const bool has_lights = !job.drops.lights.empty();
  if (levels == 2 && !has_lights) return {};
  if (levels > 2 && job.plates.invert) return wrong_setting(two_levels).of_setting("invert");
  if (levels > 2 && job.plates.compression == tiffio::Compression::g4)
    return wrong_setting(std::string("g4 is ") + two_levels).of_setting("compression");
  if (job.screens.min_dot_percent > 0)
    return wrong_setting(has_lights ? "not for jobs with light inks" : two_levels).of_setting("min-dot");
  return {};
}

Status check_words(const JobOption& option, std::span<const std::string> words) {
  const auto is_for_all = [](const std::string& word) { return word.find('=') == std::string::npos; };
  if (option.spelling.inks == nullptr || std::ranges::count_if(words, is_for_all) < 2) return {};
  return wrong_setting("is given twice for all inks; give it once, or for single inks, INK=VALUE")
      .of_setting(std::string(option.name));
}

Status check_job(const Job& job) {
  if (Status status = about("inks", check_meeting(job)); !status.ok()) return status;
  if (Status status = check_levels(job, levels_of_all(job.drops)); !status.ok()) return status;
  for (const auto check : {check_drops, check_names, check_proofs, check_resolution}) {
    if (Status status = check(job); !status.ok()) return status;
  }
  if (Status status = about("checkpoint", check_checkpoint(job)); !status.ok()) return status;
  if (Status status = check(job.film); !status.ok()) return status;
  return about("backend", check_backend(job.backend, job.device));
}

}  // namespace platerip::rip
