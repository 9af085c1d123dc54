#include "separation/tables/left_to_reference.h"

#include "separation/tables/exact_table.h"

namespace platerip::separation {

std::optional<std::string> left_to_reference(const Settings& settings) {
  if (!settings.page) return std::nullopt;
  if (settings.format.model == profiles::ColorModel::cmyk) return "conversion from CMYK";
  if (settings.format.model == profiles::ColorModel::gray || settings.precision == Precision::littlecms)
    return std::nullopt;
  if (settings.format.bits == 16) return "16 bits: too many colours for a table";
  if (settings.pixels == 0) return "no table, as nobody said how big the page is";
  if (settings.pixels < least_exact_pixels) return "too small a page for a table";
  return std::nullopt;
}

}  // namespace platerip::separation
