#include "rip/app/messages.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"

namespace platerip::rip {
namespace {

bool is_silent = false;
bool says_times = false;

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[64];
  const std::size_t length = std::strftime(text, sizeof text, "%FT%T%z", &local);
  return std::string(text, length).insert(length - 2, ":");  // ISO 8601 wants a colon in the offset, too
}

}  // namespace

void be_silent() {
  is_silent = true;
}

void say_times() {
  says_times = true;
}

void say(std::string message) {
  if (!is_silent) say_always(std::move(message));
}

void say_always(std::string message) {
  say_at(0, std::move(message));
}

void say_at(int level, std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  const std::string prefix = level != 0 ? "<" + std::to_string(level) + ">" : "";
  const std::string time = says_times ? time_now() + " " : "";
  std::fprintf(stderr, "%s%splaterip: %s\n", prefix.c_str(), time.c_str(), message.c_str());
}

void say_error(const Error& error, const char* rest) {
  say(one_line(error, as_option) + rest);
}

Status print(const std::string& text) {
  if (is_silent) return {};
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
  return Error{std::string("standard output cannot be written: ") + std::strerror(errno)};
}

}  // namespace platerip::rip
