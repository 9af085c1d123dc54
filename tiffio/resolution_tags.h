// The resolution in the tags of pages and plates. libtiff rounds it to a float, in both directions.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different files.
#pragma once

#include <string>

#include "base/status.h"
#include "tiffio/directories.h"
#include "tiffio/input_file.h"
#include "tiffio/raster.h"

namespace platerip::tiffio {

/// The resolution that a directory of `file` says, as it says it. A direction that it leaves out, or whose number is
/// not greater than 0, has 0.
Resolution read_resolution(const InputFile& file, const Directory& directory);

/// Replaces the resolution in the first directory of a TIFF that libtiff has written. `descriptor` is open for reading
/// and writing; messages call the file `name`. Errors: the file cannot be read or written.
Status write_resolution(int descriptor, const std::string& name, const Resolution& resolution);

}  // namespace platerip::tiffio
