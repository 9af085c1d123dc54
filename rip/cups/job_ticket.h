// What a CUPS job asks for, in its options and in the PPD of its printer.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cups/raster.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/cups/given_options.h"
#include "rip/cups/print_resolution.h"
#include "rip/cups/printer_ppd.h"

namespace platerip::rip {

/// The options of a job, and the printer's PPD with the job's choices marked. One thread at a time.
class JobTicket {
 public:
  /// `options`: the string that CUPS passes to filters. `ppd_path`: the printer's PPD; null if it has none. `queue`:
  /// asks for the queue's defaults, which tell who has set an option (given_options.h). If the job names a file, error
  /// messages do not reveal whether it exists. Errors: the PPD cannot be read.
  static Result<JobTicket> read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue);

  /// The value of a job option; nothing if it is not set or empty.
  [[nodiscard]] std::optional<std::string> option(const std::string& name) const { return given_.value(name); }

  /// One line for each option of the job that is ignored: because only the printer's owner may set it, because only the
  /// command line has it, or because it asks for a halftone-type of other programs.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// The job as options and PPD ask for it. Each option (job_options.h) comes from the first of these that sets it:
  ///  - the job option of its own name ("ink-limit"), unless it is one of SetBy::print_dialog;
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

  /// The layout of the raster that the PPD asks for.
  [[nodiscard]] RasterForm raster_form() const { return ppd_.raster_form(); }

  /// Whether this queue's filters end with a raster (true) or with plates (false). `final_type` is CUPS'
  /// FINAL_CONTENT_TYPE, null if it is not set. Errors: neither `final_type` nor the PPD names one of the two types.
  [[nodiscard]] Result<bool> wants_raster(const char* final_type) const;

  /// The resolution that the job or the queue asks for; nothing if they do not. What a choice of the PPD means, the PPD
  /// says. Errors: the value is neither a choice of the PPD nor a resolution.
  [[nodiscard]] Result<std::optional<AskedResolution>> resolution() const;

  /// Checks that a page was rendered at the resolution() that is asked for. CUPS' filters know only the choices of the
  /// PPD; instead of others, they take its default. Errors name `page` and say what to do.
  [[nodiscard]] Status check_resolution(const std::string& page, const cups_page_header2_t& header) const;

  /// The sheet that the marked choices describe, with the resolution() that is asked for, as a raster's page header.
  /// Errors: those of resolution(); there is no PPD, or its sheets have no size or resolution.
  [[nodiscard]] Result<cups_page_header2_t> sheet() const;

 private:
  JobTicket(GivenOptions given, PrinterPpd ppd);
  [[nodiscard]] std::optional<std::string> word_for(const std::string& name) const;
  [[nodiscard]] std::optional<std::string> profile() const;
  Status set(Job& job, const JobOption& option, const std::string& word) const;
  [[nodiscard]] bool is_ordinary(const std::string& name, const std::string& value) const;
  void warn_of_unused();

  GivenOptions given_;
  PrinterPpd ppd_;
  std::vector<std::string> warnings_;
};

}  // namespace platerip::rip
