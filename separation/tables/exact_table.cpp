#include "separation/tables/exact_table.h"

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "separation/check.h"
#include "separation/keys.h"
#include "separation/pipeline/pipeline.h"
#include "separation/reference/reference.h"
#include "separation/shared_tables.h"
#include "separation/tables/black_grays.h"
#include "separation/tables/cached_file.h"
#include "separation/tables/finish.h"
#include "separation/tables/page_keys.h"
#include "separation/tables/paper_white.h"

namespace platerip::separation {
namespace {

// Rows of inks: four per group of inks; rows without an ink are 0.
using Rows = std::vector<std::vector<std::uint8_t>>;

// LittleCMS' inks, without black alone, curves and ink limit. So one cached table serves all settings of these three
// steps.
class ExactInks {
 public:
  static Result<ExactInks> make(Settings settings) {
    settings.format.alpha = Alpha::none;
    settings.keep_black = KeepBlack::none;
    settings.paper_white = false;
    settings.curves.clear();
    settings.ink_limit.reset();
    settings.ink_limits.clear();
    auto reference = reference::make(settings);
    if (!reference.ok()) return reference.error();
    ExactInks inks(*std::move(reference));
    inks.use_pipeline(settings);
    return inks;
  }

  Rows of(const std::vector<std::uint8_t>& colors) const {
    return pipeline_ ? by_pipeline(colors) : by_reference(colors);
  }

  Rows by_reference(const std::vector<std::uint8_t>& colors) const {
    const std::size_t inks = reference_->inks().size(), count = colors.size() / 3;
    Rows rows(max_inks, std::vector<std::uint8_t>(count));
    std::vector<Plane> planes;
    for (std::size_t ink = 0; ink < inks; ++ink) planes.push_back({reinterpret_cast<std::byte*>(rows[ink].data()), 0});
    const auto width = static_cast<std::int64_t>(count);
    std::vector<std::byte> workspace(reference_->workspace_bytes(width, 1));
    (void)reference_->run({width, 1, reinterpret_cast<const std::byte*>(colors.data()), 0}, planes,
                          workspace);  // the reference's run() cannot fail
    return rows;
  }

 private:
  explicit ExactInks(std::unique_ptr<Separator> reference) : reference_(std::move(reference)) {}

  // The pipeline is fast, but has other bits where LittleCMS computes otherwise.
  void use_pipeline(const Settings& settings) {
    if (!simd::simd_name()) return;
    auto made = pipeline::Pipeline::make(settings);
    if (!made.ok()) return;
    pipeline_ = *std::move(made);
    const auto colors = telling_pixels<std::uint8_t>({}).samples;
    if (by_pipeline(colors) != by_reference(colors)) pipeline_.reset();
  }

  Rows by_pipeline(const std::vector<std::uint8_t>& colors) const {
    const std::size_t count = colors.size() / 3;
    Rows rows(max_inks, std::vector<std::uint8_t>(count));
    std::vector<std::uint8_t*> inks;
    for (std::size_t ink = 0; ink < reference_->inks().size(); ++ink) inks.push_back(rows[ink].data());
    pipeline_->run(colors.data(), static_cast<std::int64_t>(count), InkRows<std::uint8_t>(inks));
    return rows;
  }

  std::unique_ptr<Separator> reference_;
  std::optional<pipeline::Pipeline> pipeline_;
};

void fill_row(const ExactInks& exact, TableRow row) {
  std::vector<std::uint8_t> colors;
  for (int red = 0; red < 256; ++red)
    colors.insert(colors.end(), {static_cast<std::uint8_t>(red), row.green, row.blue});
  const auto inks = exact.of(colors);
  for (std::size_t group = 0; group < row.groups.size(); ++group) {
    const auto* const first = &inks[group * group_inks];
    const std::array rows = {first[0].data(), first[1].data(), first[2].data(), first[3].data()};
    simd::interleave(rows, 256, row.groups[group]);
  }
}

// The file was computed by another process. Checks that this process would compute the same.
bool agrees(const ColorTable& table, const ExactInks& exact, std::size_t inks) {
  const auto colors = telling_pixels<std::uint8_t>({}).samples;
  const std::size_t count = colors.size() / 3;
  std::vector<std::vector<std::uint8_t>> found(max_inks, std::vector<std::uint8_t>(count));
  std::vector<std::uint8_t*> rows;
  for (std::size_t ink = 0; ink < inks; ++ink) rows.push_back(found[ink].data());
  table.look_up(colors.data(), static_cast<std::int64_t>(count), rows);
  return found == exact.by_reference(colors);
}

Status fill(ColorTable& table, const ExactInks& exact, const Settings& settings) {
  std::mutex mutex;
  int filled = 0;
  std::atomic<bool> given_up = false;
  const auto tell = [&](int done) {
    if (settings.making && !settings.making(static_cast<double>(done) / ColorTable::slabs)) given_up = true;
  };
  tell(0);
  run_tasks(settings.parallel, ColorTable::slabs, [&](int slab) {
    if (given_up) return;
    table.fill(slab, [&](TableRow row) { fill_row(exact, row); });
    const std::lock_guard lock(mutex);
    tell(++filled);
  });
  return given_up ? Status(Error{"given up while the table of exact colours was computed", ErrorCode::stopped})
                  : Status();
}

// Where a table's colours come from, or why it was not worth filling.
struct Origin {
  std::string text;
  bool is_filled = true;
};

// Filling the table takes as long as a page of this many pixels.
constexpr std::int64_t table_colors = std::int64_t{1} << 24;

// Fills the table, from the cache if possible.
Result<Origin> obtain(ColorTable& table, const Settings& settings, std::size_t inks) {
  const auto exact = ExactInks::make(settings);
  if (!exact.ok()) return exact.error();
  std::optional<CachedFile> file;
  if (settings.cache) file.emplace(*settings.cache, key_of_colors(settings));
  if (file && file->read(table.bytes(), settings.parallel) && agrees(table, *exact, inks))
    return Origin{"read from " + file->path()};

  if (settings.pixels < table_colors) {
    constexpr const char* no_table = "too small a page for a table that is not kept";
    if (!file) return Origin{no_table, false};
    if (const Status keeping = file->can_write(); !keeping.ok())
      return Origin{std::string(no_table) + ": " + keeping.error().message, false};
  }
  if (const Status status = fill(table, *exact, settings); !status.ok()) return status.error();
  if (!file) return Origin{"computed"};
  const auto keeper = file->write(table.bytes(), settings.parallel);
  if (!keeper.ok()) return Origin{"computed and not kept: " + keeper.error().message};
  if (*keeper == Keeper::another_run) return Origin{"computed, and kept by another run as " + file->path()};
  return Origin{"computed and kept as " + file->path()};
}

}  // namespace

Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan) {
  const profiles::Fingerprint key = key_of_inks(settings, plan);
  if (settings.shared) {
    if (auto table = settings.shared->exact_colors.find(key)) return ExactTable{std::move(table), "of an earlier page"};
    settings.shared->on_gpus.release();  // they may hold that table, and two are never in memory at once
  }

  std::shared_ptr<ColorTable> table = ColorTable::make(plan.inks.size());
  if (!table) return ExactTable{nullptr, "no memory for a table"};
  auto origin = obtain(*table, settings, plan.inks.size());
  if (!origin.ok()) return origin.error();
  if (!origin->is_filled) return ExactTable{nullptr, origin->text};
  const Finish<std::uint8_t> finish(plan);
  const BlackGrays<std::uint8_t> grays(plan);
  const PaperWhite<std::uint8_t> paper(plan);
  if (finish.changes_inks() || grays.any() || paper.any())
    run_tasks(settings.parallel, ColorTable::slabs, [&](int slab) {
      table->fill(slab, [&](TableRow row) {
        finish.run(row);
        grays.run(row);
        paper.run(row);
      });
    });
  if (settings.shared) settings.shared->exact_colors.keep(key, table);
  return ExactTable{std::move(table), origin->text};
}

}  // namespace platerip::separation
