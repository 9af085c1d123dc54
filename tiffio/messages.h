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

/// The errors and warnings of one handle since the last clear(). Reading a directory causes at most a few messages per
/// tag, which are all kept. Decoding hostile data could cause millions, of which only the first are kept.
struct Messages {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;

  void clear();

  /// The first error, else the first warning, else "". The first message is nearest to the cause.
  [[nodiscard]] std::string first() const;

  /// The last error, else "". If libtiff continues after errors, the last one made it stop.
  [[nodiscard]] std::string last_error() const;

  /// The first error, else the first warning, that contains `words`; else "".
  [[nodiscard]] std::string about(std::string_view words) const;
};

/// Options that send libtiff's messages to `messages`, which must outlive the handle, and limit each of its allocations
/// to `max_allocation` bytes (0: no limit).
OpenOptionsPtr make_open_options(Messages& messages, std::size_t max_allocation);

}  // namespace platerip::tiffio
