// The fixture of every test that runs `platerip`: a folder with pages, the program, and the files that it leaves there.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json_fwd.hpp>
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

  /// `platerip` with these arguments, run in the folder.
  [[nodiscard]] Command command(const std::vector<std::string>& arguments) const;
  [[nodiscard]] Outcome platerip(const std::vector<std::string>& arguments) const { return run(command(arguments)); }

  /// Runs the same command, which must succeed and print no errors, and returns the first line of its summary.
  nlohmann::json summary_of(std::vector<std::string> arguments) const;

  /// The most MiB that a run may take with --memory 128: this budget, the table of all colours, a huge page of memory,
  /// and what the program takes even for a page of one pixel.
  [[nodiscard]] double most_mib(const std::string& threads = "0") const;

  [[nodiscard]] Plate plate(const std::string& name) const { return read_plate(file(name)); }

  /// The names of all files in the folder, including hidden ones; those in folders below are "folder/name".
  [[nodiscard]] std::set<std::string> files() const;

  /// "page.Cyan.tif" to "page.Black.tif", if `stem` is "page".
  static std::set<std::string> four_plates(const std::string& stem);

  TempFolder folder_;
};

/// Standard error without the line that says, once in a run, that pages have no resolution. Most pages of tests have
/// none.
std::string err_without_resolution(const Outcome& outcome);

/// Expects success, and no complaint except about the pages' resolution.
void expect_done(const Outcome& outcome);

/// Expects this exit status and one line on standard error that has each of the words in it. The line about the
/// resolution of finished pages does not count.
void expect_complaint(const Outcome& outcome, int status, const std::vector<std::string>& words);

}  // namespace platerip::test
