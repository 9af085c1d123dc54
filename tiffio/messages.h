// Collects the messages of one libtiff handle instead of printing them.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace platerip::tiffio {

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffPtr = std::unique_ptr<TIFF, CloseTiff>;

struct FreeOpenOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
using OpenOptionsPtr = std::unique_ptr<TIFFOpenOptions, FreeOpenOptions>;

/// The errors and warnings of one handle since the last clear(). Only the first ones are kept, because hostile data
/// could cause millions. All messages about a directory fit, at most a few for each tag.
struct Messages {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;

  void clear();

  /// The first error, else the first warning, else "". The first message is closest to the cause.
  [[nodiscard]] std::string first() const;

  /// The last error, else "". libtiff continues after some errors; the last one made it stop.
  [[nodiscard]] std::string last_error() const;

  /// The first error, else the first warning, that contains `words`; else "".
  [[nodiscard]] std::string about(std::string_view words) const;
};

/// Options that send libtiff's messages to `messages`, which must outlive the handle, and limit each of its allocations
/// to `max_allocation` bytes (0: no limit).
OpenOptionsPtr make_open_options(Messages& messages, std::size_t max_allocation);

}  // namespace platerip::tiffio
