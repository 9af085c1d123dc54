// PNGs from a stream.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/pictures/png_decoder.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// The first bytes of a PNG.
inline constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";

/// One PNG after the other, as Ghostscript writes them. What follows that is no PNG is not read.
class PngPages : public Pages {
 public:
  /// `stream` stands at the first byte, and outlives this object and its pages. `memory` and `spool`: see
  /// PageFormat::open_stream(). Interlaced PNGs wait in TMPDIR.
  PngPages(InputStream& stream, MemoryRange memory, std::int64_t spool)
      : stream_(stream), memory_(memory), spool_(spool) {}

  [[nodiscard]] std::size_t count() const override { return 0; }
  std::optional<Result<NextPage>> next() override;

 private:
  bool pass_last();  // reads what was left of the last page; returns whether that worked
  Result<std::unique_ptr<PageRows>> open_streamed(const std::string& page);
  Result<std::unique_ptr<PageRows>> open_spooled(const std::string& page);

  InputStream& stream_;
  MemoryRange memory_;
  std::int64_t spool_;
  std::shared_ptr<PngDecoder> streamed_;  // the last page, if it comes from the stream
  int done_ = 0;
  bool ended_ = false;
};

}  // namespace platerip::rip
