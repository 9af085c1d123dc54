// The fixture of tests that make the pages of a book more than once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/rip/command.h"

namespace platerip::test {

class BookTest : public PlateripTest {
 protected:
  /// Writes a file of that many pages, of which no two are alike.
  void write_book(const std::string& name, int pages) const;

  using Contents = std::map<std::string, std::string>;
  /// The SHA-256 digests of all files below a folder of the test, hidden ones too, by their names there; none if there
  /// is no such folder.
  [[nodiscard]] Contents in(const std::string& folder) const;
};

}  // namespace platerip::test
