// Text from a file, made fit for a message, a TIFF tag or a file name. Private to profiles/.
#pragma once

#include <string>
#include <string_view>

namespace platerip::profiles {

/// `text` as valid UTF-8 on one line: what is no UTF-8 becomes '?'; controls and invisible or direction-changing
/// characters become spaces; runs of spaces become one; none at the ends; at most 200 characters.
std::string printable(std::string_view text);

/// The same for LittleCMS' wide strings: UTF-16 units, or whole code points, in wchar_t.
std::string printable(std::wstring_view text);

}  // namespace platerip::profiles
