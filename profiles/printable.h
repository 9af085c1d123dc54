// Makes text from a file safe for a message, a TIFF tag or a file name. Private to profiles/.
#pragma once

#include <string>
#include <string_view>

namespace platerip::profiles {

/// `text` as valid UTF-8 on one line, at most 200 characters. Invalid bytes become '?'. Controls and characters that
/// are invisible or change direction become spaces. Runs of spaces become one space, and none remain at the ends.
std::string printable(std::string_view text);

/// The same for LittleCMS' wide strings, which hold UTF-16 units or whole code points.
std::string printable(std::wstring_view text);

}  // namespace platerip::profiles
