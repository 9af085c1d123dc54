// What a CUPS job asks for: its options, and what the printer's PPD says.
#pragma once

#include <cups/cups.h>
#include <cups/ppd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/cups/queue_defaults.h"
#include "rip/cups/raster_sink.h"
#include "rip/options.h"
#include "status.h"

namespace platerip::rip {

/// A job's options (with the queue's defaults, as CUPS merges them) and its printer's PPD with their choices marked.
class JobTicket {
 public:
  /// `options` as CUPS hands them to filters; `ppd_path` is the printer's, null where it has none. `queue` is asked for
  /// its defaults where it matters who has said something: a machine_option() is only the queue's to set, and of two
  /// names of an option the PPD's counts, if it says something, where the other is the queue's default. Without a
  /// `queue` the options count as they are. Errors: the PPD cannot be read.
  static Result<JobTicket> read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue);

  JobTicket(JobTicket&&) noexcept = default;

  /// The value of a job option, if it has one.
  [[nodiscard]] std::optional<std::string> option(const std::string& name) const;

  /// The marked choice of a PPD's option.
  [[nodiscard]] std::optional<std::string> choice(const std::string& keyword) const;

  /// A line for each of the job's options that counts for nothing: it is not a job's to set, or only the command line
  /// has it and the PPD has none of its name.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// What `platerip`'s command line would say: each option is taken from the option of its name ("ink-limit"), else
  /// from that of the PPD's ("PlateripInkLimit", also with values that the PPD does not list; the choice "Default" says
  /// nothing), else from the PPD's default. --bpc may be false, --curve a list; the press profile is also the PPD's
  /// plateripProfile, else its cupsICCProfile. Errors: those of parse_options().
  [[nodiscard]] Result<Options> options() const;

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
  [[nodiscard]] std::string qualifier(const char* attribute, const char* option) const;
  [[nodiscard]] std::optional<std::string> ppd_profile(const char* attribute) const;
  [[nodiscard]] std::vector<std::string> filter_lines() const;

  void settle(const std::function<JobOptions()>& ask_queue);
  Status open_ppd(const char* path);
  void warn_of_unused();

  JobOptions options_;
  std::vector<std::string> warnings_;
  std::unique_ptr<ppd_file_t, Close> ppd_;
};

}  // namespace platerip::rip
