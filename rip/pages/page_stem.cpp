#include "rip/pages/page_stem.h"

#include <algorithm>
#include <filesystem>

#include "base/unicode/names.h"
#include "rip/pages/page_formats.h"

namespace platerip::rip {

std::string page_stem(const std::string& path) {
  const std::filesystem::path file = std::filesystem::path(path).filename();
  const std::string extension = unicode::folded(file.extension().string());
  const bool is_left_out = std::ranges::any_of(page_formats, [&](const PageFormat* format) {
    return std::ranges::find(format->extensions, extension) != format->extensions.end();
  });
  return is_left_out ? file.stem().string() : file.string();
}

std::string folded_stem(const std::string& path) {
  return unicode::folded(page_stem(path));
}

}  // namespace platerip::rip
