// Messages for cupsd: lines on standard error that begin with their kind, such as "ERROR: ".
#pragma once

#include <optional>
#include <string>

#include "rip/page/rip_page.h"

namespace platerip::rip::messages {

/// Prints one line, "KIND: text". Control characters in `text`, which may come from a page or a job, become spaces.
void say(const char* kind, const std::string& text);

/// Like say(), then waits up to a second until cupsd has read the line. If a filter exits before that, cupsd may notice
/// the exit first and show "Filter failed" instead of the message.
void say_last(const char* kind, const std::string& text);

/// How a user who prints spells a setting, for one_line(): the job option's name, or the name of the queue's default
/// ("memory-default") if only the printer's owner may set it. Nothing if only the command line has it.
std::optional<std::string> as_print_option(const std::string& setting);

/// Reports how far a page has come, as cupsd's attribute job-media-progress.
class Progress {
 public:
  /// Prints the percentage at most every 5 percent, and always at 100.
  void update(const PageProgress& progress);

 private:
  int said_ = -1;
};

/// Sets the printer's state reason while the filter works. The destructor removes it, however the filter ends.
class Working {
 public:
  Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;
  ~Working();
};

/// Writes to cupsd's log what was chosen for a page, and how much of each ink it takes.
void say_report(const PageReport& report);

}  // namespace platerip::rip::messages
