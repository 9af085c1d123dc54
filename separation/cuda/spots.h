// The spot inks of a page, for the kernels. Private to separation/cuda/.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation::cuda {

/// The host's copy of what the separation of a page's spot inks needs.
struct Spots {
  std::vector<std::string> names;
  PixelFormat format;             ///< of the whole pixels
  std::vector<std::byte> curves;  ///< the tables of all spot inks, one after the other; empty: none has one

  /// Errors: a limit outside 0 to 100 percent.
  static Result<Spots> make(const Settings& settings, std::size_t color_inks);
};

}  // namespace platerip::separation::cuda
