// How far the writing of a plate has come. Only copies may throw (std::bad_alloc).
#pragma once

#include <string>

#include "tiffio/plates/plate_progress.h"

namespace platerip::rip {

/// A plate as PlateSink::settle() has left it.
struct PlateRecord {
  tiffio::PlateProgress progress;
  std::string sha256;  ///< of the bytes of the strips that are in the file, in hexadecimal
};

}  // namespace platerip::rip
