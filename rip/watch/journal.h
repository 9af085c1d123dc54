// What a service tells: one line for each event, on standard error. Thread-safe. May throw std::bad_alloc.
#pragma once

#include <string>

namespace platerip::rip {

/// How important a line is, as syslog counts.
enum class Level { error = 3, warning = 4, info = 6 };

/// Tells an event. The journal of systemd gets its level. Bytes that are not UTF-8 become \xNN.
void tell(Level level, const std::string& line);

}  // namespace platerip::rip
