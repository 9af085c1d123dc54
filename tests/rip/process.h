// Runs a program as its user does, and keeps all that can be seen of it from outside.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace platerip::test {

/// What became of a program.
struct Outcome {
  int status = -1;         ///< its exit status; -1 where a signal ended it
  int signal = 0;          ///< the signal that ended it, or 0
  bool timed_out = false;  ///< it was killed for that
  std::string out;         ///< what it wrote to standard output
  std::string err;         ///< and to standard error
  double peak_mib = 0;     ///< the most memory it had in use
};

struct Command {
  std::vector<std::string> words;                       ///< the program's path, then its arguments
  std::string folder = ".";                             ///< that it works in
  std::string input = "/dev/null";                      ///< the file that is its standard input
  std::map<std::string, std::string> environment = {};  ///< beside or instead of our own
  std::optional<std::size_t> largest_file = {};         ///< bytes that a file it writes may have
  std::chrono::seconds patience{300};
};

/// A program that runs. It ends with this object at the latest.
class Process {
 public:
  /// Starts the program. Throws where that is not possible.
  explicit Process(const Command& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  void send(int signal) const;
  [[nodiscard]] bool ended();

  /// What it has written to standard output so far.
  [[nodiscard]] std::string out() const;
  /// And to standard error.
  [[nodiscard]] std::string err() const;
  Outcome wait();

 private:
  bool reap(int options);

  std::chrono::steady_clock::time_point deadline_;
  int out_ = -1;
  int err_ = -1;
  pid_t pid_ = -1;
  bool ended_ = false;
  Outcome outcome_;
};

Outcome run(const Command& command);

}  // namespace platerip::test
