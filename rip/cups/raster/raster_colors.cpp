#include "rip/cups/raster/raster_colors.h"

#include <algorithm>
#include <span>

namespace platerip::rip {
namespace {

// A colour space that names its inks.
struct NamedInks {
  cups_cspace_t space;
  std::string name;
  std::vector<std::string> inks;
};

const NamedInks* named_inks(int space) {
  static const std::vector<NamedInks> all{
      {CUPS_CSPACE_CMYK, "CMYK", {"Cyan", "Magenta", "Yellow", "Black"}},
      {CUPS_CSPACE_KCMY, "CMYK", {"Black", "Cyan", "Magenta", "Yellow"}},
      {CUPS_CSPACE_KCMYcm, "CMYKcm", {"Black", "Cyan", "Magenta", "Yellow", "Light Cyan", "Light Magenta"}}};
  const auto found = std::ranges::find_if(all, [space](const NamedInks& each) { return each.space == space; });
  return found == all.end() ? nullptr : &*found;
}

bool is_device_n(int space) {
  return space >= CUPS_CSPACE_DEVICE1 && space <= CUPS_CSPACE_DEVICEF;
}

bool has_all(const NamedInks& named, std::span<const std::string> inks) {
  return std::ranges::all_of(
      inks, [&](const std::string& ink) { return std::ranges::find(named.inks, ink) != named.inks.end(); });
}

bool is_light_ink(const Job& job, const std::string& ink) {
  return std::ranges::any_of(job.drops.lights, [&](const auto& lights) {
    return std::ranges::find(lights.value, ink, &LightInk::name) != lights.value.end();
  });
}

// How a page comes without an ink.
Advice without_ink(const Job& job, const std::string& ink) {
  if (is_light_ink(job, ink)) return {.action = Advice::Action::leave_out, .setting = "light"};
  const bool is_made = std::ranges::find(job.made_plates, ink, &MadePlate::name) != job.made_plates.end();
  if (is_made) return {.action = Advice::Action::leave_out, .setting = "plate"};
  if (!job.splits.empty()) return {.action = Advice::Action::leave_out, .setting = "split"};
  return {.action = Advice::Action::give_another, .setting = "profile"};
}

Error no_place(const std::string& ink, const NamedInks& named, const PlatesInfo& plates, const Job& job) {
  return {page_label(plates.source) + ": a raster has no place for " + ink + ", only for " + named.name,
          ErrorCode::bad_setting,
          {without_ink(job, ink), {.action = Advice::Action::other, .value = "take TIFF"}}};
}

Result<RasterColors> of_named_inks(const NamedInks& named, const PlatesInfo& plates, const Job& job) {
  RasterColors colors{.space = named.space};
  colors.plates.resize(named.inks.size());
  for (std::size_t plate = 0; plate < plates.inks.size(); ++plate) {
    const auto ink = std::ranges::find(named.inks, plates.inks[plate]);
    if (ink == named.inks.end()) return no_place(plates.inks[plate], named, plates, job);
    colors.plates[static_cast<std::size_t>(ink - named.inks.begin())] = plate;
  }
  return colors;
}

Result<RasterColors> of_device_n(int space, const PlatesInfo& plates) {
  const std::size_t wanted = static_cast<std::size_t>(space) - CUPS_CSPACE_DEVICE1 + 1;
  if (plates.inks.size() != wanted || !is_device_n(space)) {
    return Error{page_label(plates.source) + ": has " + std::to_string(plates.inks.size()) +
                     " plates, but the raster " +
                     (is_device_n(space) ? "has " + std::to_string(wanted) : "at most 15") + " colours",
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::give, .setting = "planes", .purpose = "to choose the plates"},
                  {.action = Advice::Action::other, .value = "take TIFF"}}};
  }
  RasterColors colors{.space = static_cast<cups_cspace_t>(space)};
  for (std::size_t plate = 0; plate < wanted; ++plate) colors.plates.emplace_back(plate);
  return colors;
}

}  // namespace

bool can_have_plates(int space) {
  return named_inks(space) != nullptr || is_device_n(space);
}

unsigned RasterColors::pixel_bits(unsigned bits_per_color) const {
  const unsigned bits = bits_per_color * static_cast<unsigned>(plates.size());
  return space == CUPS_CSPACE_KCMYcm ? (bits + 7) / 8 * 8 : bits;
}

Result<RasterColors> raster_colors(std::optional<cups_cspace_t> space, const PlatesInfo& plates, const Job& job) {
  const NamedInks* const named = named_inks(space.value_or(CUPS_CSPACE_CMYK));
  if (named != nullptr && (space || has_all(*named, plates.inks))) return of_named_inks(*named, plates, job);
  return of_device_n(space.value_or(static_cast<cups_cspace_t>(CUPS_CSPACE_DEVICE1 + plates.inks.size() - 1)), plates);
}

}  // namespace platerip::rip
