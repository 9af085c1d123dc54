// What a filter tells cupsd: lines on standard error that begin with their kind, as "ERROR: ".
#pragma once

#include <optional>
#include <string>

#include "rip/pipeline/rip_page.h"

namespace platerip::rip::messages {

/// One line: "KIND: text". What may come from a page or a job is made safe.
void say(const char* kind, const std::string& text);

/// As say(), then waits until cupsd has read the line, for a second at most. A filter that ends sooner may be found
/// dead before its message is read, and cupsd then shows "Filter failed" instead.
void say_last(const char* kind, const std::string& text);

/// How who prints calls a setting, for one_line(): by its job option, or where only the printer's owner may set it by
/// the queue's default ("memory-default").
std::optional<std::string> as_print_option(const std::string& setting);

/// "job-media-progress" of a page, each time that it grows by some percent.
class Progress {
 public:
  void update(const PageProgress& progress);

 private:
  int said_ = -1;
};

/// The reason that the printer is working, taken back however the filter ends.
class Working {
 public:
  Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;
  ~Working();
};

/// For the log, what was chosen for it and how much of each ink it takes.
void say_report(const PageReport& report);

}  // namespace platerip::rip::messages
