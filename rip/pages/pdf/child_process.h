// Runs another program, confined and within limits.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/pdf/confinement.h"

namespace platerip::rip {

/// The path of a program in PATH; empty if there is none.
std::string find_program(const std::string& name);

/// The name by which a child opens its input.
inline constexpr const char* child_input = "/proc/self/fd/3";

/// A file that a child reads.
struct SmallFile {
  std::string name;
  std::string content;
};

/// A program to run.
struct ChildCommand {
  std::string program;             ///< its path
  std::vector<std::string> words;  ///< its arguments, the program's name first
  int input = -1;                  ///< a file open for reading; the child calls it child_input
  std::string folder;              ///< its working folder and its TMPDIR, the only one in which it may write
  std::vector<SmallFile> files;    ///< in that folder, which are made for it
  ChildLimits limits;
};

/// The most bytes that are kept of what a child says.
inline constexpr std::size_t most_said = std::size_t{4} << 20;

/// How it ended.
struct ChildEnd {
  int status = -1;       ///< its exit status; -1 if a signal ended it
  int signal = 0;        ///< the signal that ended it, or 0
  bool is_late = false;  ///< it was ended because its time was over
  std::string said;      ///< the first most_said bytes of what it wrote to standard output and standard error
};

/// Runs the program and waits for its end. `stop` is polled; when it returns true, the child is ended. If this process
/// ends, so does the child. Errors: a file cannot be made, or no process; or `stop` has returned true
/// (ErrorCode::stopped).
Result<ChildEnd> run_child(const ChildCommand& command, const std::function<bool()>& stop);

}  // namespace platerip::rip
