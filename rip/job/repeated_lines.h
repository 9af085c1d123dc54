// Limits messages about many pages: prints some of each kind, then how many more there were.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace platerip::rip {

/// Takes lines such as "page.tif: what is wrong; what to do". Two lines are of the same kind if they differ only in the
/// page's name, in numbers and in file names. One thread at a time.
class RepeatedLines {
 public:
  /// The number of lines printed of each kind.
  static constexpr std::size_t most = 20;

  /// `say` prints a line.
  explicit RepeatedLines(std::function<void(const std::string&)> say) : say_(std::move(say)) {}

  /// Prints the line, unless enough of its kind were printed.
  void say(const std::string& line);

  /// For each kind with more lines, prints how many there were and the last one. If only one was left out, prints that
  /// line.
  void end();

 private:
  struct Kind {
    std::size_t lines = 0;
    std::string last;
  };

  std::function<void(const std::string&)> say_;
  std::map<std::string, Kind> kinds_;
};

}  // namespace platerip::rip
