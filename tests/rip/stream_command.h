// The fixture of tests whose pages come through pipes and whose plates leave through them.
#pragma once

#include <string>
#include <vector>

#include "tests/rip/command.h"

namespace platerip::test {

class StreamTest : public PlateripTest {
 protected:
  StreamTest();

  void save(const std::string& name, const std::string& bytes) const;

  /// Runs `platerip` with the file on standard input, through a pipe, which cannot seek. TMPDIR is "tmp", which is
  /// empty at first.
  [[nodiscard]] Outcome piped(const std::string& input, const std::vector<std::string>& arguments) const;

  /// What is left in TMPDIR.
  [[nodiscard]] std::vector<std::string> left_in_tmp() const;

  /// The plates that `platerip` makes of page.tif as files, in the order of the inks.
  [[nodiscard]] std::vector<Plate> plates_of_file(std::vector<std::string> arguments = {}) const;

  /// The plates in a TIFF that was written to a stream.
  [[nodiscard]] std::vector<Plate> plates_of(const std::string& tiff) const;

  static void expect_same(const std::vector<Plate>& made, const std::vector<Plate>& expected);
};

}  // namespace platerip::test
