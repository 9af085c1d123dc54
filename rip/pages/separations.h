// Pages in folders, with a gray file for each ink.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "rip/pages/page_format.h"

namespace platerip::rip {

/// The file of one ink.
struct Separation {
  std::string path;
  std::string ink;
};

/// The separations in a folder: the TIFFs called "page.INK.tif", or "page(INK).tif", as Ghostscript's tiffsep calls
/// them. In the ink's name, Ghostscript's escapes are undone: %2F is a slash. Files with other names are left out, and
/// so is tiffsep's composite: page.tif, or v1.2.tif beside "v1.2(INK).tif". If Cyan, Magenta, Yellow and Black are all
/// there, they come first; the others follow by name. Errors: the folder cannot be read; it has no separations, more
/// than 32, those of several pages, or two of one ink; for process inks, whatever the case of its name.
Result<std::vector<Separation>> find_separations(const std::string& folder);

/// Whether a page is a plate that platerip has made.
bool is_finished_plate(const tiffio::PageInfo& page);

/// Whether `path` is a folder.
bool is_folder(const std::string& path);

/// The files that a page is read from: its separations if its path is a folder, else the path.
std::vector<std::string> files_of(const std::string& path);

/// The page of a folder. Its samples are amounts of ink; white in a separation is paper. If it has all inks of CMYK, it
/// is a CMYK page whose other inks are spot inks; else it has only spot inks. Errors: those of find_separations(). Its
/// opener adds those of open_tiff_page(), or separations that are not gray, differ in size, depth or orientation, or
/// are finished plates of platerip. All readers together keep to the opener's memory.
Result<FoundPages> find_folder_page(const std::string& folder);

}  // namespace platerip::rip
