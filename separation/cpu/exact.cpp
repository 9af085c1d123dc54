#include "separation/cpu/exact.h"

#include <lcms2.h>
#include <sys/utsname.h>

#include <atomic>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "profiles/sha256.h"
#include "separation/cpu/cache.h"
#include "separation/cpu/finish.h"
#include "separation/cpu/table.h"
#include "separation/reference/reference.h"

namespace platerip::separation::cpu {
namespace {

class ExactConverter final : public Converter<std::uint8_t> {
 public:
  ExactConverter(std::unique_ptr<Table> table, std::string origin)
      : table_(std::move(table)), origin_(std::move(origin)) {}
  std::string name() const override { return "table " + origin_; }
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override {
    table_->look_up(pixels, count, inks);
  }

 private:
  std::unique_ptr<Table> table_;
  std::string origin_;
};

// LittleCMS' inks, before curves and ink limit: what the cache has serves any of them.
Result<Table::Source> make_source(Settings settings) {
  settings.format.alpha = Alpha::none;
  settings.curves.clear();
  settings.ink_limit.reset();
  auto made = reference::make(settings);
  if (!made.ok()) return made.error();
  const std::shared_ptr<const Separator> separator = *std::move(made);
  return Table::Source([separator](const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
    std::vector<std::byte> workspace(separator->workspace_bytes(count, 1));
    std::vector<Plane> planes;
    for (std::uint8_t* ink : inks) planes.push_back({reinterpret_cast<std::byte*>(ink), 0});
    (void)separator->run({count, 1, reinterpret_cast<const std::byte*>(rgb), 0}, planes, workspace);  // cannot fail
  });
}

// Everything that decides a byte. Processors differ in floating point, and so may LittleCMS there.
profiles::Fingerprint key_of(const Settings& settings) {
  utsname machine{};
  ::uname(&machine);
  const std::string key = "LittleCMS " + std::to_string(cmsGetEncodedCMMversion()) + " on " + machine.machine +
                          ", page " + profiles::hexadecimal(settings.page->fingerprint()) + ", press " +
                          profiles::hexadecimal(settings.press->fingerprint()) + ", intent " +
                          std::to_string(static_cast<int>(settings.intent)) + ", black point compensation " +
                          std::to_string(settings.black_point_compensation);
  return profiles::sha256(std::as_bytes(std::span(key)));
}

// What a file holds was computed by another process: does this one come to the same?
bool agrees(const Table& table, const Table::Source& source, std::size_t inks) {
  constexpr std::int64_t count = 1024;
  std::vector<std::uint8_t> colors(3 * count), wanted(inks * count), found(inks * count);
  std::mt19937 random(1);
  for (std::uint8_t& sample : colors) sample = static_cast<std::uint8_t>(random());
  const auto rows_of = [&](std::vector<std::uint8_t>& samples) {
    std::vector<std::uint8_t*> rows;
    for (std::size_t ink = 0; ink < inks; ++ink) rows.push_back(&samples[ink * count]);
    return rows;
  };
  source(colors.data(), count, rows_of(wanted));
  table.look_up(colors.data(), count, rows_of(found));
  return wanted == found;
}

Status fill(Table& table, const Table::Source& source, const Settings& settings) {
  std::mutex mutex;
  int filled = 0;
  std::atomic<bool> given_up = false;
  const auto tell = [&](int done) {
    if (settings.making && !settings.making(static_cast<double>(done) / Table::slabs)) given_up = true;
  };
  tell(0);
  run_tasks(settings.parallel, Table::slabs, [&](int slab) {
    if (given_up) return;
    table.fill(slab, source);
    const std::lock_guard lock(mutex);
    tell(++filled);
  });
  return given_up ? Status(Error{"given up while the table of exact colours was computed"}) : Status();
}

// Fills the table, from the cache where that is possible; says where it came from.
Result<std::string> obtain(Table& table, const Settings& settings, std::size_t inks) {
  const auto source = make_source(settings);
  if (!source.ok()) return source.error();
  std::optional<CachedFile> file;
  if (settings.cache) file.emplace(*settings.cache, key_of(settings));
  if (file && file->read(table.bytes(), settings.parallel) && agrees(table, *source, inks))
    return "read from " + file->path();

  if (const Status status = fill(table, *source, settings); !status.ok()) return status.error();
  if (!file) return std::string("computed");
  const Status kept = file->write(table.bytes(), settings.parallel);
  return kept.ok() ? "computed and kept as " + file->path() : "computed and not kept: " + kept.error().message;
}

}  // namespace

Result<std::unique_ptr<Converter<std::uint8_t>>> make_exact_converter(const Settings& settings, const Plan& plan) {
  using Made = std::unique_ptr<Converter<std::uint8_t>>;
  auto table = Table::make(plan.inks.size());
  if (!table) return Made();
  const auto origin = obtain(*table, settings, plan.inks.size());
  if (!origin.ok()) return origin.error();
  if (const Finish<std::uint8_t> finish(plan); finish.changes_inks())
    run_tasks(settings.parallel, Table::slabs, [&](int slab) {
      table->fill(slab, [&](const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
        table->look_up(rgb, count, inks);
        finish.run(count, inks);
      });
    });
  return Made(new ExactConverter(std::move(table), *origin));
}

}  // namespace platerip::separation::cpu
