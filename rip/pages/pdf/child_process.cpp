#include "rip/pages/pdf/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace platerip::rip {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int input_of_child = 3;
constexpr int above_fixed_descriptors = 16;
constexpr int poll_ms = 50;

Error no_process(const std::string& program) {
  const int reason = errno;
  return Error{program + ": cannot be started: " + std::strerror(reason), ErrorCode::unreadable};
}

Status make_files(const ChildCommand& command) {
  for (const SmallFile& each : command.files) {
    std::ofstream file(command.folder + "/" + each.name);
    if (file << each.content && file.flush()) continue;
    return Error{command.words.front() + ": cannot get its files in TMPDIR; set TMPDIR to a folder with room",
                 ErrorCode::no_space};
  }
  return {};
}

// A descriptor that does not collide with those that the child gets.
Descriptor moved_up(int fd) {
  return Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, above_fixed_descriptors));
}

// Our environment, with another folder for temporary files. Ghostscript looks for TEMP first.
std::vector<std::string> environment_in(const std::string& folder) {
  constexpr std::array<std::string_view, 3> replaced = {"TMPDIR=", "TEMP=", "TMP="};
  std::vector<std::string> lines = {"TMPDIR=" + folder, "TEMP=" + folder};
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string_view text = *line;
    if (std::ranges::none_of(replaced, [&](std::string_view name) { return text.starts_with(name); }))
      lines.emplace_back(text);
  }
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  pointers.reserve(lines.size() + 1);
  for (std::string& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What the child needs between fork and exec, where nothing may be allocated.
struct Start {
  const char* program;
  const char* folder;
  char** words;
  char** environment;
  int null;
  int input;
  int output;
};

// Signals that this program ignores would stay ignored: a file over the limit must end the child.
void reset_signals() {
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(const Start& start, const Confinement& confinement) {
  constexpr int cannot_start = 127;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // a Ctrl-C is for us; we then end the child
  reset_signals();
  const bool is_confined = confinement.enter();  // before its descriptor may be replaced by one of these
  const bool has_files = ::dup2(start.null, STDIN_FILENO) >= 0 && ::dup2(start.output, STDOUT_FILENO) >= 0 &&
                         ::dup2(start.output, STDERR_FILENO) >= 0 && ::dup2(start.input, input_of_child) >= 0;
  if (!is_confined || !has_files || ::chdir(start.folder) != 0) ::_exit(cannot_start);
  ::close_range(input_of_child + 1, ~0U, 0);
  ::execve(start.program, start.words, start.environment);
  ::_exit(cannot_start);
}

/// A child that runs. It is ended when this object is destroyed.
class Child {
 public:
  Child(pid_t pid, Descriptor output) : pid_(pid), output_(std::move(output)) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  // Reads what the child says, for a moment.
  void listen() {
    pollfd readable{output_, POLLIN, 0};
    if (output_is_closed_ || ::poll(&readable, 1, poll_ms) <= 0) return;
    std::array<char, 4096> piece{};
    const ssize_t got = ::read(output_, piece.data(), piece.size());
    if (got == 0) output_is_closed_ = true;
    if (got > 0) end_.said.append(piece.data(), std::min(static_cast<std::size_t>(got), most_said - end_.said.size()));
  }

  // It may go on after it has closed its output.
  bool has_ended() {
    if (pid_ < 0) return true;
    if (!output_is_closed_) return false;
    int status = 0;
    const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
    if (ended == 0) ::usleep(1000);
    if (ended == pid_) keep(status);
    if (ended < 0 && errno != EINTR) pid_ = -1;  // a program that ignores SIGCHLD never learns how children end
    return pid_ < 0;
  }

  void end() {
    if (pid_ < 0) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // it may not have made its group yet
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    keep(status);
  }

  void end_late() {
    end();
    end_.is_late = true;
  }

  [[nodiscard]] const ChildEnd& result() const { return end_; }

 private:
  void keep(int status) {
    pid_ = -1;
    if (WIFEXITED(status)) end_.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  }

  pid_t pid_;
  Descriptor output_;
  bool output_is_closed_ = false;
  ChildEnd end_;
};

Result<std::unique_ptr<Child>> start_child(const ChildCommand& command) {
  const auto confinement = Confinement::prepare(command.folder, command.limits);
  if (!confinement.ok()) return confinement.error();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return no_process(command.program);
  Descriptor from(ends[0]);
  const Descriptor to(ends[1]);
  const Descriptor output = moved_up(to);
  const Descriptor input = moved_up(command.input);
  const Descriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (output < 0 || input < 0 || null < 0) return no_process(command.program);
  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = environment_in(command.folder);
  std::vector<char*> word_list = pointers_to(words);
  std::vector<char*> environment_list = pointers_to(environment);
  const Start start{.program = command.program.c_str(),
                    .folder = command.folder.c_str(),
                    .words = word_list.data(),
                    .environment = environment_list.data(),
                    .null = null,
                    .input = input,
                    .output = output};
  const pid_t pid = ::fork();
  if (pid < 0) return no_process(command.program);
  if (pid == 0) become(start, *confinement);
  return std::make_unique<Child>(pid, std::move(from));
}

}  // namespace

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, colon)) + "/" + name;
    if (file.starts_with('/') && ::access(file.c_str(), X_OK) == 0) return file;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return "";
}

Result<ChildEnd> run_child(const ChildCommand& command, const std::function<bool()>& stop) {
  const auto late = Clock::now() + std::chrono::duration<double>(command.limits.seconds);
  if (const Status status = make_files(command); !status.ok()) return status.error();
  const auto child = start_child(command);
  if (!child.ok()) return child.error();
  while (!(*child)->has_ended()) {
    (*child)->listen();
    if (stop && stop()) return Error{command.words.front() + ": stopped", ErrorCode::stopped};
    if (Clock::now() > late) (*child)->end_late();
  }
  return (*child)->result();
}

}  // namespace platerip::rip
