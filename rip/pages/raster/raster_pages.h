// The pages of a CUPS or PWG raster, read from a stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "rip/pages/input_stream.h"
#include "rip/pages/raster/libcups.h"
#include "rip/pages/raster/print_pages.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Reads CUPS raster of versions 1, 2 and 3 with libcups; PWG raster is version 2. Pages may be gray, RGB, sRGB,
/// AdobeRGB, black or CMYK, with 8 or 16 bits, in any colour order. A black page becomes a CMYK page with only black.
/// An AdobeRGB page carries the Adobe RGB profile as its embedded profile. Memory does not grow with the page's height.
/// A planar page cannot stream, so its planes but the last wait in TMPDIR.
class RasterPages : public PrintPages {
 public:
  /// `stream` stands at the first byte, and outlives this object and its pages. `memory`: bytes that reading may take.
  /// `spool`: bytes that a page may take in TMPDIR.
  RasterPages(InputStream& stream, MemoryRange memory, std::int64_t spool)
      : source_{stream, {}, false}, memory_(memory), spool_(spool) {}

  [[nodiscard]] std::size_t count() const override { return 0; }
  std::optional<Result<NextPage>> next() override;

  [[nodiscard]] const cups_page_header2_t& header() const override { return header_; }

  /// The source that libcups' callback reads from.
  struct Source {
    InputStream& stream;
    std::optional<Error> error;
    bool compressed;
  };

 private:
  Status open();
  Result<cups_page_header2_t> peek_header(const std::string& page);
  Result<NextPage> open_page();

  Source source_;
  MemoryRange memory_;
  std::int64_t spool_;
  Libcups libcups_;
  OpenRaster raster_{nullptr, nullptr};
  bool swapped_ = false;
  std::size_t header_bytes_ = sizeof(cups_page_header2_t);
  cups_page_header2_t header_{};
  int done_ = 0;
  bool ended_ = false;
};

}  // namespace platerip::rip
