// Pages too large to write in full. They are made so that their files stay small on disk.
#pragma once

#include <cstdint>
#include <string>

#include "tests/sanitized.h"

namespace platerip::test {

/// A black RGB page, uncompressed in one strip. Its file is a hole, which takes no space on disk.
void write_sparse_page(const std::string& path, std::uint32_t width, std::uint32_t height);

/// A white RGB page, Deflate-compressed to about a thousandth of its size.
void write_compressed_page(const std::string& path, std::uint32_t width, std::uint32_t height);

}  // namespace platerip::test
