#include "tiffio/row_source.h"

#include <algorithm>
#include <array>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

bool is_harmless(const std::string& warning) {
  constexpr std::array<std::string_view, 3> harmless = {
      "Old-style LZW codes",          // as before 1993: decoded all the same
      "exceeds expected dimensions",  // a last JPEG strip of full height: the rows past the page are not read
      "unknown JFIF revision",
  };
  return std::any_of(harmless.begin(), harmless.end(),
                     [&warning](std::string_view words) { return warning.find(words) != std::string::npos; });
}

}  // namespace

Status check_decoded(const TiffHandle& handle, bool succeeded, std::int64_t first_row, std::int64_t rows) {
  const Messages& messages = handle.messages();
  if (succeeded && messages.errors.empty() &&
      std::all_of(messages.warnings.begin(), messages.warnings.end(), is_harmless)) {
    return {};
  }
  return handle.error(rows_text(first_row, rows) + (rows == 1 ? " is damaged" : " are damaged"),
                      "get the page again from where it came");
}

}  // namespace platerip::tiffio
