// Which inks, and what their plates are called.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_source.h"

namespace platerip::rip {

/// What the plates of a file are called after: its name without the folders, and without the ending of a TIFF or of a
/// Netpbm format.
std::string page_stem(const std::string& path);

/// The place in `inks` of the ink that the user calls `name`, in any case: its whole name, the only one that begins so,
/// or K for black (see profiles::find_black()). Errors: none or several match; the message lists the inks.
Result<std::size_t> find_ink(std::span<const std::string> inks, const std::string& name);

/// `text` as it may be part of a file's name: characters other than letters, digits, '.', '_' and '-' become '_'.
std::string safe_in_file_names(std::string text);

/// "page.Cyan.tif" beside page.tif, or in `folder` unless it is empty; "page-2.Cyan.tif" for page 2 of several (as many
/// digits as the last one needs). The endings of TIFF and of the Netpbm formats are left out. The ink is
/// safe_in_file_names().
std::string plate_path(const PageSource& page, const std::string& folder, const std::string& ink);

/// plate_path() of each ink; inks that would share a file, as "Spot/1" and "Spot 1" would, are told apart by "-2",
/// "-3", … behind their names.
std::vector<std::string> plate_paths(const PageSource& page, const std::string& folder,
                                     std::span<const std::string> inks);

}  // namespace platerip::rip
