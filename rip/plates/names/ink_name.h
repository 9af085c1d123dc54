// What inks are called in the names of files.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace platerip::rip {

/// What an ink is called in names: in full, and by a letter. Both are safe in file names.
struct InkName {
  std::string ink;
  std::string letter;
};

/// The names of a page's inks, none of which differs from another only in case. They are those of
/// unicode::safe_in_file_names(), with two exceptions:
///
/// - Workflows look for the ink behind the last '_', '.' or '-', and must not take PANTONE_185_C for cyan. So if the
///   last word of a spot ink is the name of a process ink (C, Cyan, and so on), it joins the word before:
///   PANTONE_185C. If there is none, it joins "Spot". Inks called Cyan, Process Cyan or, if no ink is called Cyan, C
///   keep their names.
/// - If the name is taken, the later ink gets "-2", "-3", …
///
/// The letter is K for black; for other inks, it is the first letter or digit of the name in upper case.
std::vector<InkName> ink_names_in_files(std::span<const std::string> inks);

}  // namespace platerip::rip
