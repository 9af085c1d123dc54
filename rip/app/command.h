// The commands platerip and platerip-mpi: pages in, plates out.
#pragma once

namespace platerip::rip {

class Crew;

/// Runs the command and returns its exit status: 0 if all pages are done, 1 if a page failed, 2 for wrong usage.
/// `crew`: the processes that share the run; each of them calls this with the same arguments. Null if there is only
/// this one. To be called once in a process, which it may end. Throws std::bad_alloc, and what the crew throws.
int command(int argc, const char* const argv[], Crew* crew = nullptr);

}  // namespace platerip::rip
