// The stage of tests that call a filter as cupsd does.
#pragma once

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
};

class FilterTest : public StreamTest {
 protected:
  explicit FilterTest(std::string name) : name_(std::move(name)) {}

  /// Job 1, "a page", with the file as standard input through a pipe; who writes it must not be cut off.
  [[nodiscard]] Outcome filter(const std::string& input, const FilterCall& call = {}) const;
  /// The same job with the file as the last argument, where there is one.
  [[nodiscard]] Command command(const FilterCall& call, const std::string& file = "") const;

  /// A job of a large page: `input` are words of a shell whose output is the filter's input, and its plates are not
  /// kept.
  [[nodiscard]] Outcome filter_unkept(const std::string& input, const FilterCall& call) const;

  /// The lines of this kind, as "PAGE", without it.
  static std::vector<std::string> lines_of(const Outcome& outcome, const std::string& kind);

  /// Ended well, saying nothing but what cupsd understands, with the printer's state as it was.
  static void expect_printed(const Outcome& outcome);

  /// Ended with status 1 and one ERROR line in which each of the words occurs, with the printer's state as it was.
  static void expect_failed(const Outcome& outcome, const std::vector<std::string>& words);

 private:
  [[nodiscard]] Command piped_command(const std::string& input, const FilterCall& call) const;

  std::string name_;
};

}  // namespace platerip::test
