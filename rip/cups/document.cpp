#include "rip/cups/document.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "base/files.h"
#include "rip/pages/input_stream.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

constexpr std::chrono::seconds patience(20);
constexpr std::size_t longest_description = 1 << 20;
constexpr int most_files = 999;
constexpr std::string_view pdf_type = "application/pdf";

std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Ghostscript would run a document that is no PDF as a program.
bool is_pdf(const std::string& file) {
  constexpr std::string_view magic = "%PDF-";
  std::array<char, magic.size()> begin{};
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  return opened >= 0 && ::pread(opened, begin.data(), begin.size(), 0) == static_cast<ssize_t>(begin.size()) &&
         std::string_view(begin.data(), begin.size()) == magic;
}

// cupsd names the first file of job 12 d00012-001. Empty if there is no such file, or this user may not read it.
std::string file_of(const Document& document, int number) {
  const int job = std::atoi(document.job.c_str());
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "/d%05d-%03d", job, number);
  const std::string file = document.folder + name.data();
  return ::access(file.c_str(), R_OK) == 0 ? file : "";
}

// Starts Ghostscript, which writes what it knows about the PDF to `output`. -1 if it cannot be started.
pid_t start_ghostscript(const std::string& file, int output) {
  const std::array<const char*, 9> words = {"gs",          "-q",        "-dSAFER",    "-dBATCH", "-dNOPAUSE",
                                            "-dNODISPLAY", "-dPDFINFO", file.c_str(), nullptr};
  posix_spawn_file_actions_t files;
  if (::posix_spawn_file_actions_init(&files) != 0) return -1;
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, words[0], &files, nullptr, const_cast<char* const*>(words.data()), environ);
  ::posix_spawn_file_actions_destroy(&files);
  return error == 0 ? child : -1;
}

// What Ghostscript writes about the PDF; empty if it takes too long.
std::string description_of(const std::string& file) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  const pid_t child = start_ghostscript(file, to);
  if (child < 0) return "";
  to = Descriptor(-1);
  const auto end = std::chrono::steady_clock::now() + patience;
  InputStream output(from, file, [end] { return stopped() || std::chrono::steady_clock::now() > end; });
  std::string text(longest_description, '\0');
  const auto got = output.read(reinterpret_cast<std::byte*>(text.data()), text.size());
  text.resize(got.ok() ? *got : 0);
  if (!got.ok() || *got == longest_description) ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

// The names stand under a heading, each in quotes on a line of its own.
void add_spots(std::vector<std::string>& names, const std::string& description) {
  std::istringstream lines(description);
  bool is_spots = false;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find('\'');
    const bool is_name = line.find_first_not_of(" '") != std::string::npos && first != std::string::npos &&
                         line.find_first_not_of(' ') == first && line.ends_with('\'');
    if (!is_name) {
      is_spots = line.find("Spot colors:") != std::string::npos;
      continue;
    }
    const std::string name = line.substr(first + 1, line.size() - first - 2);
    if (is_spots && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
}

}  // namespace

bool is_picture(std::string_view type) {
  return type == "image/tiff" || type == "image/png" || type == "image/jpeg";
}

Document Document::of_job(const std::string& job) {
  return {.type = from_environment("CONTENT_TYPE"), .folder = from_environment("CUPS_REQUESTROOT"), .job = job};
}

bool Document::is_rendered() const {
  return !type.empty() && !is_picture(type) && type != "application/vnd.cups-raster";
}

std::vector<std::string> spot_colors(const Document& document) {
  std::vector<std::string> names;
  if (document.type != pdf_type || document.folder.empty()) return names;
  for (int number = 1; number <= most_files && !stopped(); ++number) {
    const std::string file = file_of(document, number);
    if (file.empty()) break;
    if (is_pdf(file)) add_spots(names, description_of(file));
  }
  return names;
}

}  // namespace platerip::rip
