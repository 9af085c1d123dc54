// What is asked for: the settings that are the same for all pages of a run. The command line fills one, and so can any
// program, by field or by name (job_options.h). What a run has for its pages beside that is in run_resources.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "profiles/profile.h"
#include "rip/plates/plate_settings.h"
#include "separation/separation.h"

namespace platerip::rip {

/// A calibration curve for one ink, both as the user names them.
struct InkCurve {
  std::string ink;   ///< as find_ink() takes it
  std::string file;  ///< as separation::Curve::from_file() reads it
};

struct Job {
  // Colour
  std::optional<std::string> press_profile;  ///< a file; else the profile built into the program
  std::optional<std::string> input_profile;  ///< a file; else the page's own, else sRGB
  bool ignore_embedded = false;
  bool convert_cmyk = false;  ///< convert cmyk pages too, from input_profile or their own profile
  /// As somebody has named it: the press profile must have it. Else profiles::default_intent, as far as it has.
  std::optional<profiles::Intent> intent;
  bool black_point_compensation = true;
  separation::Precision precision = separation::Precision::littlecms;
  separation::BlackOnly black_only = separation::BlackOnly::off;
  std::vector<InkCurve> curves;
  std::optional<double> ink_limit;  ///< percent, summed over the inks

  // Halftone
  halftone::Method method = "floyd-steinberg";
  int levels = 2;
  std::string backend = "auto";

  // Plates
  std::optional<double> resolution;  ///< dots to an inch, of pages that do not say
  bool force_resolution = false;     ///< of all pages
  std::vector<std::string> planes;   ///< inks to make plates of, as find_ink() takes them; empty: all
  PlateSettings plates;
  std::optional<std::string> preview;  ///< PNG file

  // Resources
  int threads = 0;                              ///< 0: as many as the machine has cores
  std::size_t memory = std::size_t{128} << 20;  ///< bytes for all that grows with the page
  std::int64_t spool = std::int64_t{8} << 30;   ///< bytes in TMPDIR for each thing of a page that cannot stream
  std::optional<std::int64_t> strip_rows;       ///< at most; else chosen from the page's width
  int device = 0;                               ///< the GPU to use, of those visible
  std::size_t gpu_memory = 0;                   ///< bytes of a GPU's for a page; 0: what is free
};

}  // namespace platerip::rip
