#include "halftone/cuda/search/held_rows.h"

#include <cstring>
#include <limits>
#include <span>

#include "halftone/page_boundary.h"
#include "halftone/search/saved_effort.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone::cuda {
namespace {

template <typename Value>
Value value_at(std::span<const std::byte> bytes, std::size_t place) {
  Value value;
  std::memcpy(&value, bytes.data() + place * sizeof value, sizeof value);
  return value;
}

// Appends the words of a plane's rows from their errors and levels. False if one is out of range.
bool add_words(std::span<const std::byte> rows, int levels, std::vector<PixelWord>& words) {
  const std::size_t pixels = rows.size() / 3;
  for (std::size_t i = 0; i < pixels; ++i) {
    const int error = value_at<std::int16_t>(rows, i);
    const int below = std::to_integer<int>(rows[2 * pixels + i]);
    if (error <= -search_step || error >= search_step || below + (error != 0 ? 1 : 0) >= levels) return false;
    words.push_back(pixel_word(error, below));
  }
  return true;
}

}  // namespace

Result<HeldRows> held_rows_of(const Settings& settings, const Boundary& boundary) {
  if (const Status status = check_methods(settings, boundary); !status.ok()) return status.error();
  const Error misfit{"cuda: the rows held back do not belong to this page"};
  const SearchEffort effort = effort_of(settings.planes[0]);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
  const bool is_band = boundary.held == 0 && boundary.rows % band_unit == 0;
  if (boundary.rows < 0 || boundary.rows > most || boundary.held < 0 || boundary.held > effort.rows_below() ||
      (boundary.held > 0 && boundary.held < effort.searched_rows(boundary.rows) && !is_band))
    return misfit;
  if (boundary.held == 0 && !is_band)
    return Error{"cuda: only the CPU goes on in the middle of a band of a search", ErrorCode::unsupported};
  const Settings start = start_of(settings);
  HeldRows held{.finished = boundary.rows, .rows = boundary.held};
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const std::vector<std::byte>& state = boundary.planes[i].state;
    const auto sums = static_cast<std::size_t>(boundary_errors(start.planes[i], settings.width));
    const std::size_t sums_bytes = sums * sizeof(std::int16_t);
    const auto rows_bytes = static_cast<std::size_t>(3 * settings.width * boundary.held);
    if (!boundary.planes[i].finished.empty() || state.size() != sums_bytes + effort_bytes + rows_bytes) return misfit;
    if (saved_effort(std::span(state).subspan(sums_bytes)) != effort) return misfit;
    for (std::size_t k = 0; k < sums; ++k) held.sums.push_back(value_at<std::int16_t>(state, k));
    if (!add_words(std::span(state).last(rows_bytes), settings.levels, held.words)) return misfit;
  }
  return held;
}

}  // namespace platerip::halftone::cuda
