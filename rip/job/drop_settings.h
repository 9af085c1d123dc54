// The drop sizes of a job's inks (halftone/drops.h), and how the inks of a page get them.
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

namespace platerip::rip {

/// The amounts of an ink's levels, from 0 for paper to solid, as Drops::amounts.
using DropSizes = std::vector<int>;

/// The job's settings.
struct DropSettings {
  int levels = 2;                                    ///< of inks without sizes, evenly spaced
  std::optional<DropSizes> sizes;                    ///< of all inks
  std::vector<profiles::PerInk<DropSizes>> of_inks;  ///< of single inks
  std::optional<std::string> file;                   ///< a file for DropFile::read()
  std::optional<int> mix;                            ///< in percent; if not set, default_mix()
};

/// How much sizes are mixed if nobody says so: by tone filters 70 percent up to five levels, by screens 20; else not at
/// all. With more levels, a single size that prints alone is hardly seen, and mixing costs grain everywhere.
int default_mix(halftone::Family family, std::size_t levels);

/// The drop sizes of a printer, from a file.
struct DropFile {
  std::optional<DropSizes> sizes;                    ///< of all inks
  std::vector<profiles::PerInk<DropSizes>> of_inks;  ///< of single inks; a page need not have them

  /// Reads a text file of at most 1 MiB. Each line is a word for the option `drops`: "28,55,100" or "K=50,100"; '#'
  /// begins a comment. Errors name the file and the line: it cannot be read, has no sizes, or has two lines for all
  /// inks; a line is no such word.
  static Result<DropFile> read(const std::string& path);
};

/// The most levels that a plate may have. `file`: what `settings.file` holds.
int most_levels(const DropSettings& settings, const DropFile& file = {});

/// Gives planes their drops, and returns the levels of the plates. `file`: what `settings.file` holds. The sizes of a
/// single ink go before those of all, and within each of both, those of the settings before those of the file. `inks`:
/// all inks of the page; `plate_inks`: those of the planes, as indices in `inks`. The planes have their methods.
/// Errors: the settings have sizes of an ink that the page does not have, an ink has two, or steps between sizes are
/// too small.
Result<int> add_drops(const DropSettings& settings, const DropFile& file, std::span<const std::string> inks,
                      std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
