#include "rip/pages/page_source.h"

#include <filesystem>

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

std::string document_name(const PageSource& page) {
  return std::filesystem::path(page.path).filename().string();
}

}  // namespace platerip::rip
