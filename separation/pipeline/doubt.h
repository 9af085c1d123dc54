// When LittleCMS must decide how a computed L*a*b* is rounded. Private to separation/.
#pragma once

namespace platerip::separation::pipeline {

/// Bounds the difference between a number of L*a*b* computed here and LittleCMS', before it is rounded to single
/// precision. Both are within 2^-42 of the true one for XYZ up to `most_xyz` times white. Our cube roots are at most 2
/// and wrong by less than 2^-48; those of a pow() that is right to some units in its last place, by less than 2^-49.
/// Nothing that follows makes more of such an error than a*, which is 500/255 times the difference of two.
inline constexpr double uncertainty = 0x1p-40;
inline constexpr double most_xyz = 8;

}  // namespace platerip::separation::pipeline
