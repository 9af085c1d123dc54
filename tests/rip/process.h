// Runs a program as its user would, and records all that can be seen of it from outside.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace platerip::test {

/// How a program ended, and what it wrote.
struct Outcome {
  int status = -1;         ///< its exit status; -1 if a signal ended it
  int signal = 0;          ///< the signal that ended it, or 0
  bool timed_out = false;  ///< killed because it took too long
  std::string out;         ///< what it wrote to standard output
  std::string err;         ///< what it wrote to standard error
  double peak_mib = 0;     ///< the most memory that it used
};

struct Command {
  std::vector<std::string> words;                       ///< the program's path, then its arguments
  std::string folder = ".";                             ///< its working directory
  std::string input = "/dev/null";                      ///< the file for its standard input
  std::map<std::string, std::string> environment = {};  ///< added to our own, or replacing it
  std::optional<std::size_t> largest_file = {};         ///< the most bytes that a file may have which it writes
  std::chrono::seconds patience{300};
};

/// A running program. It is ended when this object is destroyed.
class Process {
 public:
  /// Starts the program. Throws if that is not possible.
  explicit Process(const Command& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  [[nodiscard]] pid_t id() const { return pid_; }
  void send(int signal) const;
  [[nodiscard]] bool ended();
  /// Waits until it has opened the file `path`, or has ended.
  void wait_until_open(const std::string& path);

  /// What it has written to standard output so far.
  [[nodiscard]] std::string out() const;
  /// What it has written to standard error so far.
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
