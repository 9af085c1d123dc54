#include "separation/cpu/make_converter.h"

#include <utility>

#include "separation/cpu/repeats_converter.h"
#include "separation/cpu/table_converter.h"
#include "separation/pipeline/pipeline.h"
#include "separation/simd/kernels.h"
#include "separation/tables/black_grays.h"
#include "separation/tables/cmyk_grid.h"
#include "separation/tables/color_table.h"
#include "separation/tables/exact_table.h"
#include "separation/tables/finish.h"
#include "separation/tables/gray_tables.h"
#include "separation/tables/grid.h"
#include "separation/tables/paper_white.h"
#include "separation/tables/without_table.h"

namespace platerip::separation::cpu {
namespace {

using profiles::ColorModel;

// CMYK whose inks pass through unchanged.
template <typename Sample>
class PassConverter final : public Converter<Sample> {
 public:
  explicit PassConverter(const Plan& plan) : finish_(plan) {}
  std::string name() const override { return "pass"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    simd::deinterleave(pixels, count, inks);
    finish_.run(count, inks);
  }

 private:
  Finish<Sample> finish_;
};

// Gray pages: a table of the inks of every gray.
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
    for (std::size_t ink = 0; ink < inks.size(); ++ink)
      simd::look_up_row(tables_[ink].data(), pixels, count, inks[ink]);
  }

 private:
  explicit GrayConverter(std::vector<std::vector<Sample>> tables) : tables_(std::move(tables)) {}
  std::vector<std::vector<Sample>> tables_;  // one per ink
};

// RGB by interpolation in the grid.
template <typename Sample>
class GridConverter final : public Converter<Sample> {
 public:
  GridConverter(std::shared_ptr<const Grid> grid, const Plan& plan)
      : grid_(std::move(grid)), finish_(plan), grays_(plan), paper_(plan) {}
  std::string name() const override { return "grid"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    grid_->interpolate(pixels, count, inks);
    finish_.run(count, inks);
    grays_.run(pixels, count, inks);
    paper_.template run<3>(pixels, count, inks);
  }
  void fill(TableRow row) const requires(sizeof(Sample) == 1) {
    grid_->fill(row);
    finish_.run(row);
    grays_.run(row);
    paper_.run(row);
  }

 private:
  std::shared_ptr<const Grid> grid_;
  Finish<Sample> finish_;
  BlackGrays<Sample> grays_;
  PaperWhite<Sample> paper_;
};

// CMYK by interpolation in the grid.
template <typename Sample>
class CmykConverter final : public Converter<Sample> {
 public:
  static Result<MadeConverter<Sample>> make(const Settings& settings, const Plan& plan) {
    auto grid = CmykGrid::sample(settings);
    if (!grid.ok()) return grid.error();
    return MadeConverter<Sample>{std::unique_ptr<Converter<Sample>>(new CmykConverter(*std::move(grid), plan))};
  }

  std::string name() const override { return "CMYK grid"; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    grid_.interpolate(pixels, count, inks);
    finish_.run(count, inks);
    blacks_.run_cmyk(pixels, count, inks);
    paper_.template run<4>(pixels, count, inks);
  }

 private:
  CmykConverter(CmykGrid grid, const Plan& plan) : grid_(std::move(grid)), finish_(plan), blacks_(plan), paper_(plan) {}
  CmykGrid grid_;
  Finish<Sample> finish_;
  BlackGrays<Sample> blacks_;
  PaperWhite<Sample> paper_;
};

// The table pays for pages of at least this many pixels: filling it costs 30 ms of one core, and each million pixels of
// a photograph then takes 1.5 ms less.
constexpr std::int64_t least_table_pixels = std::int64_t{24} << 20;

template <typename Sample>
std::unique_ptr<Converter<Sample>> with_table(std::unique_ptr<GridConverter<Sample>> grid, const Settings& settings,
                                              const Plan& plan) {
  if constexpr (sizeof(Sample) == 1) {
    if (settings.pixels < least_table_pixels) return grid;
    if (auto table = ColorTable::make(plan.inks.size())) {
      const auto fill = [rows = grid.get()](TableRow row) { rows->fill(row); };
      return std::make_unique<TableConverter>(std::move(grid), std::move(table), fill, plan.inks.size());
    }
  }
  return grid;
}

// Exact precision by a table of all colours.
class ExactConverter final : public Converter<std::uint8_t> {
 public:
  explicit ExactConverter(ExactTable made) : made_(std::move(made)) {}
  std::string name() const override { return "table " + made_.origin; }
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override {
    made_.table->look_up(pixels, count, inks);
  }

 private:
  ExactTable made_;
};

// Exact precision for every pixel by itself.
template <typename Sample>
class PipelineConverter final : public Converter<Sample> {
 public:
  PipelineConverter(pipeline::Pipeline pipeline, const std::string& why_no_table, const Settings& settings,
                    const Plan& plan)
      : name_("pipeline, " + why_no_table),
        is_cmyk_(settings.format.model == ColorModel::cmyk),
        pipeline_(std::move(pipeline)),
        finish_(plan),
        blacks_(plan),
        paper_(plan) {}

  std::string name() const override { return name_; }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override {
    pipeline_.run(pixels, count, inks);
    finish_.run(count, inks);
    if (is_cmyk_) {
      blacks_.run_cmyk(pixels, count, inks);
      paper_.template run<4>(pixels, count, inks);
    } else {
      blacks_.run(pixels, count, inks);
      paper_.template run<3>(pixels, count, inks);
    }
  }

 private:
  std::string name_;
  bool is_cmyk_;
  pipeline::Pipeline pipeline_;
  Finish<Sample> finish_;
  BlackGrays<Sample> blacks_;
  PaperWhite<Sample> paper_;
};

// Making a pipeline takes LittleCMS as long as a page of this many pixels.
constexpr std::int64_t least_pipeline_pixels = std::int64_t{1} << 15;

template <typename Sample>
Result<MadeConverter<Sample>> make_pipeline_converter(const Settings& settings, const Plan& plan,
                                                      const std::string& why_no_table) {
  using Made = MadeConverter<Sample>;
  if (settings.pixels > 0 && settings.pixels < least_pipeline_pixels) return Made{nullptr, "too small a page"};
  auto made = pipeline::Pipeline::make(settings);
  if (!made.ok() && made.error().code == ErrorCode::unsupported) return Made{nullptr, made.error().message};
  if (!made.ok()) return made.error();
  std::unique_ptr<Converter<Sample>> converter =
      std::make_unique<PipelineConverter<Sample>>(*std::move(made), why_no_table, settings, plan);
  if (plan.inks.size() <= group_inks)
    converter = std::make_unique<RepeatsConverter<Sample>>(std::move(converter), colors_of(settings.format.model));
  return Made{std::move(converter)};
}

template <typename Sample>
Result<MadeConverter<Sample>> make_exact_converter(const Settings& settings, const Plan& plan) {
  auto why = without_table(settings);
  if constexpr (sizeof(Sample) == 1)
    if (!why) {
      auto made = make_exact_table(settings, plan);
      if (!made.ok()) return made.error();
      if (made->table) return MadeConverter<Sample>{std::make_unique<ExactConverter>(*std::move(made))};
      why = made->origin;
    }
  return make_pipeline_converter<Sample>(settings, plan, *why);
}

template <typename Sample>
Result<MadeConverter<Sample>> make_rgb_converter(const Settings& settings, const Plan& plan) {
  auto grid = Grid::sample(settings);
  if (!grid.ok()) return grid.error();
  return make_grid_converter<Sample>(std::make_shared<const Grid>(*std::move(grid)), settings, plan);
}

}  // namespace

bool has_grid(const Settings& settings) {
  return settings.page && settings.format.model == ColorModel::rgb && settings.precision == Precision::littlecms;
}

template <typename Sample>
MadeConverter<Sample> make_grid_converter(std::shared_ptr<const Grid> grid, const Settings& settings,
                                          const Plan& plan) {
  auto interpolation = std::make_unique<GridConverter<Sample>>(grid, plan);
  return {with_table<Sample>(std::move(interpolation), settings, plan), "", std::move(grid)};
}

template <typename Sample>
Result<MadeConverter<Sample>> make_converter(const Settings& settings, const Plan& plan) {
  if (!settings.page) return MadeConverter<Sample>{std::make_unique<PassConverter<Sample>>(plan)};
  if (settings.format.model == ColorModel::gray) return GrayConverter<Sample>::make(settings);
  if (settings.precision == Precision::exact) return make_exact_converter<Sample>(settings, plan);
  if (settings.format.model == ColorModel::cmyk) return CmykConverter<Sample>::make(settings, plan);
  return make_rgb_converter<Sample>(settings, plan);
}

template MadeConverter<std::uint8_t> make_grid_converter(std::shared_ptr<const Grid>, const Settings&, const Plan&);
template MadeConverter<std::uint16_t> make_grid_converter(std::shared_ptr<const Grid>, const Settings&, const Plan&);
template Result<MadeConverter<std::uint8_t>> make_converter(const Settings&, const Plan&);
template Result<MadeConverter<std::uint16_t>> make_converter(const Settings&, const Plan&);

}  // namespace platerip::separation::cpu
