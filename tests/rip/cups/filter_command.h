// The fixture of tests that call a filter as cupsd does.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/rip/cups/raster_file.h"
#include "tests/rip/stream_command.h"

namespace platerip::test {

inline constexpr const char* plates_type = "application/vnd.platerip-plates";
inline constexpr const char* raster_type = "application/vnd.platerip-raster";

struct FilterCall {
  std::string options = {};
  std::string final_type = plates_type;
  std::string ppd = PLATERIP_PPDS "/prplates.ppd";
  int copies = 1;
  std::map<std::string, std::string> environment = {};  ///< more that cupsd says
};

class FilterTest : public StreamTest {
 protected:
  explicit FilterTest(std::string name) : name_(std::move(name)) {}

  /// Runs job 1, "a page". The file comes through a pipe to standard input, and the filter must read all of it.
  [[nodiscard]] Outcome filter(const std::string& input, const FilterCall& call = {}) const;
  /// The same job, with the file, if there is one, as the last argument.
  [[nodiscard]] Command command(const FilterCall& call, const std::string& file = "") const;

  /// Runs a job with a large page. `input` is a shell command whose output is the filter's input. The plates are not
  /// kept.
  [[nodiscard]] Outcome filter_unkept(const std::string& input, const FilterCall& call) const;

  /// The rest of each line that begins with `kind`, such as "PAGE".
  static std::vector<std::string> lines_of(const Outcome& outcome, const std::string& kind);

  /// Expects success, only lines that cupsd understands, and an unchanged state of the printer.
  static void expect_printed(const Outcome& outcome);

  /// Expects status 1, one ERROR line that has each of the words in it, and an unchanged state of the printer.
  static void expect_failed(const Outcome& outcome, const std::vector<std::string>& words);

 private:
  [[nodiscard]] Command piped_command(const std::string& input, const FilterCall& call) const;

  std::string name_;
};

}  // namespace platerip::test
