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
#include "rip/plates/names/name_pattern.h"
#include "rip/plates/plate_settings.h"

namespace platerip::rip {

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

/// The paths of a page's plates as the settings name them, one for each ink. Without a pattern, those of plate_paths()
/// above. In a pattern, an ink is safe_in_file_names(), told apart from earlier ones in the same way. Its letter is K
/// for black, and else the first letter or digit of its name, in upper case. Errors: those of NamePattern::file_name(),
/// or two inks with one name but for case.
Result<std::vector<std::string>> plate_paths(const PageSource& page, const PlateSettings& settings,
                                             std::span<const std::string> inks);

/// The path of the manifest of a page's plates: "page.plates.json", after NamePattern::set_name() if the settings have
/// a pattern.
std::string manifest_path(const PageSource& page, const PlateSettings& settings);

/// Checks before the first page that the pages of a run have different names, if the settings have a pattern. `files`:
/// the first page of each file; a count of 0 stands for any number of pages. Takes 8 bytes for each page. Errors: two
/// pages whose plates would have one name.
Status check_pages_apart(const PlateSettings& settings, std::span<const PageSource> files);

}  // namespace platerip::rip
