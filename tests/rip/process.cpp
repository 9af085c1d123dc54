#include "tests/rip/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace platerip::test {
namespace {

constexpr auto poll_interval = std::chrono::milliseconds(2);

void require(bool held, const std::string& what) {
  if (!held) throw std::runtime_error(what);
}

int open_capture(const char* name) {
  const int fd = memfd_create(name, MFD_CLOEXEC);
  require(fd >= 0, "no memory file");
  return fd;
}

std::string captured(int fd) {
  std::string text;
  char chunk[4096];
  for (off_t at = 0;;) {
    const ssize_t count = pread(fd, chunk, sizeof chunk, at);
    if (count <= 0) return text;
    text.append(chunk, static_cast<std::size_t>(count));
    at += count;
  }
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

/// This process's environment, changed as the command says. A sanitizer's exit status must differ from the program's
/// own exit status 1.
std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> values;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string line = *entry;
    const std::size_t equals = line.find('=');
    values[line.substr(0, equals)] = equals == std::string::npos ? "" : line.substr(equals + 1);
  }
  values.erase("SOURCE_DATE_EPOCH");
  for (const char* sanitizer : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"}) {
    std::string& options = values[sanitizer];
    options += (options.empty() ? "" : ":") + std::string("exitcode=99");
  }
  for (const auto& [name, value] : command.environment) values[name] = value;

  std::vector<std::string> lines;
  for (const auto& [name, value] : values) lines.push_back(name + "=" + value);
  return lines;
}

/// Limits the size of files for children that start while this object exists.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::optional<std::size_t> bytes) : limited_(bytes.has_value()) {
    if (!limited_) return;
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{*bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    if (limited_) setrlimit(RLIMIT_FSIZE, &before_);
  }

 private:
  bool limited_;
  rlimit before_{};
};

}  // namespace

Process::Process(const Command& command)
    : deadline_(std::chrono::steady_clock::now() + command.patience),
      out_(open_capture("stdout")),
      err_(open_capture("stderr")) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, command.input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out_, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err_, STDERR_FILENO);

  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = environment_of(command);
  const FileSizeLimit limit(command.largest_file);
  const int failed =
      posix_spawn(&pid_, words[0].c_str(), &actions, nullptr, pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  require(failed == 0, words[0] + " cannot be started");
}

Process::~Process() {
  if (!ended_) {
    send(SIGKILL);
    reap(0);
  }
  close(out_);
  close(err_);
}

void Process::send(int signal) const {
  if (!ended_) kill(pid_, signal);
}

bool Process::reap(int options) {
  int status = 0;
  rusage usage{};
  if (wait4(pid_, &status, options, &usage) != pid_) return false;
  ended_ = true;
  if (WIFEXITED(status)) outcome_.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  outcome_.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  return true;
}

void Process::wait_until_open(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path wanted = fs::canonical(path);
  const auto is_open = [&] {
    std::error_code gone;
    for (const fs::directory_entry& each : fs::directory_iterator("/proc/" + std::to_string(pid_) + "/fd", gone))
      if (fs::read_symlink(each, gone) == wanted) return true;
    return false;
  };
  while (!is_open() && !ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

bool Process::ended() {
  return ended_ || reap(WNOHANG);
}

std::string Process::out() const {
  return captured(out_);
}

std::string Process::err() const {
  return captured(err_);
}

Outcome Process::wait() {
  while (!ended()) {
    if (std::chrono::steady_clock::now() > deadline_) {
      outcome_.timed_out = true;
      send(SIGKILL);
      reap(0);
      break;
    }
    std::this_thread::sleep_for(poll_interval);
  }
  outcome_.out = out();
  outcome_.err = err();
  return outcome_;
}

Outcome run(const Command& command) {
  return Process(command).wait();
}

}  // namespace platerip::test
