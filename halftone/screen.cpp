#include "halftone/screen.h"

#include <string>

namespace platerip::halftone {

Status check(const Screen& screen) {
  const std::int64_t pixels = std::int64_t{screen.width} * screen.height;
  if (screen.width < 1 || screen.height < 1 || pixels > max_screen_pixels) {
    return Error{"halftone: a screen's tile of " + std::to_string(screen.width) + " by " +
                 std::to_string(screen.height) + " pixels is out of range; it can have 1 to " +
                 std::to_string(max_screen_pixels)};
  }
  if (screen.shift < 0 || screen.shift >= screen.width) {
    return Error{"halftone: a screen's shift of " + std::to_string(screen.shift) +
                 " columns is out of range; it goes "
                 "from 0 to " +
                 std::to_string(screen.width - 1)};
  }
  if (static_cast<std::int64_t>(screen.thresholds.size()) != pixels) {
    return Error{"halftone: a screen's tile of " + std::to_string(pixels) + " pixels has " +
                 std::to_string(screen.thresholds.size()) + " thresholds"};
  }
  return {};
}

}  // namespace platerip::halftone
