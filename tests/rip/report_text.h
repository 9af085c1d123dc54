// What a report says, to compare reports of the same page.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace platerip::test {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Without the verdict, which tells that a GPU has failed.
inline std::string report_text(const std::string& path) {
  const std::string text = file_text(path);
  return text.substr(text.find("<nav"));
}

}  // namespace platerip::test
