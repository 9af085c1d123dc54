// Pages whose inks are gray files of their own, in a folder.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// One file of such a page.
struct Separation {
  std::string path;
  std::string ink;
};

/// The separations in a folder: the TIFFs called "page.INK.tif", or "page(INK).tif" as Ghostscript's tiffsep calls
/// them. Cyan, Magenta, Yellow and Black come first if all four are there; the others by name. Files of other names are
/// left out, such as tiffsep's composite page.tif, and also v1.2.tif beside "v1.2(INK).tif". Errors: the folder cannot
/// be read, has no separation, two of one ink (their case does not matter) or more than 32, or those of several pages.
Result<std::vector<Separation>> find_separations(const std::string& folder);

/// Whether `path` is a folder.
bool is_folder(const std::string& path);

/// The files that a page is read from: its separations if its path is a folder, else the path.
std::vector<std::string> files_of(const std::string& path);

/// Opens the page of a folder. Its samples are amounts of ink: white of a separation is paper. It is a CMYK page with
/// spot inks if it has all of CMYK, else it has only spot inks. `memory`: bytes that all readers together may take.
/// `threads`: see open_tiff_page(). Errors: those of find_separations() and open_tiff_page(), or separations that are
/// not gray or differ in size or depth.
Result<std::unique_ptr<PageRows>> open_separations(const std::string& folder, std::size_t memory, int threads = 0);

}  // namespace platerip::rip
