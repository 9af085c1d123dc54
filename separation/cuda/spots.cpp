#include "separation/cuda/spots.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include "separation/plan.h"

namespace platerip::separation::cuda {
namespace {

using Table = std::vector<std::uint16_t>;

template <typename Sample>
std::vector<std::byte> bytes_of(const std::vector<Table>& tables, int bits) {
  std::vector<Sample> samples;
  for (Table table : tables) {
    if (table.empty()) {
      table.resize(std::size_t{1} << bits);
      std::iota(table.begin(), table.end(), std::uint16_t{0});
    }
    samples.insert(samples.end(), table.begin(), table.end());
  }
  const auto bytes = std::as_bytes(std::span(samples));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

Result<Spots> Spots::make(const Settings& settings, std::size_t color_inks) {
  Spots spots{.names = settings.spots, .format = settings.format, .curves = {}};
  std::vector<Table> tables;
  for (std::size_t spot = 0; spot < settings.spots.size(); ++spot) {
    auto table = table_of_ink(settings, color_inks + spot);
    if (!table.ok()) return table.error();
    tables.push_back(*std::move(table));
  }
  if (std::ranges::all_of(tables, &Table::empty)) return spots;
  spots.curves = settings.format.bits == 8 ? bytes_of<std::uint8_t>(tables, 8) : bytes_of<std::uint16_t>(tables, 16);
  return spots;
}

}  // namespace platerip::separation::cuda
