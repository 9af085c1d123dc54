// Plates as a CUPS raster down a stream, for the driver filters that read one.
#pragma once

#include <cups/raster.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/pipeline/job.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"
#include "rip/resources/spool.h"

namespace platerip::rip {

/// The order and colour space that a raster's reader wants.
struct RasterForm {
  cups_order_t order = CUPS_ORDER_CHUNKED;
  cups_cspace_t space = CUPS_CSPACE_CMYK;  ///< or KCMY
};

/// CUPS raster (version 3) of the plates of CMYK, with as many bits of each colour as a plate's pixel has; inks without
/// a plate stay paper. A page leaves as it is made, but for the planar order: there all planes but the first wait in
/// TMPDIR, job.spool bytes at most.
class RasterSink : public PlateSink {
 public:
  /// `job` and `out` outlive this.
  RasterSink(const Job& job, OutputStream& out, RasterForm form);

  /// What the next pages' headers say beside their raster, as media and copies. Without it, what follows from the page.
  void set_header(const cups_page_header2_t& header) { given_ = header; }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

  /// What libcups' callback writes to.
  struct Target {
    OutputStream& stream;
    std::optional<Error> error;
  };

 private:
  static constexpr std::size_t colors = 4;
  struct Close {
    void operator()(cups_raster_t* raster) const { cupsRasterClose(raster); }
  };

  Status place_inks(const PlatesInfo& plates);
  Status open_spools(const std::string& page);
  Status put(std::span<std::byte> line);
  Status put_row(std::span<const halftone::Plate> plates, std::int64_t row);
  void interleave();

  const Job& job_;
  RasterForm form_;
  Target target_;
  std::unique_ptr<cups_raster_t, Close> raster_;
  std::optional<cups_page_header2_t> given_;
  cups_page_header2_t header_{};
  std::array<std::optional<std::size_t>, colors> plate_of_;  // by place in the raster
  std::size_t plane_bytes_ = 0;                              // of a row of one colour
  std::array<std::uint32_t, 256> spread_{};                  // a plane's byte with room for the other colours
  std::vector<std::byte> planes_;                            // of a row, colour after colour
  std::vector<std::byte> line_;
  std::vector<Spool> waiting_;
};

}  // namespace platerip::rip
