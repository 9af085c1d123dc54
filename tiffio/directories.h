// Finds and checks the directories of a TIFF without libtiff, so that the memory for their tags is known before it is
// taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "tiffio/input_file.h"

namespace platerip::tiffio {

/// Where the file holds the values of a tag that libtiff does not get to see.
struct HiddenTag {
  std::uint64_t type = 0;    ///< TIFFDataType
  std::uint64_t count = 0;   ///< of the values; 0: there is no such tag
  std::uint64_t offset = 0;  ///< of the first value; may lie past the end of the file
  std::uint64_t bytes = 0;   ///< of all values, less than 2^60
};

/// A directory as libtiff gets to see it: only the tags that are needed to read pages, each once, and no next
/// directory. Other tags cost neither memory nor a warning, although there may be many, and one may hold a whole
/// layered picture.
struct Directory {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;     ///< what libtiff reads at `offset` instead of the file's bytes
  std::uint64_t tag_memory = 0;     ///< the most memory that libtiff takes to read the tags' values
  std::uint64_t photometric = 0;    ///< PhotometricInterpretation, which libtiff changes if a palette is missing
  std::uint64_t extra_samples = 0;  ///< the count of ExtraSamples, which libtiff may increase; 0: no such tag
  bool is_page = true;              ///< not a thumbnail (reduced-resolution image) and not a mask
  bool big_endian = false;          ///< how the file stores numbers
  HiddenTag photoshop;              ///< Photoshop's resources, which may hold more than a page's pixels
  HiddenTag x_resolution;           ///< libtiff rounds resolutions
  HiddenTag y_resolution;
  HiddenTag resolution_unit;
  HiddenTag ink_set;
  HiddenTag number_of_inks;
  HiddenTag ink_names;  ///< libtiff drops them unless NumberOfInks is their number
  HiddenTag image_description;
  std::uint64_t bytes_in_file = 0;  ///< the size of its entries, without values stored elsewhere
  std::uint64_t next = 0;           ///< the offset of the next directory; 0: this is the last
};

/// Reads the directory at `offset`. Errors: the file is not a TIFF, or holds no complete directory there.
Result<Directory> read_directory(const InputFile& file, std::uint64_t offset);

/// The offsets of the pages' directories, and the error that prevented finding any later ones.
struct FoundDirectories {
  std::vector<std::uint64_t> pages;
  std::optional<Error> broken;
};

/// Follows the chain of directories. Errors: the file is not a TIFF, or no page was found.
Result<FoundDirectories> find_directories(const InputFile& file);

}  // namespace platerip::tiffio
