// Makes the screens of a page's inks.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "halftone/screens/supercell.h"
#include "rip/job/screens/screen_file.h"
#include "rip/job/screens/screen_settings.h"

namespace platerip::rip {

/// What is known about a page when its screens are made.
struct ScreenedPage {
  std::span<const std::string> inks;        ///< all inks of the page
  std::size_t made = 0;                     ///< how many of them, the last ones, the job makes
  std::span<const std::size_t> plate_inks;  ///< the inks that have a plate, in plate order
  halftone::Dpi resolution;                 ///< 0 if it is not known
};

/// Two plates whose screens show moiré if both are printed.
struct Moire {
  std::size_t one = 0;    ///< the index of a plate
  std::size_t other = 0;  ///< and of another
  double apart = 0;       ///< degrees that should be between their angles
};

/// What to tell the user about a page's screens.
struct ScreenRemarks {
  std::vector<Moire> moire;
  std::vector<std::string> notes;                    ///< the ruling and the angle that came out, ink by ink
  std::vector<std::optional<halftone::Grid>> grids;  ///< the same for each plate; nothing for those without AM screens
};

/// The angle of an ink's dots, in degrees, if nobody sets one: cyan 15, magenta 75, yellow 0, black 45. Inks that
/// hardly ever overprint share an angle: orange and red have cyan's, green has magenta's. All others have black's.
double default_angle(const std::string& ink);

/// The same for the plates that a job makes, from 0: 30 and 60 by turns. These are at least 15 degrees from the usual
/// angles of all other inks.
double default_angle_of_made(std::size_t plate);

/// One sentence for each distance that angles should have, about the pairs of inks that are both printed. `inks`:
/// those of the plates. `levels`: the sum over all pixels of each plate; 0 where nothing is printed.
std::vector<std::string> moire_warnings(std::span<const Moire> moire, std::span<const std::string> inks,
                                        std::span<const std::uint64_t> levels);

/// The resolution for AM screens, in dpi, if the page has none.
inline constexpr double assumed_dpi = 600;

/// Gives planes their screens. `planes` has one plane for each plate; `files` are those of the settings. A plane whose
/// ink has a file gets that screen and the method given_screen; other planes get the screen that their method needs, if
/// any. Errors: an ink that the page does not have, two angles or files for an ink, a screen that cannot be made at
/// this resolution, a file that cannot be used.
Result<ScreenRemarks> add_screens(const ScreenSettings& settings,
                                  const std::vector<profiles::PerInk<ScreenFile>>& files, const ScreenedPage& page,
                                  std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
