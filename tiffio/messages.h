// What libtiff says about one handle, kept instead of printed.
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

/// The errors and warnings of one handle since the last clear(). Reading a directory causes a few per tag, and all are
/// kept. Decoding hostile data could cause millions: only the first are kept.
struct Messages {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;

  void clear();

  /// The first error, else the first warning, else nothing: the first one is nearest to the cause.
  [[nodiscard]] std::string first() const;

  /// The last error, else nothing: where libtiff goes on after the first ones, it is the one that made it stop.
  [[nodiscard]] std::string last_error() const;

  /// The first error, else the first warning, that holds `words`, else nothing.
  [[nodiscard]] std::string about(std::string_view words) const;
};

/// Options that send all that libtiff has to say to `messages`, which must outlive the handle, and that keep it from
/// taking more than `max_allocation` bytes in one piece (0: no bound).
OpenOptionsPtr make_open_options(Messages& messages, std::size_t max_allocation);

}  // namespace platerip::tiffio
