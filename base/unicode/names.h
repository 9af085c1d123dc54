// Names that people, programs and file servers compare. Private to platerip; not installed.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace platerip::unicode {

/// The same for names that differ only in case, or in how accents are written: as one character, or behind their
/// letter. Some file systems do not tell these apart. Of a name that is not UTF-8, only letters of ASCII lose their
/// case.
std::string folded(std::string_view name);

/// Whose letters are safe in the name of a file.
enum class Letters { ascii, all };

/// `text`, as utf8_of() reads it, made safe for a file name: letters with their accents and digits stay, and so do '.',
/// '_' and '-'. Each other character becomes one '_', however many code points it has.
std::string safe_in_file_names(std::string_view text, Letters letters = Letters::all);

/// The first letter or digit in upper case, with its accents; "_" if there is none.
std::string initial_of(std::string_view text);

}  // namespace platerip::unicode
