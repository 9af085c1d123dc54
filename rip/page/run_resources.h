// Resources that the pages of a run share. Making them may throw std::bad_alloc.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rip/job/open_press.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/plates/kept_files.h"
#include "rip/strips/stages.h"
#include "separation/separation.h"

namespace platerip::rip {

class RunMemory;
struct PageShare;

/// Counts the memory of the pages that share it.
std::shared_ptr<RunMemory> make_run_memory();

/// Make this once for a run, and pass it to rip_page() with each page. Copies share everything. Only `gpu`,
/// `has_more_gpus`, `cores_may_begin` and `share` may differ from page to page. Thread-safe.
struct RunResources {
  std::shared_ptr<const Press> press = nullptr;  ///< open_press() of the pages' job, whose resources and proofs may
                                                 ///< differ; without it, each page opens the files of its job
  std::shared_ptr<Gpu> gpu = nullptr;  ///< an open GPU, or null. who_goes_on.h says which pages use it. Without one,
                                       ///< the backend "cuda" opens a GPU for each page
  bool has_more_gpus = false;          ///< if this GPU fails, rip_page() returns the error, and another GPU can make
                                       ///< the page
  bool cores_may_begin = false;  ///< while a GPU starts, the backend "auto" lets the cores begin the page; the GPU
                                 ///< goes on with it when it is ready, if that pays
  std::shared_ptr<KeptFiles> kept = nullptr;  ///< files that no plate or preview may replace, besides the files that
                                              ///< the page is made from, which are always protected
  std::optional<std::string> cache = {};  ///< folder for tables that take seconds to compute; if not set, none are kept
  std::shared_ptr<separation::SharedTables> tables = separation::make_shared_tables();  ///< shared colour tables
  std::shared_ptr<RunMemory> memory = make_run_memory();  ///< of the pages whose jobs set none
  Stages stages = {};                                     ///< stages of every page (stages.h)
  std::shared_ptr<const PageShare> share = nullptr;  ///< what this process makes of a page that several make together
};

}  // namespace platerip::rip
