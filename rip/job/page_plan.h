// Plans a page: everything that is known before its first row is read.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/job/color/color_choice.h"
#include "rip/job/color/ink_edges.h"
#include "rip/job/job.h"
#include "rip/job/press.h"
#include "rip/job/printed_plates.h"
#include "rip/job/screens/ink_screens.h"
#include "rip/pages/page_source.h"
#include "rip/strips/column_curves.h"
#include "rip/strips/level_ink.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// What a page is, and how it is made.
struct PagePlan {
  PageSource source;
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< rows
  int bits = 8;             ///< of a sample of the page and of its inks
  int levels = 2;           ///< of a halftoned pixel
  int printed_levels = 2;   ///< of a printed plate's pixel: fewer, if there are lighter inks
  tiffio::Orientation orientation = 1;
  PageColor color;                              ///< its inks, how it is separated, and what to tell about it
  std::vector<InkEdges> edges;                  ///< the inks that shrink or grow
  std::vector<AcrossInk> across;                ///< the inks whose curves change across the plate
  std::vector<std::size_t> plate_inks;          ///< the inks that get a plate, as indices in color.inks, in plane order
  std::vector<halftone::PlaneSettings> planes;  ///< how each plate is halftoned
  std::vector<LevelInk> level_inks;             ///< the ink of each plate's levels
  std::vector<PrintedPlate> printed;            ///< what becomes of the plates
  std::vector<std::optional<halftone::Grid>> grids;  ///< ruling and angle of each plate's AM screen, if it has one
  std::vector<Moire> moire;                          ///< pairs of plates whose screens give moiré
  tiffio::Resolution resolution;                     ///< of the plates: the page's or the job's

  /// The names of the plates' inks, in plane order.
  [[nodiscard]] std::vector<std::string> plate_names() const;
  /// The names of the printed plates.
  [[nodiscard]] std::vector<std::string> printed_names() const;
  /// Whether lighter inks print a part of the plates. If not, the plates are printed as they are.
  [[nodiscard]] bool has_light_inks() const { return printed.size() > planes.size(); }
  /// The inks that grow, and must not grow over a colour that is knocked out. None if no colour is.
  [[nodiscard]] std::vector<std::size_t> inks_growing_to_knock_out() const;
};

/// The resolution of the plates: the page's or the job's.
tiffio::Resolution resolution_of(const Job& job, const tiffio::PageInfo& page);

/// Plans a page. Opens no file. Errors: those of choose_color(), chosen_inks(), ink_settings(), ink_edges(),
/// suit_split(), across_inks(), add_screens(), add_drops(), printed_plates() and let_inks_meet().
Result<PagePlan> plan_page(const Job& job, const Press& press, const PageSource& source, const tiffio::PageInfo& info);

}  // namespace platerip::rip
