#include "rip/page/run_resources.h"

#include "rip/resources/run_memory.h"

namespace platerip::rip {

std::shared_ptr<RunMemory> make_run_memory() {
  return std::make_shared<RunMemory>();
}

}  // namespace platerip::rip
