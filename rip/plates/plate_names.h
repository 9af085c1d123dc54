// Selects inks by name, and names the files of plates.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_source.h"

namespace platerip::rip {

/// The first part of the plates' names: the file name of `path`, without the extension of a TIFF or Netpbm format.
std::string page_stem(const std::string& path);

/// The index in `inks` of the ink that a user calls `name`. Case does not matter. The name may be the whole name of an
/// ink, a prefix that only one ink has, or K for black (see profiles::find_black()). Errors: no ink matches, or several
/// do; the message lists the inks.
Result<std::size_t> find_ink(std::span<const std::string> inks, const std::string& name);

/// `text` made safe for a file name: all characters except letters, digits, '.', '_' and '-' become '_'.
std::string safe_in_file_names(std::string text);

/// The path of a plate: "page.Cyan.tif" beside page.tif, or in `folder` unless it is empty. If there are several pages,
/// "page-2.Cyan.tif", with as many digits as the last page needs. Extensions of TIFF and Netpbm formats are dropped.
/// The ink becomes safe_in_file_names().
std::string plate_path(const PageSource& page, const std::string& folder, const std::string& ink);

/// plate_path() for each ink. If inks would share a file, as "Spot/1" and "Spot 1" would, later ones get "-2", "-3", …
/// after their name.
std::vector<std::string> plate_paths(const PageSource& page, const std::string& folder,
                                     std::span<const std::string> inks);

}  // namespace platerip::rip
