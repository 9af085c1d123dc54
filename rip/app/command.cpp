#include "rip/app/command.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "rip/app/crew.h"
#include "rip/app/messages.h"
#include "rip/app/options.h"
#include "rip/app/run.h"
#include "rip/calibrate/calibrate.h"
#include "rip/resources/stop_signal.h"
#include "rip/selftest/selftest.h"
#include "rip/watch/watch.h"

namespace platerip::rip {
namespace {

// If a standard stream is closed, the next file we open would get its number, and messages would go into that file.
void occupy_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

/// A command of its own, which one process runs. `run` gets the words behind its name.
struct Subcommand {
  std::string_view name;
  int (*run)(std::span<const char* const> words);
};
constexpr std::array<Subcommand, 5> subcommands = {{{"calibrate", calibrate},
                                                    {"selftest", selftest},
                                                    {"watch", watch},
                                                    {"status", show_status},
                                                    {"jobs", change_jobs}}};

const Subcommand* subcommand_of(int argc, const char* const argv[]) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto* const found = std::ranges::find(subcommands, name, &Subcommand::name);
  return found == subcommands.end() ? nullptr : found;
}

Result<Options> not_in_a_crew(std::string_view name) {
  return Error{std::string(name) + " is work for one process; run platerip " + std::string(name)};
}

}  // namespace

void read_message_options(int argc, const char* const argv[]) {
  const std::span words(argv, argv + argc);
  if (std::ranges::find(words, std::string_view("--log-times")) != words.end()) say_times();
}

int command(int argc, const char* const argv[], Crew* crew) {
  if (crew && !crew->speaks()) be_silent();
  occupy_standard_streams();
  const Subcommand* const subcommand = subcommand_of(argc, argv);
  if (subcommand && !crew) return subcommand->run(std::span(argv + 2, argv + argc));
  catch_stop_signals();
  auto options = subcommand ? not_in_a_crew(subcommand->name) : parse_options(argc, argv);
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
