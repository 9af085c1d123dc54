// Messages about many pages: some of each kind, then how many more there were.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace platerip::rip {

/// Lines as "page.tif: what is wrong; what to do". Two are of a kind where they differ only in the page's name, in
/// numbers and in the names of files. One thread at a time.
class RepeatedLines {
 public:
  /// Of each kind so many are said.
  static constexpr std::size_t most = 20;

  explicit RepeatedLines(std::function<void(const std::string&)> say) : say_(std::move(say)) {}

  /// Says the line, unless there were enough of its kind.
  void say(const std::string& line);

  /// Of each kind that had more, says how many, with the last of them. Where one was left out it is said itself.
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
