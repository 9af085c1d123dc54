// Texts for messages: makes text from files safe to print, and sizes readable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip::tiffio {

/// `text` on one line, with a limited length. Control characters, and characters that change the direction of the text,
/// become spaces. Everything else stays.
std::string printable(std::string_view text);

/// The same for the name of an ink, as unicode::utf8_of() reads it: at most 100 bytes, cut between characters, so that
/// the names of plates stay within what file systems allow.
std::string ink_name(std::string_view text);

/// A size such as "900 bytes", "12 KiB" or "3 MiB". It is rounded up, so that this much memory is enough.
std::string size_text(std::uint64_t bytes);

/// "row 7" or "rows 7 to 9", counted from 0.
std::string rows_text(std::int64_t first, std::int64_t count);

/// An error in the form of all of tiffio's messages: `file: what is wrong; what to do`.
Error file_error(std::string_view file, std::string_view wrong, std::string_view remedy,
                 ErrorCode code = ErrorCode::bad_input);

/// The error that `needed` bytes of memory exceed the `allowed` ones. `takes` begins the message: what needs the
/// memory, and a verb. The advice is to allow more.
Error memory_error(std::string_view file, const std::string& takes, std::uint64_t needed, std::uint64_t allowed,
                   std::string_view remedy);

}  // namespace platerip::tiffio
