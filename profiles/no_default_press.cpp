#include "profiles/default_press_data.h"

namespace platerip::profiles {

std::span<const std::byte> default_press_bytes() {
  return {};
}

}  // namespace platerip::profiles
