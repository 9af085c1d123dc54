#include "rip/app/messages.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"

namespace platerip::rip {
namespace {

bool is_silent = false;

}  // namespace

void be_silent() {
  is_silent = true;
}

void say(std::string message) {
  if (is_silent) return;
  std::replace_if(
      message.begin(), message.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  std::fprintf(stderr, "platerip: %s\n", message.c_str());
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
