// Identifies a page of a file or stream.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"

namespace platerip::rip {

class PageOpener;

/// One page of a file or of a stream.
struct PageSource {
  /// of the file; for a stream, its name
  std::string path;
  int index = 0;  ///< from 0
  int count = 1;  ///< number of pages in the file, FoundPages::count; 0 if unknown, as in a stream
  std::shared_ptr<const PageOpener> opener = nullptr;  ///< of the file's pages; null: found when the page is opened
  int copy = 1;  ///< counts the files of the run that have the same folded_stem(), in any folder, from 1
};

/// The page's name in messages and summaries, on one line: its path, and its number if there are, or may be, several
/// pages.
std::string page_label(const PageSource& page);

/// The error as that of a page. Unless it already does, its message begins with page_label().
Error about_page(const PageSource& page, const Error& error);

/// The page's file name without folders, for the tag DocumentName.
std::string document_name(const PageSource& page);

}  // namespace platerip::rip
