// Writes an RGB TIFF row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "samples/content.h"

namespace platerip::samples {

struct FileOptions {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;  ///< per sample: 8 or 16
  double dpi = 300;
  std::string compression = "none";  ///< none, lzw, deflate
};

/// none, lzw or deflate.
bool is_compression(const std::string& name);

/// Writes the page. Returns "" if the file is complete, and otherwise what went wrong.
std::string write_rgb(const std::string& path, const FileOptions& options, const RowPainter& paint);

}  // namespace platerip::samples
