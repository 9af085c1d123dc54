#include "separation/cpu/exact.h"

#include <lcms2.h>
#include <sys/utsname.h>

#include <array>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "profiles/sha256.h"
#include "separation/check.h"
#include "separation/cpu/cache.h"
#include "separation/cpu/finish.h"
#include "separation/cpu/grays.h"
#include "separation/cpu/table.h"
#include "separation/reference/reference.h"
#include "separation/shared_tables.h"

namespace platerip::separation::cpu {
namespace {

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

// LittleCMS' inks, before black alone, curves and ink limit: what the cache has serves any of them.
class ReferenceInks {
 public:
  static Result<ReferenceInks> make(Settings settings) {
    settings.format.alpha = Alpha::none;
    settings.black_only = BlackOnly::off;
    settings.curves.clear();
    settings.ink_limit.reset();
    auto made = reference::make(settings);
    if (!made.ok()) return made.error();
    return ReferenceInks(*std::move(made));
  }

  // Four rows for each group of inks; those without an ink are 0.
  std::vector<std::vector<std::uint8_t>> of(const std::vector<std::uint8_t>& colors) const {
    const std::size_t inks = separator_->inks().size(), count = colors.size() / 3;
    std::vector<std::vector<std::uint8_t>> rows(max_inks, std::vector<std::uint8_t>(count));
    std::vector<Plane> planes;
    for (std::size_t ink = 0; ink < inks; ++ink) planes.push_back({reinterpret_cast<std::byte*>(rows[ink].data()), 0});
    const auto width = static_cast<std::int64_t>(count);
    std::vector<std::byte> workspace(separator_->workspace_bytes(width, 1));
    (void)separator_->run({width, 1, reinterpret_cast<const std::byte*>(colors.data()), 0}, planes,
                          workspace);  // cannot fail
    return rows;
  }

 private:
  explicit ReferenceInks(std::unique_ptr<Separator> separator) : separator_(std::move(separator)) {}
  std::unique_ptr<Separator> separator_;
};

void fill_row(const ReferenceInks& reference, TableRow row) {
  std::vector<std::uint8_t> colors;
  for (int red = 0; red < 256; ++red)
    colors.insert(colors.end(), {static_cast<std::uint8_t>(red), row.green, row.blue});
  const auto inks = reference.of(colors);
  for (std::size_t group = 0; group < row.groups.size(); ++group) {
    const auto* const first = &inks[group * group_inks];
    const std::array rows = {first[0].data(), first[1].data(), first[2].data(), first[3].data()};
    interleave(rows, 256, row.groups[group]);
  }
}

// Everything that decides a byte of LittleCMS' inks. Processors differ in floating point, and so may LittleCMS there.
std::string key_text(const Settings& settings) {
  utsname machine{};
  ::uname(&machine);
  return "LittleCMS " + std::to_string(cmsGetEncodedCMMversion()) + " on " + machine.machine + ", page " +
         profiles::hexadecimal(settings.page->fingerprint()) + ", press " +
         profiles::hexadecimal(settings.press->fingerprint()) + ", intent " +
         std::to_string(static_cast<int>(settings.intent)) + ", black point compensation " +
         std::to_string(settings.black_point_compensation);
}

profiles::Fingerprint digest_of(const std::string& text) {
  return profiles::sha256(std::as_bytes(std::span(text)));
}

// What a file holds was computed by another process: does this one come to the same?
bool agrees(const Table& table, const ReferenceInks& reference, std::size_t inks) {
  const auto colors = telling_pixels<std::uint8_t>({}).samples;
  const std::size_t count = colors.size() / 3;
  std::vector<std::vector<std::uint8_t>> found(max_inks, std::vector<std::uint8_t>(count));
  std::vector<std::uint8_t*> rows;
  for (std::size_t ink = 0; ink < inks; ++ink) rows.push_back(found[ink].data());
  table.look_up(colors.data(), static_cast<std::int64_t>(count), rows);
  return found == reference.of(colors);
}

Status fill(Table& table, const ReferenceInks& reference, const Settings& settings) {
  std::mutex mutex;
  int filled = 0;
  std::atomic<bool> given_up = false;
  const auto tell = [&](int done) {
    if (settings.making && !settings.making(static_cast<double>(done) / Table::slabs)) given_up = true;
  };
  tell(0);
  run_tasks(settings.parallel, Table::slabs, [&](int slab) {
    if (given_up) return;
    table.fill(slab, [&](TableRow row) { fill_row(reference, row); });
    const std::lock_guard lock(mutex);
    tell(++filled);
  });
  return given_up ? Status(Error{"given up while the table of exact colours was computed"}) : Status();
}

// Where a table's colours come from; or why it was not worth filling.
struct Origin {
  std::string text;
  bool is_filled = true;
};

// The colours of a table take LittleCMS as long as a page of so many pixels.
constexpr std::int64_t table_colors = std::int64_t{1} << 24;

// Fills the table, from the cache where that is possible.
Result<Origin> obtain(Table& table, const Settings& settings, std::size_t inks) {
  const auto reference = ReferenceInks::make(settings);
  if (!reference.ok()) return reference.error();
  std::optional<CachedFile> file;
  if (settings.cache) file.emplace(*settings.cache, digest_of(key_text(settings)));
  if (file && file->read(table.bytes(), settings.parallel) && agrees(table, *reference, inks))
    return Origin{"read from " + file->path()};

  if (settings.pixels < table_colors) {
    constexpr const char* no_table = "too small a page for a table that is not kept";
    if (!file) return Origin{no_table, false};
    if (const Status keeping = file->can_write(); !keeping.ok())
      return Origin{std::string(no_table) + ": " + keeping.error().message, false};
  }
  if (const Status status = fill(table, *reference, settings); !status.ok()) return status.error();
  if (!file) return Origin{"computed"};
  const auto keeper = file->write(table.bytes(), settings.parallel);
  if (!keeper.ok()) return Origin{"computed and not kept: " + keeper.error().message};
  if (*keeper == Keeper::another_run) return Origin{"computed, and kept by another run as " + file->path()};
  return Origin{"computed and kept as " + file->path()};
}

}  // namespace

profiles::Fingerprint key_of(const Settings& settings, const Plan& plan) {
  std::string text = key_text(settings) + grays_of(plan);
  for (const auto& curve : plan.curves)
    text += ", curve " + profiles::hexadecimal(profiles::sha256(std::as_bytes(std::span(curve))));
  if (plan.ink_limit)
    text += ", limit " + std::to_string(plan.ink_limit->total) + " but " + std::to_string(plan.ink_limit->black);
  return digest_of(text);
}

Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan) {
  const profiles::Fingerprint key = key_of(settings, plan);
  if (settings.shared)
    if (auto table = settings.shared->exact_colors.find(key)) return ExactTable{std::move(table), "of an earlier page"};

  std::shared_ptr<Table> table = Table::make(plan.inks.size());
  if (!table) return ExactTable{nullptr, "no memory for a table"};
  auto origin = obtain(*table, settings, plan.inks.size());
  if (!origin.ok()) return origin.error();
  if (!origin->is_filled) return ExactTable{nullptr, origin->text};
  const Finish<std::uint8_t> finish(plan);
  const BlackGrays<std::uint8_t> grays(plan);
  if (finish.changes_inks() || grays.any())
    run_tasks(settings.parallel, Table::slabs, [&](int slab) {
      table->fill(slab, [&](TableRow row) {
        finish.run(row);
        grays.run(row);
      });
    });
  if (settings.shared) settings.shared->exact_colors.keep(key, table);
  return ExactTable{std::move(table), origin->text};
}

Result<MadeConverter<std::uint8_t>> make_exact_converter(const Settings& settings, const Plan& plan) {
  using Made = MadeConverter<std::uint8_t>;
  auto made = make_exact_table(settings, plan);
  if (!made.ok()) return made.error();
  if (!made->table) return Made{nullptr, made->origin};
  return Made{std::make_unique<ExactConverter>(*std::move(made))};
}

}  // namespace platerip::separation::cpu
