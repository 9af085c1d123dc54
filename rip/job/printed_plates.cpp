#include "rip/job/printed_plates.h"

#include <set>
#include <utility>

#include "base/unicode/names.h"
#include "profiles/per_ink.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// `ink`: 0 for the plane's own, or the number of a lighter one.
PrintedPlate printed_plate(const PlaneDrops& drops, std::size_t plane, std::size_t ink, std::string name, int levels) {
  PrintedPlate printed{std::move(name), drops.sizes, {.plate = plane}, {{.drops = {drops.sizes}}, levels}};
  for (std::size_t level = 0; level < drops.levels.size(); ++level)
    if (drops.levels[level].ink == ink)
      printed.part.level_of[level] = static_cast<std::uint8_t>(drops.levels[level].size);
  return printed;
}

Status check_light_names(const PrintedInks& inks, const PageDrops& drops) {
  std::set<std::string> names;
  for (const std::string& ink : inks.inks) names.insert(unicode::folded(ink));
  for (const PlaneDrops& plane : drops.planes) {
    for (const LightInk& light : plane.lights) {
      const std::string name = profiles::spelled_out(inks.inks, light.name);
      if (!names.insert(unicode::folded(name)).second)
        return wrong_setting("there is another ink called " + tiffio::printable(name)).of_setting("light");
    }
  }
  return {};
}

}  // namespace

Result<std::vector<PrintedPlate>> printed_plates(const PrintedInks& inks, const PageDrops& drops) {
  if (const Status status = check_light_names(inks, drops); !status.ok()) return status.error();
  std::vector<PrintedPlate> plates;
  const std::size_t own = inks.inks.size() - inks.made;
  for (const bool made : {false, true}) {
    std::vector<PrintedPlate> lights;
    for (std::size_t plane = 0; plane < drops.planes.size(); ++plane) {
      const std::size_t ink = inks.plate_inks[plane];
      if ((ink >= own) != made) continue;
      const PlaneDrops& drop = drops.planes[plane];
      plates.push_back(printed_plate(drop, plane, 0, inks.inks[ink], drops.plate_levels));
      for (std::size_t light = 0; light < drop.lights.size(); ++light)
        lights.push_back(printed_plate(drop, plane, light + 1, drop.lights[light].name, drops.plate_levels));
    }
    for (PrintedPlate& light : lights) plates.push_back(std::move(light));
  }
  return plates;
}

}  // namespace platerip::rip
