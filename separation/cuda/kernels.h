// Starts the kernels. Private to separation/cuda/.
#pragma once

#include "base/status.h"
#include "separation/cuda/device_strip.h"
#include "separation/cuda/made_recipe.h"
#include "separation/cuda/recipe.h"

namespace platerip::separation::cuda {

/// Whether this build has code for the current device.
Status kernels_supported();

/// The spot inks of pixels, of which strip.planes has those behind the inks of the recipe.
struct DeviceSpots {
  PixelFormat format;            ///< of the whole pixels
  const void* curves = nullptr;  ///< as Spots::curves, in device memory; null: none
};

/// `recipe`: of the colours; null if the page has none.
Status enqueue_strip(const Recipe* recipe, const DeviceSpots& spots, const DeviceStrip& strip, DeviceTotalInk* total,
                     Stream stream);

/// Makes the planes behind recipe.before others, none of which is null, and empties those where a colour is knocked
/// out. Adds all inks to `total`.
template <typename Sample>
Status enqueue_made(const MadeRecipe<Sample>& recipe, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream);

}  // namespace platerip::separation::cuda
