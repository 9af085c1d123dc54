// The inks of pages.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/press.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// The inks of a page, in plane order.
struct PageInks {
  std::vector<std::string> names;
  std::size_t colors = 0;  ///< how many of them print the page's colours; its spot inks follow
  std::size_t split = 0;   ///< how many of them are there because others are split
  std::size_t made = 0;    ///< how many of them, the last ones, the job makes

  /// The inks that the page's colours and its spot inks get.
  [[nodiscard]] std::span<const std::string> own() const { return std::span(names).first(names.size() - split - made); }
  [[nodiscard]] std::span<const std::string> spots() const { return own().subspan(colors); }
};

/// Whether the inks of a page become plates as they are: it is cmyk, and neither the job nor a device link converts it.
bool passes_through(const Job& job, const Press& press, const tiffio::PageInfo& page);

/// The inks of a page: those of CMYK if they pass through, else those of the press for its colours; then its spot inks;
/// then those among which others are split; then the job's made plates. A spot ink without a name, or with the name of
/// an ink before it, gets a number.
PageInks page_inks(const Job& job, const Press& press, const tiffio::PageInfo& page);

/// The inks that are made for a page of these inks: empty ones for those among which others are split, then the job's
/// made plates. Errors: the page has no ink that a plate is made from, or an
/// ink of the plate's name already.
Result<std::vector<separation::MadeInk>> made_inks(const Job& job, const PageInks& inks);

/// Checks the inks that the job names: each must be an ink of the press, one of `spots`, or an ink of pages that pass
/// through. Also checks that the names of the plates tell the inks of the press apart. `spots`: the spot inks of the
/// pages of the run. Errors: an ink that no page can have; two values of one option for one ink; an ink whose edges are
/// moved twice; or one name for two inks.
Status check_ink_names(const Job& job, const Press& press, std::span<const std::string> spots = {});

}  // namespace platerip::rip
