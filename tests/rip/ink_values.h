// What LittleCMS alone says about a colour, to compare the tone of plates with.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace platerip::test {

/// The default inks, in the order of the press profile.
inline constexpr const char* ink_names[] = {"Cyan", "Magenta", "Yellow", "Black"};

/// Percent of each ink for an 8-bit sRGB colour, by the built-in press profile with the relative intent and black point
/// compensation.
std::array<double, 4> ink_percent(const std::vector<std::uint16_t>& rgb);

}  // namespace platerip::test
