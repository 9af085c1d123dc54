// Writes plates to a stream as CUPS raster, for printer drivers that read it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rip/cups/raster/raster_colors.h"
#include "rip/job/job.h"
#include "rip/pages/raster/libcups.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"
#include "rip/resources/spool.h"

namespace platerip::rip {

/// Writes plates as CUPS raster version 3, with as many bits for each colour as a plate's pixel has. Rows are written
/// as they are made. Only in planar order, all planes but the first wait in TMPDIR, in at most job.spool bytes.
class RasterSink : public PlateSink {
 public:
  /// `job` and `out` outlive this.
  RasterSink(const Job& job, OutputStream& out, RasterForm form);

  /// Sets the header of the pages that follow, for everything that does not describe the raster itself, such as media
  /// and copies. If it is never set, a header is derived from each page.
  void set_header(const cups_page_header2_t& header) { given_ = header; }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

  /// The target that libcups' callback writes to.
  struct Target {
    OutputStream& stream;
    std::optional<Error> error;
  };

 private:
  __extension__ using Wide = unsigned __int128;  // eight pixels of 15 colours

  Status open_spools(const std::string& page);
  Status put(std::span<std::byte> line);
  Status put_row(std::span<const halftone::Plate> plates, std::int64_t row);
  template <class Group>
  void interleave();

  const Job& job_;
  RasterForm form_;
  Target target_;
  Libcups libcups_;
  OpenRaster raster_{nullptr, nullptr};
  std::optional<cups_page_header2_t> given_;
  cups_page_header2_t header_{};
  RasterColors colors_;
  std::size_t plane_bytes_ = 0;     // bytes of one row of one colour
  std::array<Wide, 256> spread_{};  // a plane's byte, with room for the other colours
  std::size_t group_bytes_ = 0;     // bytes of a row that one byte of each plane makes
  std::vector<std::byte> planes_;   // one row, colour after colour
  std::vector<std::byte> line_;
  std::vector<Spool> waiting_;
};

}  // namespace platerip::rip
