// One page through the whole of platerip: what a driver calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rip/job.h"
#include "rip/page_rows.h"
#include "rip/plate_names.h"
#include "rip/plate_sink.h"
#include "status.h"

namespace platerip::rip {

struct PlateReport {
  std::string ink;
  std::string file;             ///< "-" where the plate went down a stream
  double coverage_percent = 0;  ///< of the page's area, as halftoned (levels in proportion)
};

/// Where the time went. Stages work at the same time, so that they may sum to more than the total; the threads that a
/// stage calls to its help are not counted.
struct Seconds {
  double read = 0;  ///< this and the next three: from the start to the end of the stage, summed over the strips
  double separate = 0;
  double halftone = 0;
  double write = 0;
  double total = 0;  ///< of the page, to its plates' names
};

/// What became of a page.
struct PageReport {
  std::string page;  ///< page_label()
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  std::string page_profile;               ///< name, "" where the inks passed through
  std::string press_profile;              ///< name, "" where none was needed
  std::string page_profile_description;   ///< what the profile says of itself; may be ""
  std::string press_profile_description;  ///< the same
  std::string halftone_backend;
  std::string separation_backend;     ///< as the separator describes itself
  std::string without_gpu;            ///< why the job's GPU was not used; "" where it was, or there is none
  std::vector<std::string> warnings;  ///< what the user should know of: what went wrong and was overcome, or an option
                                      ///< that the page gives no use; a line each, without the page's name
  std::vector<std::string> notes;     ///< what was chosen on the way, for the curious; the same
  bool has_resolution = true;         ///< the plates': the page's, or the job's
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

/// How a caller follows a page and stops it. Each is called from one thread at a time, though not always the same; but
/// one may be called while the other runs, on another thread.
struct PageEvents {
  std::function<void(const PageProgress&)> progress = {};  ///< after every strip
  std::function<void(double)> preparing = {};  ///< the share (0 to 1) that is done of what takes seconds before strips
  std::function<void()> gpu_refused = {};      ///< the job's GPU cannot be started or has no room for the page
  std::function<bool()> stop = {};  ///< before every strip, while preparing, and while a GPU has another page; true
                                    ///< ends the page with an error
};

/// Makes the plates of one page: rows from any source to any sink. Files of the sink and the preview appear under their
/// names when all of them are whole, or not at all. Several pages may be ripped at once by several threads, each with
/// its own rows and sink. Errors begin with page_label() or the file that they are about. Throws std::bad_alloc where
/// the machine has less memory than the job allows, and what the events throw; then too, no file has its name.
Result<PageReport> rip_page(const Job& job, const PageSource& page, PageRows& rows, PlateSink& sink,
                            const PageEvents& events = {});

/// The same for a page of a file, with its plates as TIFF files. `page.count` must be tiffio::PageList::count() of its
/// file: it decides the plates' names.
Result<PageReport> rip_page(const Job& job, const PageSource& page, const PageEvents& events = {});

}  // namespace platerip::rip
