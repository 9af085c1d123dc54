#include "rip/proofs/report_facts.h"

#include <cmath>
#include <filesystem>

#include "rip/job/job_options.h"
#include "rip/proofs/plate_colors.h"
#include "rip/resources/threads.h"
#include "separation/press_limit.h"
#include "tiffio/plates/compression.h"

namespace platerip::rip {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string profile_text(const std::string& name, const std::string& description) {
  if (name.empty()) return "none: inks as they are in the page";
  return description.empty() ? name : name + " (" + description + ")";
}

std::string resolution_text(const tiffio::Resolution& resolution, bool is_known) {
  if (!is_known) return "none";
  const auto in_dpi = [&](double dots) {
    const double dpi = resolution.per_inch(dots);
    return fixed(dpi, dpi == std::round(dpi) ? 0 : 2);
  };
  if (resolution.x == resolution.y) return in_dpi(resolution.x) + " dpi";
  return in_dpi(resolution.x) + " × " + in_dpi(resolution.y) + " dpi";
}

std::string size_text(const PagePlan& plan, bool has_resolution) {
  std::string text = std::to_string(plan.width) + " × " + std::to_string(plan.height) + " pixels";
  if (!has_resolution) return text;
  const double unit = plan.resolution.unit_millimetres();
  return text + ", " + fixed(static_cast<double>(plan.width) * unit / plan.resolution.x, 1) + " × " +
         fixed(static_cast<double>(plan.height) * unit / plan.resolution.y, 1) + " mm";
}

Rows properties(const ProofedPage& page, const PageReport& report) {
  const PagePlan& plan = page.plan;
  Rows rows = {{"File", document_name(plan.source)}};
  if (plan.source.count != 1) rows.emplace_back("Page", std::to_string(plan.source.index + 1));
  rows.emplace_back("Plates", size_text(plan, report.has_resolution));
  rows.emplace_back("Resolution", resolution_text(plan.resolution, report.has_resolution));
  if (plan.orientation != 1)
    rows.emplace_back("Orientation", std::to_string(plan.orientation) + "; this report stands upright");
  rows.emplace_back("Levels of a pixel", std::to_string(plan.printed_levels));
  rows.emplace_back("Compression", std::string(tiffio::name_of(page.job.plates.compression)));
  if (page.job.plates.invert) rows.emplace_back("Polarity", "negative");
  rows.emplace_back("Page profile", profile_text(report.page_profile, report.page_profile_description));
  rows.emplace_back("Press profile", profile_text(report.press_profile, report.press_profile_description));
  for (const Remark& note : report.notes) rows.emplace_back("Note", note.message);
  return rows;
}

// The options that the job has set, except resources.
Rows settings(const Job& job) {
  Rows rows;
  for (const JobOption* const option : all_job_options()) {
    const std::vector<std::string> words = words_of(job, *option);
    if (option->set_by != SetBy::owner && !words.empty()) rows.emplace_back(option->name, joined(words));
  }
  return rows;
}

// What is reported of an ink is of all plates that print it.
void add_plates(const ProofedPage& page, const PageReport& report, const Survey& survey, ReportFacts& facts) {
  const PagePlan& plan = page.plan;
  const double pixels = static_cast<double>(plan.width) * static_cast<double>(plan.height);
  const std::vector<std::string> inks = plan.plate_names();
  for (std::size_t i = 0; i < inks.size(); ++i) {
    const double solid = pixels * plan.level_inks[i].solid;
    facts.verdict.plates.push_back(
        {inks[i], plan.width, plan.height, 100.0 * static_cast<double>(survey.levels_of(i)) / solid});
    facts.plates.push_back({"", std::string(plan.planes[i].method.name())});
  }
  for (std::size_t i = 0; i < report.plates.size(); ++i) {
    const PlateReport& plate = report.plates[i];
    std::string& file = facts.plates[plan.printed[i].part.plate].file;
    if (plate.file == "-")
      file = "standard output";
    else
      file += (file.empty() ? "" : ", ") + std::filesystem::path(plate.file).filename().string();
    if (plan.has_light_inks()) facts.parts.push_back({plate.ink, plate.coverage_percent});
  }
}

}  // namespace

ReportFacts report_facts(const ProofedPage& page, const PageReport& report, const Survey& survey) {
  const PagePlan& plan = page.plan;
  ReportFacts facts;
  facts.page = report.page;
  facts.shape = page.shape;
  facts.color_note = color_note(page, survey.colors());
  add_plates(page, report, survey, facts);
  facts.verdict.most_ink_percent = survey.most_ink().percent;
  if (plan.color.settings.added_inks() == 0) facts.verdict.most_ink_pixel = report.max_total_ink_percent;
  facts.verdict.resolution = plan.resolution;
  facts.verdict.setter_dpi = page.job.resolution;
  for (const Remark& warning : report.warnings) facts.verdict.warnings.push_back(warning.message);
  const auto& press = page.press;
  const bool has_marks = page.job.film.marks.any();  // which are solid in all inks
  if (press && !has_marks && page.job.ink_limit) {
    facts.verdict.ink_limit = page.job.ink_limit;
    facts.limit_source = "the limit of the job";
  } else if (press && !has_marks) {
    facts.verdict.ink_limit = separation::press_limit(*press, page.cache, page.tables.get(), parallel_for);
    facts.limit_source = "that of the press profile " + press->name();
  }
  facts.mean_ink_percent = report.mean_total_ink_percent;
  facts.counted_inks = joined(std::span(plan.color.inks).first(page.counted_inks()));
  facts.properties = properties(page, report);
  facts.settings = settings(page.job);
  return facts;
}

}  // namespace platerip::rip
