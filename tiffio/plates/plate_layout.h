// What plates share however they are written: how they lie in a file, their checks and their date.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Errors: what no plate can be; they begin with `name`.
Status check_info(const std::string& name, const PlateInfo& info);

/// TIFF's DateTime for SOURCE_DATE_EPOCH; nothing where that is not set. Errors: it is no time.
Result<std::optional<std::string>> date_time();

/// Bytes of one packed row.
std::int64_t plate_row_bytes(const PlateInfo& info);

/// The height of the plate's strips: about half a MiB before compression.
std::int64_t plate_strip_rows(const PlateInfo& info);

/// The most bytes that the plate's file can have, with the worst data for its compression.
std::uint64_t worst_plate_bytes(const PlateInfo& info);

/// Whether the plate's file could pass the 4 GiB of a classic TIFF.
bool needs_big_tiff(const PlateInfo& info);

}  // namespace platerip::tiffio
