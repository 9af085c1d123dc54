// Plans the height and number of strips so that a page of any size fits in the memory allowed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

/// The bytes of one row in each buffer of a strip.
struct RowBytes {
  std::int64_t pixels = 0;
  std::int64_t planes = 0;
  std::int64_t plates = 0;
};

/// The height and number of strips.
struct StripPlan {
  std::int64_t rows = 0;  ///< rows of every strip except the last
  int in_flight = 0;      ///< strips that are processed at the same time
  int behind = 0;         ///< the most strips that may follow a strip before its plates come out
  int held = 0;           ///< the most strips whose plates wait longer, for rows below: strips_held()

  /// The number of strips that need buffers.
  [[nodiscard]] int buffers() const { return in_flight + behind + held; }
  /// For people: "7 strips of 64 rows".
  [[nodiscard]] std::string text() const {
    return std::to_string(buffers()) + " strips of " + std::to_string(rows) + " rows";
  }
};

/// The most strips of `rows` rows that are not finished if a method holds back `held_rows` rows. This counts one strip
/// more for a page that begins with rows that do not fill whole strips.
int strips_held(std::int64_t held_rows, std::int64_t rows);

/// How far a maker works on strips below before the plates of a strip come out.
struct Slant {
  std::int64_t rows = 0;
  std::int64_t stripe_rows = 1;  ///< it works on so many rows at a time: lower strips take as long

  /// StripPlan::behind for strips of `strip_rows` rows.
  [[nodiscard]] int strips_behind(std::int64_t strip_rows) const {
    const std::int64_t high = std::max(strip_rows, stripe_rows);
    return static_cast<int>((rows + high - 1) / high);
  }
};

/// How much of the memory allowed a page takes, in bytes.
struct PageBytes {
  RowBytes row;
  std::function<std::int64_t(std::int64_t rows)> workspace;  ///< for a strip of `rows` rows; more rows never need less
  std::int64_t fixed = 0;                                    ///< independent of the strips
  std::int64_t after = 0;                  ///< further bytes, once the memory of the strips has been freed
  std::optional<std::size_t> reader = {};  ///< for the reader; if not known, its whole share is set aside
  std::int64_t sheet_row = 0;              ///< of a row of pixels on the sheet: the wider it is, the lower are strips
  bool takes_rest = false;                 ///< strips may use what the reader leaves of its share
};

/// What strips should be like. With enough memory, there are `in_flight` of them, as high as `rows` and `pixel_bytes`
/// ask. With less memory, strips first get lower. When they reach least_rows or rows_worth(), whichever is more, there
/// are fewer instead, down to least_in_flight. After that they get as low as they must, down to fewest_rows.
struct StripWish {
  int in_flight = 0;
  int threads_per_strip = 1;     ///< that separate it
  std::int64_t pixel_bytes = 0;  ///< bytes of pixels that a strip should have
  std::int64_t rows = 0;         ///< rows that a strip should have, even if these are more bytes
  std::int64_t least_rows = 0;
  std::int64_t (*rows_worth)(int in_flight) = nullptr;  ///< the fewest rows that make so many strips pay; null: any
  int least_in_flight = 1;
  Slant slant = {};              ///< strips that memory keeps low have whole stripes
  std::int64_t fewest_rows = 1;  ///< strips must have so many rows, if the page and the limit have
  bool full = false;             ///< strips must have the most rows that plan_strips() may give them
  bool power_of_two = false;     ///< strips must have a power of two of rows
  std::int64_t held_rows = 0;    ///< rows held back by a method that needs the pixels of these rows
};

/// Strips for the CPU: one is read, one halftoned, one written, and each thread separates one. They are small enough to
/// stay near the caches. With little memory there are fewer of them, because low strips leave lanes of the halftone
/// idle. Tone filters are slower than others, so with many threads and `tones` two threads halftone each ink of a
/// strip. With many threads and `may_share`, there are half as many strips as threads, and several threads separate
/// each.
StripWish strips_for_cores(int threads, bool tones, bool may_share = false);

/// Plans strips as wished, within two limits: everything that the page takes, with its reader, stays within `memory`
/// bytes, and no strip exceeds `most_rows` rows. Thread-safe. Errors: the reader takes more than its share, or not even
/// strips of fewest_rows fit, or none as high as they must be. The advice says how much memory would be enough.
Result<StripPlan> plan_strips(std::int64_t height, const PageBytes& page, const StripWish& wish, std::size_t memory,
                              std::optional<std::int64_t> most_rows);

}  // namespace platerip::rip
