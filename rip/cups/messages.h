// What a filter tells cupsd: lines on standard error that begin with a word for what they are.
#pragma once

#include <string>

#include "rip/rip_page.h"

namespace platerip::rip::messages {

/// One line: "KIND: text". What may come from a page or a job is made safe.
void say(const char* kind, const std::string& text);

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
