// Where a picture goes on a sheet, according to the print options.
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

/// What the print options say. At most one of the first three counts, the first that is set; print_scaling counts if
/// none is.
struct PlaceOptions {
  std::optional<double> ppi;              ///< the picture's resolution, in pixels per inch
  std::optional<double> natural_scaling;  ///< percent of the picture's natural size
  std::optional<double> scaling;          ///< percent of the largest size that fits the sheet
  enum class PrintScaling { automatic, fit, fill, none } print_scaling = PrintScaling::automatic;
  Turn turn;
  int across = 0;  ///< -1 left, 0 in the middle, 1 right
  int down = 0;    ///< -1 top, 0 in the middle, 1 bottom
};

/// Reads `ppi`, `natural-scaling`, `scaling`, `print-scaling`, `fit-to-page`, `fitplot`, `fill`,
/// `orientation-requested`, `landscape`, `mirror` and `position`, as CUPS, its filters and IPP (PWG 5100.13, RFC 8011)
/// define them. Errors: a value that the option does not take.
Result<PlaceOptions> read_place_options(const GetOption& option);

/// The size of a picture or of a sheet.
struct Extent {
  std::int64_t width = 0;  ///< pixels or dots
  std::int64_t height = 0;
  double x_resolution = 0;  ///< per inch; 0 if unknown
  double y_resolution = 0;
};

/// The size of a picture on the sheet, and the position of its top left corner, all in dots.
struct Placement {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t left = 0;
  std::int64_t top = 0;
};

/// Places a picture that is already turned. `automatic` keeps its natural size if that fits the sheet, else takes the
/// largest size that fits. A picture without a resolution is taken for one of the sheet's.
Placement place(const Extent& picture, const Extent& sheet, const PlaceOptions& options);

/// The pages that a job wants, counted from 1.
class WantedPages {
 public:
  /// Reads `page-ranges`, such as "1-3,5,8-", and `page-set`: all, odd or even. Errors: a value that the option does
  /// not take.
  static Result<WantedPages> read(const GetOption& option);

  [[nodiscard]] bool has(int page) const;

  /// Whether any page after `page` is wanted.
  [[nodiscard]] bool has_after(int page) const;

 private:
  [[nodiscard]] bool is_in_set(std::int64_t page) const { return !remainder_ || page % 2 == *remainder_; }

  std::vector<std::pair<int, int>> ranges_;  // first and last
  std::optional<int> remainder_;             // 1 for odd pages, 0 for even
};

}  // namespace platerip::rip
