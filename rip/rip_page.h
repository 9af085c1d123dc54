// One page through the whole of platerip: what a driver calls.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rip/job.h"
#include "rip/plate_names.h"
#include "status.h"

namespace platerip::rip {

struct PlateReport {
  std::string ink;
  std::string file;
  double coverage_percent = 0;  ///< of the page's area, as halftoned (levels in proportion)
};

/// Seconds of work in each stage, summed over threads, and of the page from start to end.
struct Seconds {
  double read = 0;
  double separate = 0;
  double halftone = 0;
  double write = 0;
  double total = 0;
};

/// What became of a page.
struct PageReport {
  std::string page;  ///< page_label()
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  std::string page_profile;   ///< name, "" where the inks passed through
  std::string press_profile;  ///< name, "" where none was needed
  std::string halftone_backend;
  std::string separation_backend;  ///< as the separator describes itself
  std::int64_t strip_rows = 0;
  std::vector<PlateReport> plates;
  double mean_total_ink_percent = 0;  ///< of the contone, over all inks of the press
  double max_total_ink_percent = 0;
  Seconds seconds;
};

struct PageProgress {
  std::int64_t rows_done = 0;
  std::int64_t rows = 0;   ///< of the page
  std::int64_t width = 0;  ///< of the page, in pixels
};

/// How a caller follows a page and stops it. Called from one thread at a time, though not always the same.
struct PageEvents {
  std::function<void(const PageProgress&)> progress = {};
  std::function<bool()> stop = {};  ///< asked before every strip; true ends the page with an error
};

/// Makes the plates of one page. They appear under their names when all of them are whole, or not at all.
/// Several pages may be ripped at once by several threads. Errors begin with page_label() or the file that they are
/// about.
Result<PageReport> rip_page(const Job& job, const PageSource& page, const PageEvents& events = {});

}  // namespace platerip::rip
