#include "tiffio/pages/row_source.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

bool is_harmless(const std::string& warning) {
  constexpr std::array<std::string_view, 5> harmless = {
      "Old-style LZW codes",          // written before 1993; decoded all the same
      "exceeds expected dimensions",  // a last JPEG strip of full height; its rows past the page are not read
      "unknown JFIF revision",         "old-style JPEG compression mode",
      "encoded with progressive mode",  // unusual in a TIFF; its memory is counted
  };
  return std::any_of(harmless.begin(), harmless.end(),
                     [&warning](std::string_view words) { return warning.find(words) != std::string::npos; });
}

// Whether libjpeg recognizes but cannot read this kind of JPEG, such as a lossless one.
bool is_of_another_jpeg(const Messages& messages) {
  return !messages.about("Unsupported JPEG").empty();
}

std::string these_rows(std::int64_t first_row, std::int64_t rows) {
  return rows_text(first_row, rows) + (rows == 1 ? " is " : " are ");
}

}  // namespace

Status RowSource::read_at(std::int64_t /*row*/, std::int64_t /*rows*/, std::byte* /*out*/,
                          std::ptrdiff_t /*stride*/) const {
  return Error{"the page can only be read in order; this is a defect of the program"};
}

Error cut_off(const TiffHandle& handle, std::int64_t first_row, std::int64_t rows) {
  return file_error(handle.file().name(), these_rows(first_row, rows) + "cut off: the data end before the last row",
                    "get the page again from where it came");
}

Error wrong_checksum(const TiffHandle& handle, std::int64_t first_row, std::int64_t rows) {
  return file_error(handle.file().name(), these_rows(first_row, rows) + "damaged: their checksum differs",
                    "get the page again from where it came");
}

Status check_decoded(const TiffHandle& handle, bool succeeded, std::int64_t first_row, std::int64_t rows) {
  const Messages& messages = handle.messages();
  if (succeeded && messages.errors.empty() &&
      std::all_of(messages.warnings.begin(), messages.warnings.end(), is_harmless)) {
    return {};
  }
  const std::string which = these_rows(first_row, rows);
  if (is_of_another_jpeg(messages)) {
    return handle.error(which + "in a kind of JPEG that is not handled, as lossless JPEG is", messages.first(),
                        "save the page with LZW or Deflate compression", ErrorCode::unsupported);
  }
  return handle.error(which + "damaged", messages.first(), "get the page again from where it came");
}

}  // namespace platerip::tiffio
