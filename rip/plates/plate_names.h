// The names of the files of plates.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_source.h"
#include "rip/plates/names/ink_name.h"
#include "rip/plates/names/name_pattern.h"
#include "rip/plates/plate_settings.h"

namespace platerip::rip {

/// The path of the plate of each ink: "page.Cyan.tif" beside page.tif, or in `folder` unless it is empty. If there are
/// several pages, "page-2.Cyan.tif", with as many digits as the last page needs. Extensions of formats of pages are
/// dropped. The inks are called as ink_names_in_files() says.
std::vector<std::string> plate_paths(const PageSource& page, const std::string& folder,
                                     std::span<const std::string> inks);

/// The paths of a page's plates as the settings name them, one for each ink. Without a pattern, these are the paths of
/// the function above. Errors: those of NamePattern::file_name(), or two plates whose names differ at most in case.
Result<std::vector<std::string>> plate_paths(const PageSource& page, const PlateSettings& settings,
                                             std::span<const std::string> inks);

/// The path of the manifest of a page's plates, such as "page.plates.json". If the settings have a pattern, the name
/// begins with NamePattern::set_name(), else with numbered_stem().
std::string manifest_path(const PageSource& page, const PlateSettings& settings);

/// If the settings have a pattern, checks before the first page that it gives the pages of a run different names,
/// whatever the case of their letters. `files`: the first page of each file; a count of 0 stands for any number of
/// pages. Takes 8 bytes of memory for each page, or 16 with manifests. Errors: those of NamePattern::file_name(), or
/// the plates or manifests of two pages would have the same name.
Status check_pages_apart(const PlateSettings& settings, std::span<const PageSource> files);

}  // namespace platerip::rip
