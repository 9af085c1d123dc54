// What the pages of a run share while they are ripped.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rip/engines/gpu.h"
#include "rip/plates/kept_files.h"
#include "separation/separation.h"

namespace platerip::rip {

/// Made once for a run and handed to rip_page() with each of its pages. Copies share all of it; any thread may use it.
struct RunResources {
  std::shared_ptr<Gpu> gpu = nullptr;  ///< opened; choose_engine.cpp says which pages are made there. The backend
                                       ///< "cuda" opens one for each page where there is none here
  bool has_more_gpus = false;          ///< others may make the page, so that this one's failure is an error
  std::shared_ptr<KeptFiles> kept = nullptr;  ///< no plate or preview takes their place; nor, in any case, the place of
                                              ///< a file that is read for the page
  std::optional<std::string> cache = {};      ///< folder for tables that take seconds to compute; else none is kept
  std::shared_ptr<separation::SharedTables> tables = separation::make_shared_tables();  ///< of the colours of pages
};

}  // namespace platerip::rip
