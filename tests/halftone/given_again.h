// Boundaries as GPUs save them: the rows that a search holds back are given again.
#pragma once

#include <algorithm>
#include <cstring>

#include "halftone/halftone.h"
#include "halftone/search/packed_search.h"
#include "halftone/search/saved_effort.h"
#include "halftone/search/search_page.h"
#include "halftone/search_drops.h"

namespace platerip::halftone {

/// Makes a boundary below which held rows are given again from one that has them. `start` is the boundary of a page of
/// start_of(settings) after saved.rows rows. Precondition: is_searched().
inline Boundary given_again(const Settings& settings, const Boundary& saved, const Boundary& start) {
  Boundary again{.rows = saved.rows, .held = 0, .planes = saved.planes};
  const auto width = static_cast<std::size_t>(settings.width);
  const auto held = static_cast<std::size_t>(saved.held);
  const auto rows = static_cast<std::size_t>(effort_of(settings.planes[0]).searched_rows(saved.rows));
  const auto row_bytes = static_cast<std::size_t>(plate_row_bytes(settings.width, settings.levels));
  const auto bits = static_cast<std::size_t>(plate_bits(settings.levels));
  for (std::size_t i = 0; i < again.planes.size(); ++i) {
    const std::vector<std::byte>& from = saved.planes[i].state;
    const bool drops = searches_drops(settings.planes[i], settings.levels);
    std::vector<std::byte>& state = again.planes[i].state = start.planes[i].state;
    const std::byte* const own = from.data() + state.size();
    state.insert(state.end(), own, own + effort_bytes);
    const std::byte* const errors = own + effort_bytes;
    const std::byte* const pixels = errors + 2 * held * width;
    const std::size_t first = state.size();
    state.resize(first + rows * row_bytes);
    for (std::size_t y = 0; y < std::min(rows, held); ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        std::int16_t error = 0;
        std::memcpy(&error, errors + 2 * (y * width + x), sizeof error);
        const auto byte = std::to_integer<std::uint8_t>(pixels[y * width + x]);
        const unsigned level = drops ? static_cast<unsigned>(drop_pixel(byte).level) : byte + (error > 0 ? 1U : 0U);
        state[first + y * row_bytes + x * bits / 8] |= static_cast<std::byte>(level << (8 - bits - x * bits % 8));
      }
    }
  }
  return again;
}

}  // namespace platerip::halftone
