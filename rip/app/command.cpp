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
#include "rip/color/page_inks.h"
#include "rip/pages/page_files.h"
#include "rip/pipeline/upright.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

// If a standard stream is closed, the next file we open would get its number, and messages would go into that file.
void occupy_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

// All pages are opened for their spot inks only if the job names an ink that the press does not have.
Status check_inks_of(const Options& options, const Press& press) {
  Status inks = check_ink_names(options.job, press);
  if (inks.ok() || options.pages.front() == "-") return inks;
  const auto spots = spot_inks(options.pages, reader_memory(options.job), [&](const tiffio::PageInfo& page) {
    const PageInks of_page = page_inks(options.job, press, page);
    return std::vector(of_page.spots().begin(), of_page.spots().end());
  });
  return spots.empty() ? inks : check_ink_names(options.job, press, spots);
}

int refused(const Error& error) {
  say_error(error, "; see platerip --help");
  return wrong_usage;
}

}  // namespace

void read_message_options(int argc, const char* const argv[]) {
  const std::span words(argv, argv + argc);
  if (std::ranges::find(words, std::string_view("--log-times")) != words.end()) say_times();
}

int command(int argc, const char* const argv[], Crew* crew) {
  if (crew && !crew->speaks()) be_silent();
  occupy_standard_streams();
  if (argc > 1 && std::string_view(argv[1]) == "calibrate") {
    if (!crew) return calibrate(std::span(argv + 2, argv + argc));
    say("calibrate is work for one process; run platerip calibrate");
    return wrong_usage;
  }
  catch_stop_signals();
  auto options = parse_options(argc, argv);
  Status usage = options.ok() ? Status() : options.error();
  if (crew) usage = crew->all_ready(usage.ok() ? crew->adapt(*options) : usage);
  if (usage.ok() && (options->help || options->version)) {
    const Status printed = print(options->help ? help_text() : "platerip " PLATERIP_VERSION "\n");
    if (!printed.ok()) say_error(printed.error());
    return printed.ok() ? all_done : failure_status();
  }
  if (!usage.ok()) return refused(usage.error());
  const auto press = open_press(options->job);
  if (press.ok()) usage = check_inks_of(*options, **press);
  if (crew) usage = crew->all_ready(usage);
  if (!usage.ok()) return refused(usage.error());
  return run_pages(*options, press, crew);
}

}  // namespace platerip::rip
