// The photographs that are halftoned.
//
// Functions may throw std::bad_alloc, and std::runtime_error if a file cannot be used. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// A photograph as ink amounts: of cyan, magenta and yellow as complements of its red, green and blue; and of black
/// alone, the complement of its gray.
struct Photograph {
  std::string name;
  std::vector<Image> cmy;
  Image gray;
};

/// The PNG files of a folder that kodak_photographs lists, in its order. Gray is gray_of_rgb() (png_file.h). Errors: a
/// photograph is missing, is no PNG or has another size than 768×512 or 512×768.
std::vector<Photograph> read_photographs(const std::string& folder);

/// Two pictures drawn by samples/, 768×512: the landscape and the still life of the sample page. For machines without
/// the photographs.
std::vector<Photograph> drawn_photographs();

/// The middle of a photograph, `times` as large as it is, in the photograph's size.
Image enlarged_middle(const Image& photograph, int times);

}  // namespace platerip::quality
