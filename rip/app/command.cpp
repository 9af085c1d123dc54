#include "rip/app/command.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "rip/app/crew.h"
#include "rip/app/messages.h"
#include "rip/app/options.h"
#include "rip/app/run.h"
#include "rip/calibrate/calibrate.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

// If a standard stream is closed, the next file we open would get its number, and messages would go into that file.
void occupy_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

Result<Options> not_in_a_crew() {
  return Error{"calibrate is work for one process; run platerip calibrate"};
}

}  // namespace

void read_message_options(int argc, const char* const argv[]) {
  const std::span words(argv, argv + argc);
  if (std::ranges::find(words, std::string_view("--log-times")) != words.end()) say_times();
}

int command(int argc, const char* const argv[], Crew* crew) {
  if (crew && !crew->speaks()) be_silent();
  occupy_standard_streams();
  const bool calibrates = argc > 1 && std::string_view(argv[1]) == "calibrate";
  if (calibrates && !crew) return calibrate(std::span(argv + 2, argv + argc));
  catch_stop_signals();
  auto options = calibrates ? not_in_a_crew() : parse_options(argc, argv);
  Status usage = options.ok() ? Status() : options.error();
  if (crew) usage = crew->all_ready(usage);
  if (crew && usage.ok()) usage = crew->all_ready(crew->adapt(*options));
  if (usage.ok() && (options->help || options->version)) {
    const Status printed = print(options->help ? help_text() : "platerip " PLATERIP_VERSION "\n");
    if (!printed.ok()) say_error(printed.error());
    return printed.ok() ? all_done : failure_status();
  }
  return usage.ok() ? run_command(*options, crew) : refused(usage.error());
}

}  // namespace platerip::rip
