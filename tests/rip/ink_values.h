// What LittleCMS alone says of a colour: the measure for the tone of the plates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace platerip::test {

/// The default inks in the order of the press profile.
inline constexpr const char* ink_names[] = {"Cyan", "Magenta", "Yellow", "Black"};

/// Percent of each ink for an sRGB colour of 8 bits, by the built-in press profile, relative with black point
/// compensation.
std::array<double, 4> ink_percent(const std::vector<std::uint16_t>& rgb);

}  // namespace platerip::test
