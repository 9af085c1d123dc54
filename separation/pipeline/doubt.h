// When LittleCMS must decide how a computed L*a*b* is rounded. Private to separation/.
#pragma once

namespace platerip::separation::pipeline {

/// Bounds the difference between a number of L*a*b* computed here and LittleCMS', before it is rounded to single
/// precision. Both are within 2^-42 of the true one for XYZ up to `most_xyz` times white. LittleCMS' pow() is within
/// 2^-50 of the cube root, ours within 2^-49; 500/255 times the difference of two is the worst that follows.
inline constexpr double uncertainty = 0x1p-40;
inline constexpr double most_xyz = 8;

}  // namespace platerip::separation::pipeline
