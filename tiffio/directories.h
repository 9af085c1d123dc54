// The directories of a TIFF, found and checked without libtiff, so that the memory for their tags is known before it is
// taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "tiffio/input_file.h"

namespace platerip::tiffio {

/// A directory as libtiff is shown it: only the tags that pages are read by, each once, and no next directory. Other
/// tags, which may be many and huge (a whole layered picture is one), cost neither memory nor a warning.
struct Directory {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;     ///< stand at `offset` in place of the file's own
  std::uint64_t tag_memory = 0;     ///< what libtiff takes, at most, to read the values of the tags
  bool is_page = true;              ///< neither a thumbnail (a reduced-resolution image) nor a mask
  std::uint64_t bytes_in_file = 0;  ///< of its entries, without the values that lie elsewhere
  std::uint64_t next = 0;           ///< the offset of the next one; 0: this is the last
};

/// Errors: the file is no TIFF; there is no whole directory at `offset`.
Result<Directory> read_directory(const InputFile& file, std::uint64_t offset);

/// Where the directories of pages are, and what kept the others from being found.
struct FoundDirectories {
  std::vector<std::uint64_t> pages;
  std::optional<Error> broken;
};

/// Follows the chain of directories. Errors: the file is no TIFF; no page was found.
Result<FoundDirectories> find_directories(const InputFile& file);

}  // namespace platerip::tiffio
