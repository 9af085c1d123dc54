#include "separation/cuda/made.h"

#include <algorithm>

#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {
namespace {

bool needs_lightness(const SuitedInk& ink) {
  return ink.ink.from == MadeFrom::light || ink.ink.from == MadeFrom::dark;
}

MadeSource source_of(const SuitedInk& ink, TableCopies& tables) {
  MadeSource source{.from = ink.ink.from, .table = tables.put(ink.table)};
  if (ink.ink.from == MadeFrom::inks || ink.ink.from == MadeFrom::spot)
    for (const std::size_t other : ink.ink.inks) source.inks |= std::uint64_t{1} << other;
  return source;
}

template <typename Sample>
MadeInks<Sample> made_of(const Settings& settings, std::size_t before, std::vector<SuitedInk> inks) {
  MadeInks<Sample> made{settings.format, before, std::move(inks), {}, {}};
  if (std::ranges::any_of(made.inks, needs_lightness)) made.lightness.emplace();
  if (settings.knock_out) made.knock_out.emplace(*settings.knock_out, settings.format.bits);
  return made;
}

}  // namespace

template <typename Sample>
MadeRecipe<Sample> MadeInks<Sample>::recipe_in(TableCopies& tables) const {
  MadeRecipe<Sample> recipe;
  recipe.format = format;
  recipe.before = static_cast<int>(before);
  recipe.count = static_cast<int>(inks.size());
  recipe.reads_pixels = lightness || knock_out || std::ranges::any_of(inks, [](const SuitedInk& ink) {
                          return ink.ink.from == MadeFrom::coverage;
                        });
  if (lightness) recipe.lightness = {tables.put(lightness->linear), tables.put(lightness->of_luminance)};
  if (knock_out) {
    recipe.knocked_out = knock_out->knocked_out();
    recipe.knocked_out.linear = tables.put(knock_out->linear);
    recipe.knocked_out.roots = tables.put(knock_out->roots);
  }
  for (std::size_t i = 0; i < inks.size(); ++i) recipe.inks[i] = source_of(inks[i], tables);
  return recipe;
}

template struct MadeInks<std::uint8_t>;
template struct MadeInks<std::uint16_t>;

TableCopies Made::tables_in(const Cutter& memory) const {
  TableCopies tables{memory};
  std::visit([&](const auto& inks) { inks.recipe_in(tables); }, by_bits);
  return tables;
}

Result<Made> Made::make(const Settings& settings, std::size_t before) {
  if (before + settings.made.size() > most_inks) return not_on_gpus("more than " + std::to_string(most_inks) + " inks");
  auto inks = suited_inks(settings, before);
  if (!inks.ok()) return inks.error();
  Made made;
  for (const SuitedInk& ink : *inks) made.names.push_back(ink.ink.name);
  made.makes_something = std::ranges::any_of(*inks, &SuitedInk::is_something);
  made.is_needed = !inks->empty() || settings.knock_out;
  if (settings.format.bits == 8)
    made.by_bits = made_of<std::uint8_t>(settings, before, *std::move(inks));
  else
    made.by_bits = made_of<std::uint16_t>(settings, before, *std::move(inks));
  return made;
}

}  // namespace platerip::separation::cuda
