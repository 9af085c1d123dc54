// A job: the settings that are the same for all pages of a run. The command line fills one, and so can any program, by
// field or by name (job_options.h). run_resources.h has what a run shares among its pages. Only copies may throw
// (std::bad_alloc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "profiles/per_ink.h"
#include "profiles/profile.h"
#include "rip/job/drop_settings.h"
#include "rip/job/film/film_settings.h"
#include "rip/job/made_plates.h"
#include "rip/job/report_settings.h"
#include "rip/job/screens/screen_settings.h"
#include "rip/pages/read_settings.h"
#include "rip/plates/plate_settings.h"
#include "rip/resources/memory_range.h"
#include "separation/edges/crisp.h"
#include "separation/separation.h"

namespace platerip::rip {

/// How the dots of different inks lie to each other.
enum class Inks {
  independent,  ///< by chance
  even,         ///< spread evenly over each other (halftone/even_inks.h): only for tone filters and two levels
  together,     ///< searched together (halftone/inks_together.h): only for dbs and two levels
};

/// The default job makes 1-bit plates of all inks beside the page, for the built-in press profile.
struct Job {
  // Colour
  /// A file, which may be a device link; if not set, the profile built into the program.
  std::optional<std::string> press_profile;
  std::optional<std::string> input_profile;  ///< a file; if not set, the page's own profile, else sRGB
  /// Ignore the profile embedded in a page.
  bool ignore_embedded = false;
  bool convert_cmyk = false;  ///< convert cmyk pages too, from input_profile or their own profile
  /// Set if somebody has named the intent; the press profile must then have a table for it. If not set,
  /// profiles::default_intent, or the perceptual table if the profile lacks that one.
  std::optional<profiles::Intent> intent;
  bool black_point_compensation = true;
  separation::Precision precision = separation::Precision::littlecms;
  separation::KeepBlack keep_black = separation::KeepBlack::none;
  bool paper_white = false;                               ///< white has no ink, whatever the intent
  std::vector<profiles::PerInk<std::string>> curves;      ///< files for separation::CurveFile::read()
  std::vector<profiles::PerInk<std::string>> across;      ///< files for AcrossFile::read()
  std::vector<profiles::PerInk<std::string>> splits;      ///< files for SplitFile::read()
  std::optional<double> ink_limit;                        ///< percent, summed over the inks
  std::vector<profiles::PerInk<double>> ink_limits;       ///< the most of single inks, in percent
  std::vector<MadePlate> made_plates;                     ///< in the order of their planes, after the page's inks
  std::vector<profiles::PerInk<Length>> chokes, spreads;  ///< by how much the shapes of single inks shrink or grow
  std::optional<separation::KnockOut> knock_out;          ///< the colour of what is printed on, which gets no ink

  /// Edges and strokes that are made solid on gray and RGB pages, and in the black ink of CMYK pages.
  separation::Crisp crisp = separation::Crisp::text;

  // Halftone
  halftone::Method method = "tone";
  Inks inks = Inks::independent;
  std::optional<int> sharpness;  ///< halftone::PlaneSettings::sharpness of all inks; if not set, 0, or 50 for black of
                                 ///< pages that are not crisp
  std::vector<profiles::PerInk<int>> ink_sharpness;  ///< of single inks
  halftone::SearchQuality quality = halftone::SearchQuality::normal;
  std::optional<int> search_rounds;  ///< if not set, those of the quality
  ScreenSettings screens;
  DropSettings drops;  ///< the levels of a plate's pixels, and the ink that each prints
  std::string backend = "auto";

  // Plates
  std::optional<double> resolution;  ///< dots per inch, for pages without a resolution
  bool force_resolution = false;     ///< use it for all pages
  bool upright = false;              ///< turn pages, so that all plates have orientation 1
  std::vector<std::string> planes;   ///< inks to make plates of, as names for find_ink(); empty: all inks
  PlateSettings plates;
  std::optional<std::string> preview;  ///< path of a PNG file
  ReportSettings report;
  /// sRGB colours of solid spot inks; those without one are shown in an assumed colour.
  std::vector<profiles::PerInk<std::array<std::uint8_t, 3>>> ink_colors;
  std::optional<std::array<std::uint8_t, 3>> paper_color;  ///< sRGB, for preview and report; if not set, white
  std::optional<std::string> ppf;  ///< path of an ink preview, a file in the Print Production Format

  // Film
  FilmSettings film;

  // Pages
  PageRanges pages;  ///< which pages of each file are made
  PdfSettings pdf;   ///< how pages of PDF and PostScript are drawn

  /// Seconds from one checkpoint of a page to the next; if not set, there are none. A later run can go on from the last
  /// one. The CPU makes such pages. Their plates must be files with manifests, and they cannot have proofs.
  std::optional<double> checkpoint;

  // Resources
  int threads = 0;                             ///< 0: one per core
  std::optional<std::size_t> memory;           ///< bytes for everything that grows with the page, a limit
  std::optional<MemoryRange> default_memory;   ///< what a page may take if `memory` is not set; see memory_range()
  std::int64_t spool = std::int64_t{8} << 30;  ///< bytes in TMPDIR for each part of a page that cannot stream
  std::optional<std::int64_t> strip_rows;      ///< upper limit; if not set, chosen from the page's width
  int device = 0;                              ///< the GPU to use, among the visible ones
  std::size_t gpu_memory = 0;                  ///< bytes of GPU memory for a page; 0: all free memory
};

/// Bytes of memory for each page: Job::memory, if it is set. If not, Job::default_memory, or else 32 MiB for each of
/// the job's threads, but 128 MiB at least and 512 MiB at most; a page that needs more may take up to half of
/// machine_memory(). The colour table of large pages comes on top. Thread-safe.
MemoryRange memory_range(const Job& job);

/// The usual memory of that range. Thread-safe.
std::size_t memory_of(const Job& job);

/// Bytes that reading a page of the job may take: the reader's share of memory_range(), or half of it if pages are
/// turned, because turning takes the other half. Thread-safe.
MemoryRange reader_memory(const Job& job);

/// How pages of the job are read otherwise. Thread-safe.
ReadSettings read_settings(const Job& job);

}  // namespace platerip::rip
