// The names of pages, without what only tells their format.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

namespace platerip::rip {

/// The first part of the plates' names: the file name of `path`, without the extension of a format of pages.
std::string page_stem(const std::string& path);

/// page_stem() as unicode::folded(), because some file systems do not tell names apart that differ only in case.
std::string folded_stem(const std::string& path);

}  // namespace platerip::rip
