// How plates are written, whatever their page.
#pragma once

#include <optional>
#include <string>

#include "tiffio/plates/plate_writer.h"

namespace platerip::rip {

struct PlateSettings {
  std::optional<std::string> folder;  ///< of plates that are files, made if missing; else they lie beside the page
  tiffio::Compression compression = tiffio::Compression::none;
  bool invert = false;  ///< negative plates: every bit flipped
};

}  // namespace platerip::rip
