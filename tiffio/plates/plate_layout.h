// What all plate writers share: the layout of the file, checks and the date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Checks the properties of a plate. Errors begin with `name`.
Status check_info(const std::string& name, const PlateInfo& info);

/// TIFF's DateTime for the time in SOURCE_DATE_EPOCH; nothing if this is not set. Errors: it is not a valid time.
Result<std::optional<std::string>> date_time();

/// Bytes of one packed row.
std::int64_t plate_row_bytes(const PlateInfo& info);

/// Rows per strip. Strips have about half a MiB. Compressed strips have about a quarter, because each thread needs
/// memory for one.
std::int64_t plate_strip_rows(const PlateInfo& info);

/// The most bytes that the plate's file can have, even with the worst data for its compression.
std::uint64_t worst_plate_bytes(const PlateInfo& info);

/// Whether the plate's file could exceed the 4 GiB of a classic TIFF.
bool needs_big_tiff(const PlateInfo& info);

/// The first bytes of an uncompressed plate's file, up to the first strip. They contain the offset of the directory,
/// which follows the strips.
std::vector<std::byte> plain_header(const PlateInfo& info);

}  // namespace platerip::tiffio
