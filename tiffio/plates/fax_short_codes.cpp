#include "tiffio/plates/fax_short_codes.h"

#include <algorithm>
#include <bit>

#include "tiffio/plates/fax_codes.h"

namespace platerip::tiffio {
namespace {

constexpr unsigned seen = FaxShortCodeTable::seen;
constexpr unsigned seen_above = FaxShortCodeTable::seen_above;
constexpr unsigned most_bits = 22;

/// The place of the first 1 from `from` on, or one past the last place.
unsigned find_one(std::uint32_t pixels, unsigned from, unsigned last) {
  const auto first = static_cast<unsigned>(std::countr_zero(pixels >> from)) + from;
  return std::min(first, last + 1);
}

/// Code words of one mode, and where it leaves a0.
struct Mode {
  std::uint32_t bits = 0;
  unsigned length = 0;
  unsigned a0 = 0;
  bool changes_color = false;

  void add(FaxCode code) {
    bits = bits << code.length | code.bits;
    length += code.length;
  }
};

/// The mode at a0 (T.6, 2.2), with the names of T.4, 4.2.1.1. It has no code words if the pixels are too few.
Mode mode_at(unsigned a0, std::uint32_t row, std::uint32_t above, bool is_black) {
  Mode mode;
  const unsigned a1 = find_one(row, a0 + 1, seen);
  const unsigned b1 = find_one(above, find_one(~above, a0, seen_above) + 1, seen_above);
  const unsigned b2 = find_one(~above, b1, seen_above);
  const unsigned from_b1 = a1 + 3 - b1;
  const bool may_be_vertical = b1 > seen_above && a1 + 3 > seen_above;  // if b1 is near behind what is seen
  if (b2 < a1) {
    mode.add(fax_pass);
    mode.a0 = b2;
  } else if (a1 > seen || may_be_vertical) {
    return mode;
  } else if (from_b1 < fax_vertical.size()) {
    mode.add(fax_vertical[from_b1]);
    mode.a0 = a1;
    mode.changes_color = true;
  } else if (const unsigned a2 = find_one(~row, a1, seen); a2 <= seen) {
    mode.add(fax_horizontal);
    mode.add(fax_run_codes[is_black ? 1 : 0].terminating[a1 - a0]);
    mode.add(fax_run_codes[is_black ? 0 : 1].terminating[a2 - a1]);
    mode.a0 = a2;
  }
  return mode;
}

FaxShortCodes codes_for(std::uint32_t row, std::uint32_t above, bool is_black) {
  FaxShortCodes all;
  for (;;) {
    const Mode mode = mode_at(all.advance, row, above, is_black);
    if (mode.length == 0 || all.length + mode.length > most_bits) return all;
    all = {all.bits << mode.length | mode.bits, all.length + mode.length, mode.a0};
    if (!mode.changes_color) continue;
    row = ~row;
    above = ~above;
    is_black = !is_black;
  }
}

}  // namespace

std::array<FaxShortCodeTable::Entry, std::size_t{1} << (seen + seen_above + 2)> FaxShortCodeTable::entries;

std::uint32_t FaxShortCodeTable::learn(std::uint32_t row, std::uint32_t above, bool is_black, Entry& entry) {
  constexpr std::uint32_t too_few = 1 << 10;
  const FaxShortCodes codes = codes_for(row, above, is_black);
  const std::uint32_t packed = codes.advance == 0 ? too_few : codes.bits << 10 | codes.length << 5 | codes.advance;
  entry.store(packed, std::memory_order_relaxed);
  return packed;
}

}  // namespace platerip::tiffio
