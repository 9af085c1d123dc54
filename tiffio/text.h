// The words of messages: text from a file made safe to print, sizes as people say them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip::tiffio {

/// `text` on one line and of bounded length: control characters become spaces, the rest stays as it is.
std::string printable(std::string_view text);

/// "900 bytes", "12 KiB", "3 MiB": rounded up, so that what is asked for is enough.
std::string size_text(std::uint64_t bytes);

/// "row 7" or "rows 7 to 9", counted from 0.
std::string rows_text(std::int64_t first, std::int64_t count);

/// The one form of messages here: `file: what is wrong; what to do`.
Error file_error(std::string_view file, std::string_view wrong, std::string_view remedy,
                 ErrorCode code = ErrorCode::bad_input);

/// The same where `needed` bytes of memory are more than the `allowed` ones; `takes` says what takes them. To allow
/// more is the advice.
Error memory_error(std::string_view file, const std::string& takes, std::uint64_t needed, std::uint64_t allowed,
                   std::string_view remedy);

}  // namespace platerip::tiffio
