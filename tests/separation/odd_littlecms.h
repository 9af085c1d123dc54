// A LittleCMS with unusual results.
#pragma once

#include <lcms2_plugin.h>

namespace platerip::separation {

/// A plug-in that takes the nearest node for colours and inks, instead of interpolating.
inline cmsPluginInterpolation odd_interpolation() {
  const auto nearest_node = [](const cmsUInt16Number in[], cmsUInt16Number out[], const cmsInterpParams* grid) {
    const auto* at = static_cast<const cmsUInt16Number*>(grid->Table);
    const cmsUInt32Number last = grid->nInputs - 1;
    for (cmsUInt32Number i = 0; i <= last; ++i) at += (in[i] * grid->Domain[i] + 32767) / 65535 * grid->opta[last - i];
    for (cmsUInt32Number i = 0; i < grid->nOutputs; ++i) out[i] = at[i];
  };
  static const _cmsInterpFn16 interpolation = nearest_node;
  const auto choose = [](cmsUInt32Number in, cmsUInt32Number, cmsUInt32Number flags) {
    cmsInterpFunction function{};
    if ((in == 3 || in == 4) && (flags & CMS_LERP_FLAGS_FLOAT) == 0) function.Lerp16 = interpolation;
    return function;
  };
  return {{cmsPluginMagicNumber, 2060, cmsPluginInterpolationSig, nullptr}, choose};
}

}  // namespace platerip::separation
