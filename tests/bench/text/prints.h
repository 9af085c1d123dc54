// Barcodes as a camera sees them in print.
//
// Functions may throw std::bad_alloc, and std::runtime_error, whose message names the file. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::text {

/// A barcode on a plate, and how it is photographed.
struct Barcode {
  std::string name;          ///< of its picture's file
  quality::Area pixels;      ///< with the paper around it
  double module = 0;         ///< width of a module in pixels
  double blur = 0;           ///< standard deviation of the camera's blur in modules
  double camera_pixels = 0;  ///< of the camera for a module
  double noise = 0;          ///< standard deviation in levels of 255
};

/// Reads lines of all these. Errors: the file cannot be read.
std::vector<Barcode> read_barcodes(const std::string& path);

/// The print of a barcode, photographed: ink spreads by 0.3 pixels to all sides. The noise depends only on the seed.
/// Precondition: the barcode lies in the plate.
quality::Image photographed(const Barcode& barcode, const quality::Image& plate, unsigned seed);

/// Writes NAME.pgm for each barcode to the folder. Errors: a barcode lies outside the plate, or a file cannot be
/// written.
void photograph_barcodes(const std::vector<Barcode>& barcodes, const quality::Image& plate, const std::string& folder);

}  // namespace platerip::text
