// The command platerip-mpi: platerip on all ranks of an MPI run.
#include <exception>
#include <new>
#include <string>

#include "rip/app/command.h"
#include "rip/app/messages.h"
#include "rip/mpi/link.h"
#include "rip/mpi/rank_crew.h"

namespace platerip::rip {
namespace {

// With one rank, the command is platerip. The exit status of the run is that of rank 0, which reports all errors.
int main_of_rank(int argc, const char* const argv[]) {
  Link link;
  read_message_options(argc, argv);
  try {
    RankCrew crew(link);
    if (const Status agreed = crew.agree(); !agreed.ok()) {
      if (link.rank() == 0) say(agreed.error().message);
      return link.rank() == 0 ? 2 : 0;
    }
    const int status = command(argc, argv, link.size() > 1 ? &crew : nullptr);
    return link.rank() == 0 ? status : 0;
  } catch (const std::bad_alloc&) {
    Link::abort("the machine is out of memory; lower --memory or --threads");
  } catch (const std::exception& error) {
    Link::abort(std::string("internal error: ") + error.what());
  }
}

}  // namespace
}  // namespace platerip::rip

int main(int argc, char* argv[]) {
  return platerip::rip::main_of_rank(argc, argv);
}
