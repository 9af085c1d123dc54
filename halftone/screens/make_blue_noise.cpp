// Writes the tile of blue_noise() as a source file, because its order takes a fifth of a second to find.
#include <iostream>

#include "halftone/screens/blue_noise_tile.h"
#include "halftone/screens/tile.h"
#include "halftone/screens/void_and_cluster.h"

int main() {
  using namespace platerip::halftone;
  const Screen tile = screen_of({noise_side, noise_side, 0}, void_and_cluster(noise_side, noise_side, 1));
  std::cout << "#include \"halftone/screens/blue_noise_tile.h\"\n\n"
            << "const std::array<std::uint16_t, platerip::halftone::noise_side * platerip::halftone::noise_side>\n"
            << "    platerip::halftone::blue_noise_tile{";
  for (std::size_t i = 0; i < tile.thresholds.size(); ++i)
    std::cout << (i % 16 == 0 ? "\n" : "") << tile.thresholds[i] << ',';
  std::cout << "};\n";
}
