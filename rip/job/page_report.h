// The report on a finished page, and the events during its making. Only copies may throw (std::bad_alloc).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/strips/seconds.h"

namespace platerip::rip {

/// The report on one plate.
struct PlateReport {
  std::string ink;
  std::string file;             ///< its path; "-" if the plate went to a stream
  double coverage_percent = 0;  ///< percent of the page's area, as halftoned; intermediate levels count in proportion
  std::string halftone = {};    ///< Method::name()
  std::vector<int> drops = {};  ///< the amounts of ink that its levels print, as halftone::Drops::amounts
};

/// Something to know about a page that was made, and what can be done about it.
struct Remark {
  std::string message;
  std::vector<Advice> advice = {};
};

/// The report on a page.
struct PageReport {
  std::string page;  ///< page_label()
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  std::string page_profile;               ///< name; "" if the inks passed through
  std::string press_profile;              ///< name; "" if none was needed
  std::string page_profile_description;   ///< the profile's own description; may be ""
  std::string press_profile_description;  ///< likewise
  std::string halftone_backend;
  std::string separation_backend;  ///< Separator::description()
  std::string without_gpu;         ///< why the job's GPU was not used; "" if it was, or there is none
  std::vector<Remark> warnings;  ///< what the user should know: problems that were overcome, and settings that have no
                                 ///< effect on this page; without the page's name
  std::vector<Remark> notes;     ///< choices that were made, for the curious; without the page's name
  bool has_resolution = true;    ///< whether the plates have a resolution, the page's or the job's
  bool has_one_resolution = false;  ///< whether the page says it for one direction only, and it was taken for both
  std::int64_t strip_rows = 0;      ///< the height of the page's strips
  std::string memory;               ///< what the page took, item by item, in MiB
  std::vector<PlateReport> plates;
  std::string manifest;               ///< path; "" if there is none
  double mean_total_ink_percent = 0;  ///< percent of solid, summed over all inks of the page, before the halftone
  double max_total_ink_percent = 0;   ///< likewise, of the pixel with the most ink
  Seconds seconds;
};

/// What to say, once, of pages with PageReport::has_one_resolution.
inline Remark one_resolution() {
  return {"says its resolution in one direction only, and it is taken for both",
          {{.action = Advice::Action::give, .setting = "force-resolution", .purpose = "to set both"}}};
}

/// The progress of a page.
struct PageProgress {
  std::int64_t rows_done = 0;
  std::int64_t rows = 0;   ///< of the page
  std::int64_t width = 0;  ///< of the page, in pixels
};

/// Callbacks to follow a page and to stop it; each may be empty. Each is called by one thread at a time, but not always
/// by the same one, and different callbacks may be called at the same time. Their exceptions pass through rip_page().
struct PageEvents {
  std::function<void(const PageProgress&)> progress = {};  ///< after every strip
  std::function<void(double)> preparing = {};              ///< share (0 to 1) of slow preparation that is done
  std::function<bool()> stop = {};  ///< polled before every strip, during slow preparation, and while waiting for a
                                    ///< GPU; returning true ends the page with an error
};

}  // namespace platerip::rip
