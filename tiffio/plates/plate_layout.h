// What all plate writers share: layout in the file, checks and date.
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

/// TIFF's DateTime for SOURCE_DATE_EPOCH; nothing if that is not set. Errors: it is not a valid time.
Result<std::optional<std::string>> date_time();

/// Bytes of one packed row.
std::int64_t plate_row_bytes(const PlateInfo& info);

/// Rows per strip, for strips of about half a MiB, or a quarter if they are compressed, because each thread needs
/// memory for one.
std::int64_t plate_strip_rows(const PlateInfo& info);

/// The most bytes that the plate's file can take, with the worst data for its compression.
std::uint64_t worst_plate_bytes(const PlateInfo& info);

/// Whether the plate's file could exceed the 4 GiB of a classic TIFF.
bool needs_big_tiff(const PlateInfo& info);

/// The first bytes of the plate's file, up to its first strip, if it is not compressed. They say where the directory
/// is: behind the strips.
std::vector<std::byte> plain_header(const PlateInfo& info);

}  // namespace platerip::tiffio
