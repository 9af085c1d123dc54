// What a CUPS job asks for, in its options and in the PPD of its printer.
//
// Functions may throw std::bad_alloc, and nothing else.
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
#include "rip/job/job_options.h"

namespace platerip::rip {

/// The options of a job, and the printer's PPD with the job's choices marked. One thread at a time.
class JobTicket {
 public:
  /// `options`: the string that CUPS passes to filters, in which it has merged the job's options with the queue's
  /// defaults. `ppd_path`: the printer's PPD; null if it has none. `queue`: asks for the queue's defaults, and is
  /// called only if needed. They tell who has set an option:
  ///  - Options of SetBy::owner count only as the queue sets them.
  ///  - If an option is set under both its names, ours and the PPD's, the job's value counts, not the queue's default.
  ///  - If the job names a file, error messages do not reveal whether it exists.
  /// If `queue` is empty, all options count as the job's. Errors: the PPD cannot be read.
  static Result<JobTicket> read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue);

  JobTicket(JobTicket&&) noexcept = default;

  /// The value of a job option; nothing if it is not set or empty.
  [[nodiscard]] std::optional<std::string> option(const std::string& name) const;

  /// The marked choice of a PPD option; nothing if the PPD has no such option.
  [[nodiscard]] std::optional<std::string> choice(const std::string& keyword) const;

  /// One line for each option of the job that is ignored, because only the printer's owner may set it or because only
  /// the command line has it.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// The job as options and PPD ask for it. Each option (job_options.h) comes from the first of these that sets it:
  ///  - the job option of its own name ("ink-limit");
  ///  - the job option of its PPD name ("PlateripInkLimit"), also with values that the PPD does not list;
  ///  - the job option halftone-type (halftone_type.h);
  ///  - the PPD's default.
  /// The choice "Default" sets nothing. Options that may be repeated take lists, separated by commas. If no option
  /// names a press profile, it is the PPD's plateripProfile, else its cupsICCProfile. Errors: those of set_option() and
  /// check_job(), a wrong halftone-type, or a file that the job names cannot be used.
  [[nodiscard]] Result<Job> job() const;

  /// Whether the job, the queue or the PPD sets this option.
  [[nodiscard]] bool says(const std::string& name) const { return word_for(name).has_value(); }

  /// Whether to print in grays: the PPD's ColorModel is Gray, or print-color-mode is monochrome.
  [[nodiscard]] bool is_monochrome() const;

  /// The layout of the raster. The PPD's marked ColorModel sets it, with its plateripRaster or else with its own code.
  /// If that is neither CMYK nor KCMY, the layout is chunked CMYK.
  [[nodiscard]] RasterForm raster_form() const;

  /// Whether this queue's filters end with a raster (true) or with plates (false). `final_type` is CUPS'
  /// FINAL_CONTENT_TYPE, null if it is not set. Errors: neither `final_type` nor the PPD names one of the two types.
  [[nodiscard]] Result<bool> wants_raster(const char* final_type) const;

  /// The sheet that the marked choices describe, as a raster's page header. Errors: there is no PPD, or its sheets have
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
  std::set<std::string, AnyCase> of_queue_;  // options whose value is the queue's default
  std::vector<std::string> warnings_;
  std::unique_ptr<ppd_file_t, Close> ppd_;
};

}  // namespace platerip::rip
