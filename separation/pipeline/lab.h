// XYZ and L*a*b* as LittleCMS' pipeline encodes and converts them. Private to separation/.
#pragma once

namespace platerip::separation::pipeline {

/// The XYZ that the number 1 stands for: LittleCMS' MAX_ENCODEABLE_XYZ.
inline constexpr double most_encoded = 1.0 + 32767.0 / 32768.0;

/// f(t) of CIE 15, 8.2.1.1: a cube root and, up to `dark`, a line, which ends at `dark_root`.
inline constexpr double dark_root = 24.0 / 116.0, dark = dark_root * dark_root * dark_root;
inline constexpr double line_rise = 841.0 / 108.0, line_run = 108.0 / 841.0, line_start = 16.0 / 116.0;

/// From differences of f() to the numbers of a* and b*, whose zero is `neutral`.
inline constexpr double a_scale = 500.0 / 255.0, b_scale = 200.0 / 255.0, neutral = 128.0 / 255.0;

}  // namespace platerip::separation::pipeline
