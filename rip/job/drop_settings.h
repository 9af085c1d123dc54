// The drop sizes of a job's inks (halftone/drops.h) and its lighter inks, and how the inks of a page get them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "profiles/per_ink.h"
#include "rip/job/light_inks.h"

namespace platerip::rip {

/// The job's settings.
struct DropSettings {
  int levels = 2;                                               ///< of inks without sizes, evenly spaced
  std::optional<DropSizes> sizes;                               ///< of all inks
  std::vector<profiles::PerInk<DropSizes>> of_inks;             ///< of single inks
  std::optional<std::string> file;                              ///< a file for DropFile::read()
  std::vector<profiles::PerInk<std::vector<LightInk>>> lights;  ///< the lighter inks of single inks
  std::optional<int> mix;                                       ///< in percent; if not set, default_mix()
};

/// The drop sizes of a printer, from a file.
struct DropFile {
  std::optional<DropSizes> sizes;                    ///< of all inks
  std::vector<profiles::PerInk<DropSizes>> of_inks;  ///< of single inks; a page need not have them

  /// Reads a text file of at most 1 MiB. Each line is a word for the option `drops`: "28,55,100" or "K=50,100"; '#'
  /// begins a comment. Errors name the file and the line: it cannot be read, has no sizes, or has two lines for all
  /// inks; a line is no such word.
  static Result<DropFile> read(const std::string& path);
};

/// The drops of a plane.
struct PlaneDrops {
  DropSizes sizes;               ///< of each ink that prints it
  std::vector<LightInk> lights;  ///< the lighter inks
  std::vector<InkDrop> levels;   ///< what each level of the halftone prints
};

/// The drops of a page.
struct PageDrops {
  int halftone_levels = 2;      ///< of the planes
  int plate_levels = 2;         ///< of the plates that are printed: as many as the ink with the most of them needs
  bool mix_is_useless = false;  ///< DropSettings::mix has no effect: no plane mixes sizes
  std::vector<std::string> unknown_inks;  ///< of the file, which the page does not have
  std::vector<PlaneDrops> planes;
};

/// How much sizes are mixed if nobody says so: by tone filters and dbs 70 percent up to five levels, by screens 20;
/// else not at all. With more levels, a single size that prints alone is hardly seen, and mixing costs grain
/// everywhere.
int default_mix(const halftone::Method& method, std::size_t levels);

/// The levels of inks that have no sizes of their own, in the settings or in their file.
int levels_of_all(const DropSettings& settings);

/// The option that asks for more than two levels: drops, drop-file or levels.
const char* option_of_levels(const DropSettings& settings);

/// Checks that `levels` does not contradict the sizes of all inks.
Status check_levels_of(const DropSettings& settings, const DropFile& file);

/// Checks the steps between the sizes of the settings for a method. Inks with a screen file or with lighter inks are
/// left to add_drops(). Errors: a step is too small.
Status check_steps(const DropSettings& settings, const halftone::Method& method);

/// Gives planes their drops, which are those of all inks that print them. `file`: what `settings.file` holds. The sizes
/// of a single ink go before those of all, and within each of both, those of the settings before those of the file.
/// `inks`: all inks of the page; `plate_inks`: those of the planes, as indices in `inks`. The planes have their
/// methods. Errors: a setting is of an ink that the page does not have; an ink has two; steps between sizes are too
/// small; or those of ink_ladder().
Result<PageDrops> add_drops(const DropSettings& settings, const DropFile& file, std::span<const std::string> inks,
                            std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
