// The PPD of a printer, with the choices of a job.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cups/ppd.h>
#include <cups/raster.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/cups/queue_defaults.h"
#include "rip/cups/raster/raster_sink.h"

namespace platerip::rip {

/// A PPD. If the printer has none, it has no options and no attributes. One thread at a time.
class PrinterPpd {
 public:
  /// Opens the PPD and marks the choices that `options` make in it. `path` may be null: the printer has no PPD. Errors:
  /// it cannot be read.
  static Result<PrinterPpd> open(const char* path, const JobOptions& options);

  [[nodiscard]] bool has_option(const std::string& keyword) const;

  /// Whether the option has this choice, in any case.
  [[nodiscard]] bool has_choice(const std::string& keyword, const std::string& choice) const;

  /// The marked choice of an option; nothing if the PPD has no such option.
  [[nodiscard]] std::optional<std::string> choice(const std::string& keyword) const;

  /// Whether this is the marked choice of the option, in any case.
  [[nodiscard]] bool is_marked(const std::string& keyword, const std::string& choice) const;

  /// What the PPD sets an option of a job to, whose name is that of job_options.h: in the first plateripOptions that
  /// has it and is for the marked ColorModel, or for all.
  [[nodiscard]] std::optional<std::string> own_option(const std::string& name) const;

  /// The file of an attribute that names profiles, such as cupsICCProfile: of the first whose qualifiers (ColorModel,
  /// and what cupsICCQualifier2 and cupsICCQualifier3 name, by default MediaType and Resolution) match the marked
  /// choices. An empty qualifier matches anything. Relative names are of files in CUPS_DATADIR/profiles.
  [[nodiscard]] std::optional<std::string> profile(const char* attribute) const;

  /// The layout of the raster that the marked ColorModel asks for, with its plateripRaster or else with its own code.
  /// If that is none that can_have_plates(), the layout is chunked CMYK.
  [[nodiscard]] RasterForm raster_form() const;

  /// The words of all cupsFilter2 and cupsFilter lines: types, costs and programs.
  [[nodiscard]] std::vector<std::string> filter_words() const;

  /// The sheet that the marked choices describe, as a raster's page header. Errors: there is no PPD, or its sheets have
  /// no size or resolution.
  [[nodiscard]] Result<cups_page_header2_t> sheet() const;

 private:
  struct Close {
    void operator()(ppd_file_t* ppd) const;
  };

  [[nodiscard]] const ppd_choice_t* marked(const std::string& keyword) const;
  [[nodiscard]] std::vector<const ppd_attr_t*> attributes(const char* name) const;
  [[nodiscard]] std::string qualifier(const char* attribute, const char* option) const;

  std::unique_ptr<ppd_file_t, Close> ppd_;
};

}  // namespace platerip::rip
