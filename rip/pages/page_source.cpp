#include "rip/pages/page_source.h"

#include <algorithm>
#include <filesystem>

#include "base/unicode/names.h"
#include "rip/pages/page_formats.h"
#include "tiffio/text.h"

namespace platerip::rip {

std::string page_label(const PageSource& page) {
  const std::string file = tiffio::printable(page.path);
  return page.count == 1 ? file : file + " page " + std::to_string(page.index + 1);
}

Error about_page(const PageSource& page, const Error& error) {
  const std::string label = page_label(page);
  return (error.message.starts_with(label + ": ") ? error : error.about(label)).of_page(label);
}

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

std::string document_name(const PageSource& page) {
  return std::filesystem::path(page.path).filename().string();
}

}  // namespace platerip::rip
