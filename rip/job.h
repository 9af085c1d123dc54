// What is asked for: the settings that are the same for all pages of a run. The command line fills one; so can a
// driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "profiles/profile.h"
#include "separation/separation.h"
#include "tiffio/plate_writer.h"

namespace platerip::rip {

class Gpu;
class KeptFiles;

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
  halftone::Method method = halftone::Method::floyd_steinberg;
  int levels = 2;
  std::string backend = "auto";

  // Plates
  std::optional<double> resolution;       ///< dots to an inch, of pages that do not say
  bool force_resolution = false;          ///< of all pages
  std::optional<std::string> output_dir;  ///< made if missing; else beside the page
  std::vector<std::string> planes;        ///< inks to make plates of, as find_ink() takes them; empty: all
  tiffio::Compression compression = tiffio::Compression::none;
  bool invert = false;
  std::optional<std::string> preview;  ///< PNG file
  std::shared_ptr<KeptFiles> kept;     ///< no plate or preview takes their place, where there are any; nor, in any
                                       ///< case, the place of a file that is read for the page

  // Resources
  int threads = 0;                              ///< 0: as many as the machine has cores
  std::size_t memory = std::size_t{128} << 20;  ///< bytes for all that grows with the page
  std::int64_t spool = std::int64_t{8} << 30;   ///< bytes in TMPDIR for each thing of a page that cannot stream
  std::optional<std::int64_t> strip_rows;       ///< at most; else chosen from the page's width
  int device = 0;                               ///< the GPU to use, of those visible
  std::size_t gpu_memory = 0;                   ///< bytes of a GPU's for a page; 0: what is free
  std::shared_ptr<Gpu> gpu;          ///< opened with rip/gpu.h, for all pages. With the backend "auto" it is used where
                                     ///< it can be; "cuda" opens one for each page where there is none here
  std::optional<std::string> cache;  ///< folder for what takes seconds to compute; else nothing is kept
  /// What the pages of the job share of that.
  std::shared_ptr<separation::SharedTables> shared = separation::make_shared_tables();
};

}  // namespace platerip::rip
