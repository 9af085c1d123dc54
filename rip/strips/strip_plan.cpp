#include "rip/strips/strip_plan.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace platerip::rip {
namespace {

// 1 MiB of pixels per strip. Between the stages, its planes and plates stay in the second-level cache of one core and
// the shared third level.
constexpr std::int64_t strip_pixel_bytes = std::int64_t{1} << 20;

// The halftone processes up to this many rows in parallel. Strips of full bands waste no lanes.
constexpr std::int64_t band_rows = 64;

// From so many threads on, the halftone of an ink by a tone filter takes longer than all other work. Then strips have
// two bands, which run on two threads. A photograph of 16384×16384 pixels takes 184 ms on 8 threads of a Xeon, and 201
// ms with two bands; on 12 threads 203 and 165 ms; on 16 threads 200 and 154 ms.
//
// From as many on, threads also share strips, of which there are then half as many as threads. So they all begin and
// end at nearly the same time, and the system clears less memory. Noise of 16384×16384 pixels on 16 threads of a Xeon
// takes 199 ms if each thread has a strip, and 175 ms if 8 threads share each; on 8 threads 283 and more than 300 ms.
constexpr int many_threads = 12;
constexpr int sharing_threads = 8;

// Fewer strips keep fewer threads busy with separation. Lower strips leave lanes of the halftone idle, and the halftone
// takes one strip of an ink at a time. The balance is calculated, not measured, from two speeds of a thread: it
// separates 400 to 1,100 million pixels per second, and halftones 7,800 million of one ink in full bands. For four inks
// on 16 threads, these are the fastest:
//
//     memory for   strips
//       220 rows   7 of 30 rows
//       550 rows   11 of 50 rows
//     1,000 rows   16 full bands
constexpr std::int64_t least_rows = 24;
constexpr int least_in_flight = 4;

// Strips beside those that are separated: one is read, one halftoned, and one written.
constexpr int strips_beside = 3;

std::int64_t rows_worth(int in_flight) {
  return std::min<std::int64_t>(band_rows, (in_flight - strips_beside) * 19 / 4);
}

std::int64_t whole_bands(std::int64_t rows) {
  return rows < band_rows ? rows : rows / band_rows * band_rows;
}

// The least memory for a reader and `rest` bytes besides, unless the reader needs more for its share.
std::uint64_t enough_for(const PageBytes& page, std::int64_t rest) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  const auto needed = std::min(static_cast<std::uint64_t>(rest), most);
  if (!page.takes_rest || !page.reader) return needed * reader_share;  // the reader may take its whole share
  return std::max<std::uint64_t>(needed + std::min(*page.reader, most), reader_share * std::min(*page.reader, most));
}

}  // namespace

int strips_held(std::int64_t held_rows, std::int64_t rows) {
  return held_rows == 0 ? 0 : static_cast<int>((held_rows + rows - 1) / rows) + 1;
}

StripWish strips_for_cores(int threads, bool tones, bool may_share) {
  const bool are_shared = may_share && threads >= many_threads;
  return {.in_flight = are_shared ? threads / 2 : threads + strips_beside,
          .threads_per_strip = are_shared ? sharing_threads : 1,
          .pixel_bytes = strip_pixel_bytes,
          .rows = tones && threads >= many_threads ? 2 * band_rows : band_rows,
          .least_rows = least_rows,
          .rows_worth = rows_worth,
          .least_in_flight = least_in_flight};
}

Result<StripPlan> plan_strips(std::int64_t height, const PageBytes& page, const StripWish& wish, std::size_t memory,
                              std::optional<std::int64_t> most_rows) {
  const std::int64_t row_bytes = page.row.pixels + page.row.planes + page.row.plates;
  const bool reader_fits = check_reader(page.reader, memory, reader_share).ok();
  const bool takes_rest = page.takes_rest && page.reader && reader_fits;
  const auto allowed = static_cast<std::int64_t>(takes_rest ? memory - *page.reader : memory / reader_share);
  const std::int64_t wanted =
      most_rows.value_or(std::max(wish.pixel_bytes / std::max(page.row.pixels, page.sheet_row), wish.rows));
  int in_flight = wish.in_flight;
  const auto least = [&] {
    const std::int64_t worth = wish.rows_worth ? wish.rows_worth(in_flight) : 0;
    return std::min({wish.full ? wanted : std::max({wish.least_rows, worth, wish.fewest_rows}), wanted, height});
  };
  const auto plan_with = [&](std::int64_t rows) {
    return StripPlan{.rows = rows,
                     .in_flight = in_flight,
                     .behind = wish.slant.strips_behind(rows),
                     .held = strips_held(wish.held_rows, rows)};
  };
  const auto fits = [&](std::int64_t rows) {
    return rows * row_bytes + page.workspace(rows) <= (allowed - page.fixed) / plan_with(rows).buffers();
  };
  const auto whole_stripes = [&](std::int64_t rows) {
    const std::int64_t stripe = wish.slant.stripe_rows;
    for (std::int64_t whole = rows / stripe * stripe; whole > 0; whole -= stripe)
      if (fits(whole)) return whole;
    return rows;
  };
  while (in_flight > wish.least_in_flight && !fits(least())) --in_flight;
  const std::int64_t fewest = wish.full ? least() : std::min({wish.fewest_rows, wanted, height});
  const std::int64_t needed =
      page.fixed + std::max(page.after, (row_bytes * fewest + page.workspace(fewest)) * plan_with(fewest).buffers());
  const std::uint64_t enough = enough_for(page, needed);
  if (!reader_fits) return check_reader(page.reader, memory, reader_share, enough).error();
  if (allowed < page.fixed + page.after || !fits(fewest)) {
    return Error{"its rows are too wide for the memory allowed", ErrorCode::no_memory, {enough_memory(enough, 1)}};
  }
  const std::int64_t most =
      std::clamp<std::int64_t>(wanted, 1, std::min((allowed - page.fixed) / in_flight / row_bytes, height));
  std::int64_t rows = fewest;
  for (std::int64_t too_high = most + 1; rows + 1 < too_high;) {
    const std::int64_t middle = std::midpoint(rows, too_high);
    (fits(middle) ? rows : too_high) = middle;
  }
  if (!most_rows) {
    rows = whole_bands(rows);
    while (!fits(rows)) rows = whole_bands(rows - 1);  // lower strips may need one buffer more
  }
  if (rows < std::min(wanted, height)) rows = whole_stripes(rows);
  if (wish.power_of_two) {
    rows = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(rows)));
    while (!fits(rows)) rows /= 2;
  }
  return plan_with(rows);
}

}  // namespace platerip::rip
