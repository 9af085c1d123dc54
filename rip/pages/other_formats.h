// What to say of formats that are no pages.
#pragma once

#include <string>
#include <string_view>

namespace platerip::rip {

/// How to write the name of a file in a command for a shell; FILE if it is empty or cannot be told on one line.
std::string in_shell(const std::string& file);

/// The message for an unsupported format: what it is, if known, and a command that converts it, for example "is a
/// GIF; make a page of it: convert 'my page.gif' -type TrueColorAlpha my_page.tif". `file` may be empty for a stream.
std::string no_page(std::string_view begin, const std::string& file);

}  // namespace platerip::rip
