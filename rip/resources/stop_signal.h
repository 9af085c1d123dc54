// Signals that ask the program to stop.
#pragma once

namespace platerip::rip {

/// From now on, SIGTERM, SIGINT and SIGHUP only set stop_signal(), unless the caller has set them to be ignored, as
/// nohup does. A signal that comes a second or more after the first ends the program, which may be waiting for a device
/// that hangs. An earlier one is taken for a repetition of the first: `timeout` sends two at once. SIGXFSZ and SIGPIPE
/// are ignored, so that a file over the size limit and a closed pipe are errors and do not end the program.
void catch_stop_signals();

/// The first signal, or 0.
int stop_signal();

/// Whether a signal has come.
bool stopped();

}  // namespace platerip::rip
