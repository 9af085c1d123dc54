// What plates share however they are written: how they lie in a file, their checks and their date.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tiffio/plate_writer.h"

namespace platerip::tiffio {

/// Errors: what no plate can be; they begin with `name`.
Status check_info(const std::string& name, const PlateInfo& info);

/// TIFF's DateTime for SOURCE_DATE_EPOCH; nothing where that is not set. Errors: it is no time.
Result<std::optional<std::string>> date_time();

/// libtiff's number of a compression.
std::uint16_t scheme_of(Compression compression);

/// Bytes of one packed row.
std::int64_t plate_row_bytes(const PlateInfo& info);

/// The height of the plate's strips: about half a MiB before compression.
std::int64_t plate_strip_rows(const PlateInfo& info);

/// The size of the plate's file if all its data were the worst for its compression, or a little more.
std::uint64_t worst_plate_bytes(const PlateInfo& info);

/// Whether the plate's file could pass the 4 GiB of a classic TIFF.
bool needs_big_tiff(const PlateInfo& info);

}  // namespace platerip::tiffio
