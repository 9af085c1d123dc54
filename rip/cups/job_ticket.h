// What a CUPS job asks for: its options, and what the printer's PPD says.
#pragma once

#include <cups/cups.h>
#include <cups/ppd.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/cups/queue_defaults.h"
#include "rip/cups/raster/raster_sink.h"
#include "rip/pipeline/job_options.h"

namespace platerip::rip {

/// A job's options (with the queue's defaults, as CUPS merges them) and its printer's PPD with their choices marked.
class JobTicket {
 public:
  /// `options` as CUPS hands them to filters; `ppd_path` is the printer's, null where it has none. CUPS merges the
  /// queue's defaults into the options, so `queue` is asked for them where it matters who has set an option:
  ///  - options of SetBy::owner count only as the queue has them;
  ///  - where an option has both its names, ours and the PPD's, the queue's default gives way to the other;
  ///  - of files that the job names, errors do not say whether they exist.
  /// Without a `queue` all options are the job's. Errors: the PPD cannot be read.
  static Result<JobTicket> read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue);

  JobTicket(JobTicket&&) noexcept = default;

  /// The value of a job option, if it has one.
  [[nodiscard]] std::optional<std::string> option(const std::string& name) const;

  /// The marked choice of a PPD's option.
  [[nodiscard]] std::optional<std::string> choice(const std::string& keyword) const;

  /// A line for each of the job's options that is ignored: only the printer's owner may set it, or only the command
  /// line has it and the PPD has none of its name.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// What is asked for. Each option (job_options.h) is taken from the job's of its name ("ink-limit"), else from that
  /// of the PPD's ("PlateripInkLimit", also with values that the PPD does not list; the choice "Default" says nothing),
  /// else from the PPD's default. `curve` may be a list; the press profile is also the PPD's plateripProfile, else its
  /// cupsICCProfile. Errors: those of set_option() and check_job(); a file that the job names cannot be read, without
  /// saying whether it is there.
  [[nodiscard]] Result<Job> job() const;

  /// Does the job, the queue or the PPD say anything of this option of platerip's?
  [[nodiscard]] bool says(const std::string& name) const { return word_for(name).has_value(); }

  /// Are the pages to be printed in grays: by the choice Gray of the PPD's ColorModel, or print-color-mode=monochrome?
  [[nodiscard]] bool is_monochrome() const;

  /// How the PPD's ColorModel wants a raster: plateripRaster of its marked choice, else that choice's own code, if it
  /// speaks of CMYK or KCMY; else chunked CMYK.
  [[nodiscard]] RasterForm raster_form() const;

  /// The type that the filters of this queue end with, of the two that are made here; `final_type` is CUPS' word for
  /// it, null where there is none. Errors: it is none of the two, and the PPD names none.
  [[nodiscard]] Result<bool> wants_raster(const char* final_type) const;

  /// The sheets that the marked choices make, as a raster's header says it. Errors: there is no PPD, or its sheets have
  /// no size or resolution.
  [[nodiscard]] Result<cups_page_header2_t> sheet() const;

 private:
  struct Close {
    void operator()(ppd_file_t* ppd) const;
  };

  JobTicket() = default;
  [[nodiscard]] std::optional<std::string> word_for(const std::string& name) const;
  [[nodiscard]] bool is_of_job(const std::string& name) const;
  Status set(Job& job, const JobOption& option, const std::string& word) const;
  [[nodiscard]] std::string qualifier(const char* attribute, const char* option) const;
  [[nodiscard]] std::optional<std::string> ppd_profile(const char* attribute) const;
  [[nodiscard]] std::vector<std::string> filter_lines() const;

  void settle(const std::function<JobOptions()>& ask_queue);
  Status open_ppd(const char* path);
  [[nodiscard]] bool is_ordinary(const std::string& name, const std::string& value) const;
  void warn_of_unused();

  JobOptions options_;
  std::set<std::string, AnyCase> of_queue_;  // names of options that are as the queue's owner has set them
  std::vector<std::string> warnings_;
  std::unique_ptr<ppd_file_t, Close> ppd_;
};

}  // namespace platerip::rip
