// Reads any bytes as a PostScript halftone dictionary. It must not crash or read out of bounds, and what it accepts
// must be a screen.
#include <cstdlib>
#include <string_view>

#include "rip/job/screens/halftone_dictionary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr platerip::halftone::Dpi coarse{72, 72};  // small supercells
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto screen = platerip::rip::parse_halftone(text, coarse);
  if (screen.ok() && !check(*screen).ok()) std::abort();
  return 0;
}
