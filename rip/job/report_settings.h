// Settings of a page's report. Only copies may throw (std::bad_alloc).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platerip::rip {

/// A pixel of a page that stands upright, from its top left corner.
struct PagePoint {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// What a report shows.
struct ReportSettings {
  std::optional<std::string> file;  ///< path of an HTML file; if not set, there is no report
  std::vector<PagePoint> crops;     ///< the centres of crops, at most most_chosen_crops
  int zones = 0;                    ///< ink zones across the page; 0: none are shown
};

/// The limits of these settings.
inline constexpr std::size_t most_chosen_crops = 16;
inline constexpr int most_zones = 100;

}  // namespace platerip::rip
