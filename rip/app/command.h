// The commands platerip and platerip-mpi: pages in, plates out.
#pragma once

namespace platerip::rip {

class Crew;

/// Heeds the options for messages that also concern errors in the options themselves: --log-times. Call it first.
void read_message_options(int argc, const char* const argv[]);

/// Runs the command and returns its exit status: 0 if all pages are done, 1 if a page failed, 2 for wrong usage, and
/// 128 + N if not all pages are done because signal N came.
/// `crew`: the processes that share the run; each of them calls this with the same arguments. Null if there is only
/// this one. To be called once in a process, which it may end. Throws std::bad_alloc, and what the crew throws.
int command(int argc, const char* const argv[], Crew* crew = nullptr);

}  // namespace platerip::rip
