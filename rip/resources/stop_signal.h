// Being asked to stop.
#pragma once

namespace platerip::rip {

/// From now on SIGTERM, SIGINT and SIGHUP only set what stop_signal() tells, except those that the caller has set to be
/// ignored, as nohup does. One that comes a second or more after the first ends the program, which may be waiting for a
/// device that hangs; what comes sooner, as `timeout` sends two at once, is the first one again. A file past the size
/// limit and a pipe that nobody reads are errors, not deaths.
void catch_stop_signals();

/// The signal that came first, or 0.
int stop_signal();

/// Has one come?
bool stopped();

}  // namespace platerip::rip
