// Plates and pictures in files, of anyone.
//
// Functions may throw std::bad_alloc, and std::runtime_error, whose message names the file. They are thread-safe.
#pragma once

#include <string>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// Reads a plate or a gray picture as ink amounts. The first bytes say which:
/// - TIFF: the first page, one sample of 1, 2, 4 or 8 bits; MinIsWhite or MinIsBlack;
/// - PBM and PGM (P1, P2, P4, P5), up to 8 bits;
/// - PNG: its gray as in read_photographs().
/// Errors: another file, a broken one, or more than 2²⁸ pixels.
Image read_image(const std::string& path);

/// Writes a plane as a PGM of 8 bits, whose white is paper, for programs to halftone. Errors: it cannot be written.
void write_pgm(const std::string& path, const Image& image);

}  // namespace platerip::quality
