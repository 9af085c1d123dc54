// Signals that ask the program to stop.
#pragma once

namespace platerip::rip {

/// Makes SIGTERM, SIGINT and SIGHUP set stop_signal() and nothing else. Signals that the program's caller has set to be
/// ignored, as nohup does, stay ignored. A signal a second or more after the first ends the program, because it may be
/// waiting for a device that hangs. One that comes sooner counts as a repetition: `timeout` sends two at once. SIGXFSZ
/// and SIGPIPE do not end the program, so that a file over the size limit and a closed pipe are errors.
void catch_stop_signals();

/// The number of the first signal; 0 if none has come. Like stopped(), thread-safe.
int stop_signal();

/// Whether a signal has come.
bool stopped();

/// stop_signal() or, if none has come, SIGPIPE if a reader of this program has gone. 0 if there was no signal.
/// Thread-safe.
int signal_that_came();

}  // namespace platerip::rip
