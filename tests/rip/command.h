// The stage of every test that runs `platerip`: a folder with pages, the program, and what it leaves there.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/rip/ink_values.h"
#include "tests/rip/plate.h"
#include "tests/rip/process.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {

class PlateripTest : public testing::Test {
 protected:
  PlateripTest();

  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

  /// `platerip` with these arguments, in the folder.
  [[nodiscard]] Command command(const std::vector<std::string>& arguments) const;
  [[nodiscard]] Outcome platerip(const std::vector<std::string>& arguments) const { return run(command(arguments)); }

  /// The same, which must succeed and say nothing; then the first line of its summary.
  nlohmann::json summary_of(std::vector<std::string> arguments) const;

  [[nodiscard]] Plate plate(const std::string& name) const { return read_plate(file(name)); }

  /// The names of all files there, hidden ones too, and in folders below as "folder/name".
  [[nodiscard]] std::set<std::string> files() const;

  /// "page.Cyan.tif" to "page.Black.tif" for "page".
  static std::set<std::string> four_plates(const std::string& stem);

  TempFolder folder_;
};

/// Standard error without the line that says, once a run, that pages have no resolution: most pages of tests have none.
std::string err_without_resolution(const Outcome& outcome);

/// All pages done, nothing to complain of but their resolution.
void expect_done(const Outcome& outcome);

/// Ended with this exit status and one line on standard error in which each of the words occurs; the line about the
/// resolution of pages that were done does not count.
void expect_complaint(const Outcome& outcome, int status, const std::vector<std::string>& words);

}  // namespace platerip::test
