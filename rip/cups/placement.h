// Where a picture goes on a sheet, as print options ask.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/cups/option_value.h"
#include "rip/pages/placing/turn.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

struct PlaceOptions {
  std::optional<double> ppi;              ///< pixels of the picture to an inch of the sheet
  std::optional<double> natural_scaling;  ///< percent of the picture's own size
  std::optional<double> scaling;          ///< percent of the largest size that fits the sheet
  enum class PrintScaling { automatic, fit, fill, none } print_scaling = PrintScaling::automatic;
  Turn turn;
  int across = 0;  ///< -1 left, 0 in the middle, 1 right
  int down = 0;    ///< -1 top, 0 in the middle, 1 bottom
};

/// `ppi`, `natural-scaling`, `scaling`, `print-scaling`, `fit-to-page`, `fitplot`, `fill`, `orientation-requested`,
/// `landscape`, `mirror`, `position`, as CUPS, its filters and IPP (PWG 5100.13, RFC 8011) have them. Errors: a value
/// that the option does not have.
Result<PlaceOptions> read_place_options(const GetOption& option);

struct Extent {
  std::int64_t width = 0;  ///< pixels or dots
  std::int64_t height = 0;
  double x_resolution = 0;  ///< to an inch; 0 where it is not known
  double y_resolution = 0;
};

/// The size that a picture, turned already, gets on the sheet, and where its top left corner comes to lie. Of the
/// options for the size the first counts that is given, in the order of PlaceOptions. `automatic` is the picture's own
/// size where that fits the sheet, else the largest that does. A picture without a resolution has the sheet's.
struct Placement {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t left = 0;
  std::int64_t top = 0;
};
Placement place(const Extent& picture, const Extent& sheet, const PlaceOptions& options);

/// Pages, counted from 1, as "1-3,5,8-" names them.
class PageRanges {
 public:
  /// All pages where it is empty. Errors: not such a list.
  static Result<PageRanges> read(const std::string& ranges);

  [[nodiscard]] bool has(int page) const;

  /// Is any behind `page` among them?
  [[nodiscard]] bool has_after(int page) const;

 private:
  std::vector<std::pair<int, int>> ranges_;  // first and last
};

}  // namespace platerip::rip
