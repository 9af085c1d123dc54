#include "rip/job/screens/ink_screens.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include "halftone/screens/am.h"
#include "halftone/screens/noise_screens.h"
#include "halftone/screens/tile.h"
#include "profiles/per_ink.h"

namespace platerip::rip {
namespace {

using halftone::Grid;
using halftone::Screen;

constexpr double finest_usual = 150;  // lpi
constexpr double usual_cell = 8;      // pixels along a cell's side, if that makes a coarser ruling
constexpr double dark_apart = 30;     // degrees between the screens of cyan, magenta and black
constexpr double least_apart = 15;    // and between those of others: yellow is light, and no more angles are left

// An ink that hardly ever overprints another one, whose angle it shares.
struct Twin {
  const char* ink;
  const char* of;
};
constexpr Twin twins[] = {{"Orange", "Cyan"}, {"Red", "Cyan"}, {"Green", "Magenta"}};

bool is_called(const std::string& ink, const char* name) {
  return ::strcasecmp(ink.c_str(), name) == 0;
}

std::string text_of(double number) {
  std::ostringstream text;
  text.precision(5);
  text << number;
  return text.str();
}

// Tiles that take a while to make are kept for the next pages.
const Screen& noise_tile(int dot_size) {
  static std::mutex mutex;
  static std::map<int, Screen> tiles;
  const std::scoped_lock lock(mutex);
  auto tile = tiles.find(dot_size);
  if (tile == tiles.end())
    tile = tiles.emplace(dot_size, dot_size == 1 ? halftone::blue_noise() : *halftone::green_noise(dot_size)).first;
  return tile->second;
}

// The same for AM screens. The last pages' are kept: at most 16 MiB.
Result<halftone::AmScreen> am_screen(const Grid& wanted, const halftone::Dpi& resolution, const halftone::Spot& spot) {
  using Key = std::tuple<double, double, double, double, std::string_view>;
  constexpr std::size_t most = 8;
  static std::mutex mutex;
  static std::deque<std::pair<Key, halftone::AmScreen>> kept;
  const Key key{wanted.lpi, wanted.angle, resolution.x, resolution.y, spot.name};
  {
    const std::scoped_lock lock(mutex);
    const auto found = std::ranges::find(kept, key, &std::pair<Key, halftone::AmScreen>::first);
    if (found != kept.end()) return found->second;
  }
  auto made = halftone::make_am(wanted, resolution, spot);
  if (!made.ok()) return made;
  const std::scoped_lock lock(mutex);
  kept.emplace_back(key, *made);
  if (kept.size() > most) kept.pop_front();
  return made;
}

// What remarks need to know about the AM screen of an ink.
struct InkGrid {
  std::size_t plate;
  std::string ink;
  Grid grid;
  bool is_chosen;  // its angle is the user's
};

class Screens {
 public:
  Screens(const ScreenSettings& settings, const std::vector<profiles::PerInk<ScreenFile>>& files,
          const ScreenedPage& page)
      : settings_(settings), files_(files), page_(page) {
    const bool is_known = page.resolution.x > 0 && page.resolution.y > 0;
    resolution_ = is_known ? page.resolution : halftone::Dpi{assumed_dpi, assumed_dpi};
    if (!is_known) unknown_resolution_ = "; the page has no resolution, so it is taken for one of 600 dpi";
  }

  Result<ScreenRemarks> add(std::vector<halftone::PlaneSettings>& planes) {
    auto angles = profiles::by_ink(settings_.angles, page_.inks, "screen-angle");
    if (!angles.ok()) return angles.error();
    angles_ = *std::move(angles);
    remarks_.grids.resize(planes.size());
    const auto files = profiles::by_ink(files_, page_.inks, "screen-file");
    if (!files.ok()) return files.error();
    for (std::size_t plate = 0; plate < planes.size(); ++plate) {
      halftone::PlaneSettings& plane = planes[plate];
      const ScreenFile* const file = (*files)[page_.plate_inks[plate]];
      if (file) plane.method = halftone::Method(halftone::given_screen);
      if (plane.method.info().family != halftone::Family::screen) continue;
      auto screen = file ? file->at(resolution_) : made(plane.method, plate);
      if (!screen.ok()) return screen.error();
      plane.screen =
          std::make_shared<const Screen>(halftone::with_min_dot(*std::move(screen), settings_.min_dot_percent / 100));
    }
    find_moire();
    return std::move(remarks_);
  }

 private:
  Result<Screen> made(halftone::Method method, std::size_t plate) {
    const auto number = static_cast<int>(page_.plate_inks[plate]);
    if (method == "am") return am(plate);
    if (method == "blue-noise") return halftone::for_ink(noise_tile(1), number);
    if (method == "green-noise") return halftone::for_ink(noise_tile(settings_.dot_size), number);
    return Error{std::string(method.name()) + " has no screen", ErrorCode::unsupported, {}, "halftone"};
  }

  Result<Screen> am(std::size_t plate) {
    const std::size_t ink = page_.plate_inks[plate];
    const double usual = std::min(finest_usual, std::min(resolution_.x, resolution_.y) / usual_cell);
    const double* const chosen = angles_[ink];
    const Grid wanted{settings_.ruling.value_or(usual), chosen ? *chosen : usual_angle(ink)};
    auto screen = am_screen(wanted, resolution_, *settings_.dot);
    if (!screen.ok()) return screen.error().of_setting("screen-ruling");
    grids_.push_back({plate, page_.inks[ink], screen->grid, chosen != nullptr});
    remarks_.grids[plate] = screen->grid;
    remarks_.notes.push_back("the screen of " + page_.inks[ink] + " came out at " + text_of(screen->grid.lpi) +
                             " lpi and " + text_of(screen->grid.angle) + " degrees" + unknown_resolution_);
    return std::move(screen->screen);
  }

  // All usual angles turn with that of black.
  [[nodiscard]] double usual_angle(std::size_t ink) const {
    const std::size_t before = page_.inks.size() - page_.made;
    const double angle = ink < before ? default_angle(page_.inks[ink]) : default_angle_of_made(ink - before);
    return angle + (settings_.angle ? *settings_.angle - default_angle("Black") : 0);
  }

  void find_moire() {
    const bool is_lines = settings_.dot->name.starts_with("Line");
    for (std::size_t i = 0; i < grids_.size(); ++i) {
      for (std::size_t other = 0; other < i; ++other) {
        const double apart = apart_of(grids_[other], grids_[i]);
        if (halftone::shows_moire(grids_[other].grid, grids_[i].grid, apart, is_lines))
          remarks_.moire.push_back({grids_[other].plate, grids_[i].plate, apart});
      }
    }
  }

  static double apart_of(const InkGrid& one, const InkGrid& other) {
    if (!one.is_chosen && !other.is_chosen && (are_twins(one.ink, other.ink) || are_twins(other.ink, one.ink)))
      return 0;
    return is_dark(one.ink) && is_dark(other.ink) ? dark_apart : least_apart;
  }

  static bool are_twins(const std::string& ink, const std::string& of) {
    return std::ranges::any_of(twins,
                               [&](const Twin& twin) { return is_called(ink, twin.ink) && is_called(of, twin.of); });
  }

  static bool is_dark(const std::string& ink) {
    return std::ranges::any_of(std::array{"Cyan", "Magenta", "Black"},
                               [&](const char* name) { return is_called(ink, name); });
  }

  const ScreenSettings& settings_;
  const std::vector<profiles::PerInk<ScreenFile>>& files_;
  const ScreenedPage& page_;
  halftone::Dpi resolution_;
  std::string unknown_resolution_;
  std::vector<const double*> angles_;  // of inks whose angle the user has chosen
  std::vector<InkGrid> grids_;
  ScreenRemarks remarks_;
};

}  // namespace

double default_angle(const std::string& ink) {
  for (const Twin& twin : twins)
    if (is_called(ink, twin.ink)) return default_angle(twin.of);
  if (is_called(ink, "Cyan")) return 15;
  if (is_called(ink, "Magenta")) return 75;
  return is_called(ink, "Yellow") ? 0 : 45;
}

double default_angle_of_made(std::size_t plate) {
  return plate % 2 == 0 ? 30 : 60;
}

std::vector<std::string> moire_warnings(std::span<const Moire> moire, std::span<const std::string> inks,
                                        std::span<const std::uint64_t> levels) {
  std::map<double, std::vector<std::string>> pairs;
  for (const Moire& found : moire) {
    if (levels[found.one] == 0 || levels[found.other] == 0) continue;
    pairs[found.apart].push_back("of " + inks[found.one] + " and " + inks[found.other]);
  }
  std::vector<std::string> warnings;
  for (const auto& [apart, names] : pairs) {
    std::string text = "the screens ";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += (i == 0 ? "" : i + 1 < names.size() ? ", " : ", and ") + names[i];
    warnings.push_back(text + " are less than " + text_of(apart) + " degrees apart, which shows as moire");
  }
  return warnings;
}

Result<ScreenRemarks> add_screens(const ScreenSettings& settings,
                                  const std::vector<profiles::PerInk<ScreenFile>>& files, const ScreenedPage& page,
                                  std::vector<halftone::PlaneSettings>& planes) {
  return Screens(settings, files, page).add(planes);
}

}  // namespace platerip::rip
