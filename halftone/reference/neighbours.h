// The eight neighbours of a pixel. Private to halftone/.
#pragma once

#include <array>

namespace platerip::halftone::reference {

struct Offset {
  int dy = 0;
  int dx = 0;
};

inline constexpr std::array<Offset, 8> neighbours{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

}  // namespace platerip::halftone::reference
