// What the columns of targets and measurements are called: each by the first of its names that a sheet has. In upper
// case, as cgats::Sheet::find() wants them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace platerip::rip::column_names {

template <std::size_t count>
using Names = std::array<std::string_view, count>;

inline constexpr Names<4> place = {"SAMPLE_LOC", "LOC", "PLACE", "PATCH"};
inline constexpr Names<5> id = {"SAMPLE_ID", "SAMPLE_NAME", "SAMPLE", "NAME", "ID"};
inline constexpr std::string_view ink = "INK";
inline constexpr std::string_view nominal = "NOMINAL";
inline constexpr std::string_view from_left = "MM";
inline constexpr Names<4> cmyk = {"CMYK_C", "CMYK_M", "CMYK_Y", "CMYK_K"};

/// Percent of a patch's pixels that print each drop size.
inline constexpr Names<15> levels = {"LEVEL_1",  "LEVEL_2",  "LEVEL_3",  "LEVEL_4",  "LEVEL_5",
                                     "LEVEL_6",  "LEVEL_7",  "LEVEL_8",  "LEVEL_9",  "LEVEL_10",
                                     "LEVEL_11", "LEVEL_12", "LEVEL_13", "LEVEL_14", "LEVEL_15"};

inline constexpr Names<2> red_density = {"D_RED", "D_C"};
inline constexpr Names<2> green_density = {"D_GREEN", "D_M"};
inline constexpr Names<2> blue_density = {"D_BLUE", "D_Y"};
inline constexpr Names<3> visual_density = {"D_VIS", "D_K", "D_V"};
inline constexpr Names<2> density = {"DENSITY", "D"};
inline constexpr Names<3> tone = {"TONE_VALUE", "TV", "DOT"};

/// Three columns, by one of their spellings.
using Three = std::array<Names<3>, 3>;
inline constexpr Three xyz = {{{"XYZ_X", "XYZ_Y", "XYZ_Z"}, {"X", "Y", "Z"}, {"CIE_X", "CIE_Y", "CIE_Z"}}};
inline constexpr Three lab = {{{"LAB_L", "LAB_A", "LAB_B"}, {"L", "A", "B"}, {"L*", "A*", "B*"}}};

/// All of them, for cgats::read(). May throw std::bad_alloc.
inline std::vector<std::string_view> known() {
  std::vector<std::string_view> all;
  const auto add = [&all](const auto&... lists) { (all.insert(all.end(), lists.begin(), lists.end()), ...); };
  add(place, id, Names<3>{ink, nominal, from_left}, cmyk);
  add(levels);
  add(red_density, green_density, blue_density, visual_density, density, tone);
  add(xyz[0], xyz[1], xyz[2], lab[0], lab[1], lab[2]);
  return all;
}

}  // namespace platerip::rip::column_names
