#include "separation/tables/without_table.h"

#include "separation/tables/exact_table.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;

// Why there is no table of all colours of exact precision.
std::optional<std::string> without_exact_table(const Settings& settings) {
  if (settings.format.bits == 16) return "16 bits: too many colours for a table";
  if (settings.pixels == 0) return "no table, as nobody said how big the page is";
  if (settings.pixels < least_exact_pixels) return "too small a page for a table";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> without_table(const Settings& settings) {
  if (!settings.page || settings.format.model == ColorModel::gray) return std::nullopt;
  if (settings.precision != Precision::exact) return std::nullopt;
  return settings.format.model == ColorModel::cmyk ? "conversion from CMYK" : without_exact_table(settings);
}

}  // namespace platerip::separation
