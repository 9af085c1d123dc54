#include "tests/rip/cups/pcl.h"

#include <bit>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace platerip::test {

std::array<std::uint64_t, 4> pcl_dots(const std::string& pcl) {
  std::array<std::uint64_t, 4> dots{};
  std::size_t plane = 0;
  for (std::size_t at = 0; at < pcl.size();) {
    if (pcl[at] != '\x1b') {
      ++at;
      continue;
    }
    if (std::isalnum(static_cast<unsigned char>(pcl.at(at + 1))) != 0) {
      at += 2;  // a command of two characters
      continue;
    }
    const std::string group = pcl.substr(at + 1, 2);
    at += 3;
    for (bool last = false; !last;) {  // a group may have several values: all but the last end in small letters
      char* end = nullptr;
      const double value = std::strtod(pcl.c_str() + at, &end);
      at = static_cast<std::size_t>(end - pcl.c_str());
      const char command = pcl.at(at++);
      last = std::isupper(static_cast<unsigned char>(command)) != 0;
      const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(command)));
      if (group == "*b" && upper == 'M' && value != 0) throw std::runtime_error("compressed PCL");
      if (group != "*b" || (upper != 'V' && upper != 'W')) continue;
      for (std::size_t left = static_cast<std::size_t>(value); left > 0; --left)
        dots.at(plane) += static_cast<std::uint64_t>(std::popcount(static_cast<unsigned char>(pcl.at(at++))));
      plane = upper == 'W' ? 0 : plane + 1;
    }
  }
  return dots;
}

}  // namespace platerip::test
