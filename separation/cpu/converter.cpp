#include "separation/cpu/converter.h"

#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "separation/cpu/exact.h"
#include "separation/cpu/finish.h"
#include "separation/cpu/grays.h"
#include "separation/cpu/grid.h"
#include "separation/cpu/table.h"
#include "separation/cpu/table_converter.h"
#include "separation/reference/reference.h"

namespace platerip::separation::cpu {
namespace {

using profiles::ColorModel;

// CMYK whose inks pass through.
template <typename Sample>
class PassConverter final : public Converter<Sample> {
 public:
  explicit PassConverter(const Plan& plan) : finish_(plan) {}
  std::string name() const override { return "pass"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    deinterleave(pixels, count, inks);
    finish_.run(count, inks);
  }

 private:
  Finish<Sample> finish_;
};

// Gray: the inks of every gray that there is.
template <typename Sample>
class GrayConverter final : public Converter<Sample> {
 public:
  static Result<MadeConverter<Sample>> make(const Settings& settings) {
    auto tables = gray_tables<Sample>(settings);
    if (!tables.ok()) return tables.error();
    return MadeConverter<Sample>{std::unique_ptr<Converter<Sample>>(new GrayConverter(*std::move(tables)))};
  }

  std::string name() const override { return "gray table"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    for (std::size_t ink = 0; ink < inks.size(); ++ink) look_up_row(tables_[ink].data(), pixels, count, inks[ink]);
  }

 private:
  explicit GrayConverter(std::vector<std::vector<Sample>> tables) : tables_(std::move(tables)) {}
  std::vector<std::vector<Sample>> tables_;  // one an ink
};

// RGB by interpolation.
template <typename Sample>
class GridConverter final : public Converter<Sample> {
 public:
  GridConverter(Grid grid, const Plan& plan) : grid_(std::move(grid)), finish_(plan), grays_(plan) {}
  std::string name() const override { return "grid"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    grid_.interpolate(pixels, count, inks);
    finish_.run(count, inks);
    grays_.run(pixels, count, inks);
  }
  void fill(TableRow row) const requires(sizeof(Sample) == 1) {
    grid_.fill(row);
    finish_.run(row);
    grays_.run(row);
  }

 private:
  Grid grid_;
  Finish<Sample> finish_;
  BlackGrays<Sample> grays_;
};

// For a page of at least this many pixels the table pays: its filling costs 30 ms of one core, and then each million
// pixels of a photograph takes 1.5 ms less.
constexpr std::int64_t least_table_pixels = std::int64_t{24} << 20;

template <typename Sample>
std::unique_ptr<Converter<Sample>> with_table(std::unique_ptr<GridConverter<Sample>> grid, const Settings& settings,
                                              const Plan& plan) {
  if constexpr (sizeof(Sample) == 1) {
    if (settings.pixels < least_table_pixels) return grid;
    if (auto table = Table::make(plan.inks.size())) {
      const auto fill = [rows = grid.get()](TableRow row) { rows->fill(row); };
      return std::make_unique<TableConverter>(std::move(grid), std::move(table), fill, plan.inks.size());
    }
  }
  return grid;
}

template <typename Sample>
Result<MadeConverter<Sample>> make_rgb_converter(const Settings& settings, const Plan& plan) {
  if constexpr (sizeof(Sample) == 1)
    if (settings.precision == Precision::exact) return make_exact_converter(settings, plan);
  auto grid = Grid::sample(settings);
  if (!grid.ok()) return grid.error();
  auto interpolation = std::make_unique<GridConverter<Sample>>(*std::move(grid), plan);
  return MadeConverter<Sample>{with_table<Sample>(std::move(interpolation), settings, plan)};
}

}  // namespace

std::optional<std::string> left_to_reference(const Settings& settings) {
  if (!settings.page) return std::nullopt;
  if (settings.format.model == ColorModel::cmyk) return "conversion from CMYK";
  if (settings.format.model == ColorModel::gray || settings.precision == Precision::littlecms) return std::nullopt;
  if (settings.format.bits == 16) return "16 bits: too many colours for a table";
  if (settings.pixels == 0) return "no table, as nobody said how big the page is";
  if (settings.pixels < least_exact_pixels) return "too small a page for a table";
  return std::nullopt;
}

template <typename Sample>
Result<std::vector<std::vector<Sample>>> gray_tables(const Settings& settings) {
  Settings opaque = settings;
  opaque.format.alpha = Alpha::none;
  const auto separator = reference::make(opaque);
  if (!separator.ok()) return separator.error();

  std::vector<Sample> grays(std::size_t{1} << settings.format.bits);
  std::iota(grays.begin(), grays.end(), Sample{0});
  std::vector<std::vector<Sample>> tables((*separator)->inks().size(), grays);
  std::vector<Plane> planes;
  for (auto& table : tables) planes.push_back({reinterpret_cast<std::byte*>(table.data()), 0});
  const auto width = static_cast<std::int64_t>(grays.size());
  std::vector<std::byte> workspace((*separator)->workspace_bytes(width, 1));
  const Strip every_gray{width, 1, reinterpret_cast<const std::byte*>(grays.data()), 0};
  if (const Status status = (*separator)->run(every_gray, planes, workspace); !status.ok()) return status.error();
  return tables;
}

template <typename Sample>
Result<MadeConverter<Sample>> make_converter(const Settings& settings, const Plan& plan) {
  if (!settings.page) return MadeConverter<Sample>{std::make_unique<PassConverter<Sample>>(plan)};
  if (settings.format.model == ColorModel::gray) return GrayConverter<Sample>::make(settings);
  return make_rgb_converter<Sample>(settings, plan);
}

template Result<std::vector<std::vector<std::uint8_t>>> gray_tables(const Settings&);
template Result<std::vector<std::vector<std::uint16_t>>> gray_tables(const Settings&);
template Result<MadeConverter<std::uint8_t>> make_converter(const Settings&, const Plan&);
template Result<MadeConverter<std::uint16_t>> make_converter(const Settings&, const Plan&);

}  // namespace platerip::separation::cpu
