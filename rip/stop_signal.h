// Being asked to stop.
#pragma once

namespace platerip::rip {

/// From now on SIGTERM, SIGINT and SIGHUP only set what stop_signal() tells, and a file past the size limit is an
/// error, not a death.
void catch_stop_signals();

/// The signal that came, or 0.
int stop_signal();

}  // namespace platerip::rip
