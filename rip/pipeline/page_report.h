// What became of a page, and how a caller follows it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/engines/strip.h"

namespace platerip::rip {

struct PlateReport {
  std::string ink;
  std::string file;             ///< "-" where the plate went down a stream
  double coverage_percent = 0;  ///< of the page's area, as halftoned (levels in proportion)
};

/// Something worth knowing of a page that was made, and what can be done about it.
struct Remark {
  std::string message;
  std::vector<Advice> advice = {};
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
  std::string separation_backend;  ///< as the separator describes itself
  std::string without_gpu;         ///< why the job's GPU was not used; "" where it was, or there is none
  std::vector<Remark> warnings;  ///< what the user should know of: what went wrong and was overcome, or a setting that
                                 ///< the page gives no use; without the page's name
  std::vector<Remark> notes;     ///< what was chosen on the way, for the curious; the same
  bool has_resolution = true;    ///< the plates': the page's, or the job's
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
  std::function<bool()> stop = {};  ///< before every strip, while preparing, and while a GPU has another page; true
                                    ///< ends the page with an error
};

}  // namespace platerip::rip
