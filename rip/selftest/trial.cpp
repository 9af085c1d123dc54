#include "rip/selftest/trial.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/simd.h"
#include "base/text_file.h"
#include "rip/job/job_options.h"
#include "rip/page/rip_page.h"
#include "rip/pages/pdf/work_folder.h"
#include "rip/plates/plate_files.h"

namespace platerip::rip {
namespace {

constexpr std::size_t most_plate_mib = 1024;

Result<Job> job_of(const Trial& trial) {
  Job job;
  for (const auto& [name, word] : trial.options)
    if (const Status status = set_option(job, name, word); !status.ok()) return status.error();
  if (const Status status = check_job(job); !status.ok()) return status.error();
  return job;
}

// Pages of trials have no name that tells a reader anything.
Error without_page(Error error, const PageSource& source) {
  const std::string name = page_label(source) + ": ";
  if (error.message.starts_with(name)) error.message.erase(0, name.size());
  return error;
}

std::string first_difference(const Trial& trial, const TrialPlates& made, const TrialPlates& expected,
                             std::size_t plate) {
  const std::string ink = plate < made.report.plates.size() ? "plate " + made.report.plates[plate].ink : "plates";
  const auto &a = made.plates[plate], &b = expected.plates[plate];
  if (a.size() != b.size() || !trial.hand_overs.empty()) return ink + " differs";
  const auto place = std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin();
  const auto row_bytes = static_cast<std::ptrdiff_t>(a.size()) / trial.page.info.height;
  return ink + " differs first in row " + std::to_string(place / row_bytes) + ", byte " +
         std::to_string(place % row_bytes);
}

}  // namespace

std::string Trial::word(const std::string& option) const {
  const auto found = std::ranges::find(options, option, &std::pair<std::string, std::string>::first);
  return found == options.end() ? "" : found->second;
}

std::string Trial::text() const {
  std::string text;
  for (const auto& [name, word] : options) {
    if (name != "halftone") text.append(name).append(" ");
    text.append(word).append(", ");
  }
  text += std::to_string(page.info.bits) + " bits, " + std::to_string(page.info.width) + " by " +
          std::to_string(page.info.height) + " pixels";
  for (const std::int64_t row : hand_overs) text += ", handed over at row " + std::to_string(row);
  return text;
}

std::optional<std::string> difference(const Trial& trial, const TrialPlates& made, const TrialPlates& expected) {
  if (made.plates.size() != expected.plates.size()) return "it makes another number of plates";
  for (std::size_t plate = 0; plate < made.plates.size(); ++plate)
    if (made.plates[plate] != expected.plates[plate]) return first_difference(trial, made, expected, plate);
  const bool has_same_ink = made.report.mean_total_ink_percent == expected.report.mean_total_ink_percent &&
                            made.report.max_total_ink_percent == expected.report.max_total_ink_percent;
  return has_same_ink ? std::nullopt : std::optional<std::string>("its planes have another sum of ink");
}

Result<TrialPlates> Laboratory::make(const Trial& trial, const Path& path) {
  auto job = job_of(trial);
  if (!job.ok()) return job.error();
  return trial.hand_overs.empty() ? make_in_memory(trial, path, *job) : make_in_turn(trial, path, *job);
}

Result<TrialPlates> Laboratory::make_in_memory(const Trial& trial, const Path& path, const Job& job) {
  PageInMemory rows(trial.page);
  PlatesInMemory sink;
  auto report = make_to(sink, rows, {"page"}, path, job);
  if (!report.ok()) return report.error();
  return TrialPlates{std::move(sink.plates), *std::move(report)};
}

// A checkpoint lies beside files of plates, and notes when its page was changed.
Result<TrialPlates> Laboratory::make_in_turn(const Trial& trial, const Path& path, const Job& job) {
  auto folder = WorkFolder::make("selftest");
  if (!folder.ok()) return folder.error();
  const PageSource source{folder->path() + "/page"};
  std::ofstream(source.path).put('p');
  Job with_files = job;
  with_files.plates.folder = folder->path();
  with_files.plates.manifest = true;
  with_files.checkpoint = 0;
  std::vector<std::int64_t> ends = trial.hand_overs;
  ends.push_back(trial.page.info.height);
  Result<PageReport> report = Error{"the page has no rows"};
  for (std::size_t turn = 0; turn < ends.size(); ++turn) {
    PageInMemory rows(trial.page, ends[turn]);
    PlateFiles sink(with_files.plates);
    report = make_to(sink, rows, source, turn % 2 == 0 ? path : reference_, with_files);
    if (!report.ok() && !rows.is_cut()) return report.error();
  }
  if (!report.ok()) return report.error();
  TrialPlates made{{}, *std::move(report)};
  for (const PlateReport& plate : made.report.plates) {
    const auto text = read_text_file(plate.file, most_plate_mib, "a plate");
    if (!text.ok()) return text.error();
    const auto bytes = std::as_bytes(std::span(*text));
    made.plates.emplace_back(bytes.begin(), bytes.end());
  }
  return made;
}

Result<PageReport> Laboratory::make_to(PlateSink& sink, PageRows& rows, const PageSource& source, const Path& path,
                                       Job job) {
  const auto press = press_of(job);
  if (!press.ok()) return press.error();
  job.backend = path.backend;
  // Nothing else is shared: tables that one path has made would hide the faults of another.
  use_simd(path.simd);
  auto report = rip_page(job, source, rows, sink, {}, {.press = *press, .gpu = path.gpu});
  use_simd(0);
  return report.ok() ? std::move(report) : without_page(report.error(), source);
}

Result<std::shared_ptr<const Press>> Laboratory::press_of(const Job& job) {
  auto& press = presses_[files_named(job)];
  if (press) return press;
  auto opened = open_press(job);
  if (opened.ok()) press = *opened;
  return opened;
}

}  // namespace platerip::rip
