// Which page of which file or stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// One page of a file or of a stream.
struct PageSource {
  std::string path;
  int index = 0;  ///< from 0
  int count = 1;  ///< pages in the file: tiffio::PageList::count(); 0 where that is not known, as in a stream
  std::shared_ptr<const tiffio::PageList> pages = nullptr;  ///< of a TIFF: where they are; null: looked for when ripped
  std::optional<std::int64_t> pnm_offset = {};  ///< of a file in a Netpbm format: where the page's header is
};

/// How messages and summaries call a page, on one line: its path, and its number where the file has, or may have,
/// several.
std::string page_label(const PageSource& page);

/// The page's file, without the folders: DocumentName.
std::string document_name(const PageSource& page);

}  // namespace platerip::rip
