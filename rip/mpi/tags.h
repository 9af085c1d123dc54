// The tags of messages between ranks.
#pragma once

#include <cstddef>

namespace platerip::rip {

constexpr int tag_ready = 0;
constexpr int tag_to_desk = 1;    // to rank 0, which deals the pages
constexpr int tag_from_desk = 2;  // the answer

/// What messages about a page that all ranks make together are about.
enum class AboutPage {
  given_up,  ///< a rank has failed; to all others
  page,      ///< its size, as rank 0 sees it; from rank 0
  files,     ///< where the plates are written; from rank 0
  written,   ///< all rows of a rank are on the plates; to rank 0
  rows,      ///< rows of plates; to rank 0
  taken,     ///< rows have been written; from rank 0
  digests,   ///< all rows of all ranks are on the plates; from rank 0. The answer: the digests of a rank's plates
  sums,      ///< the sums over a rank's rows; to rank 0
  report,    ///< the result of a rank's share; to rank 0
  gpus,      ///< whether a rank can search the page on a GPU; to rank 0, and from there whether all can
  band,      ///< a piece of what the halftone of a band begins with; to the rank with the band
  boundary,  ///< what the halftone of the strip below needs; stays last, because each of its parts has a tag
};

constexpr int most_parts = 64;  // of a page's halftone: halftone::max_planes

/// The tag of a message about a page. The next 255 pages have other tags, so that no message left by a failed page is
/// taken for one of theirs.
constexpr int tag_of(std::size_t page, AboutPage about, int part = 0) {
  return 3 + static_cast<int>(page % 256) * (static_cast<int>(AboutPage::boundary) + most_parts) +
         static_cast<int>(about) + part;
}

}  // namespace platerip::rip
