#include "halftone/search/search_page.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "halftone/checks.h"
#include "halftone/page_boundary.h"
#include "halftone/row_count.h"
#include "halftone/search/drop_inks_tile.h"
#include "halftone/search/saved_effort.h"

namespace platerip::halftone {
namespace {

constexpr std::int64_t pair_rows = 2 * search_tile;  // of two rows of tiles
constexpr std::int64_t rows_at_once = 64;            // that are halftoned before they are searched

std::string described(const SearchEffort& effort) {
  const auto counted = [](int count, const std::string& of) {
    return std::to_string(count) + " " + of + (count == 1 ? "" : "s");
  };
  return counted(effort.rounds, "round") + " of " + counted(effort.sweeps, "sweep") +
         (effort.eye == Eye::at_300_dpi ? " for a page of few dots per inch" : "");
}

std::size_t aligned(std::size_t bytes) {
  return (bytes + 63) / 64 * 64;
}

// The method whose plate a search begins with.
constexpr const MethodInfo* start_method(const SearchMethod& search) {
  return std::ranges::find(method_table, search.start, &MethodInfo::name);
}
static_assert(std::ranges::all_of(search_methods, [](const SearchMethod& search) {
  return std::ranges::count(error_filters, search.start, &ErrorFilter::name) +
             std::ranges::count(tone_filters, search.start, &ToneFilter::name) ==
         1;
}));

// How the workspace is divided: that of the start method, its plates of rows_at_once rows, the planes' rows.
struct SearchMemory {
  std::size_t start;
  std::size_t plate;
  std::int64_t rows;
  std::size_t plane;

  SearchMemory(const SearchBackend& backend, const Settings& settings)
      : start(aligned(backend.start.workspace_bytes(start_of(settings)))),
        plate(aligned(static_cast<std::size_t>(rows_at_once * plate_row_bytes(settings.width, settings.levels)))),
        rows(rows_held_back(settings) + rows_at_once),
        plane(PlaneRows::bytes(settings.width, rows)) {}
  [[nodiscard]] std::size_t bytes(std::size_t planes) const { return start + planes * (plate + plane); }
};

class Search final : public Halftoner {
 public:
  Search(const SearchBackend& backend, const Settings& settings, std::unique_ptr<Halftoner> start, std::byte* plates,
         std::byte* rows, const SearchMemory& memory)
      : backend_(backend),
        settings_(settings),
        method_(*settings.planes[0].method.info().search),
        effort_(effort_of(settings.planes[0])),
        start_(std::move(start)),
        amounts_(settings.planes[0], settings.levels, settings.bits),
        count_(effort_.rows_below()),
        from_(settings.planes.size()),
        to_(settings.planes.size()) {
    for (std::size_t i = 0; i < settings.planes.size(); ++i) {
      to_[i] = {plates + i * memory.plate, plate_row_bytes(settings.width, settings.levels)};
      planes_.emplace_back(rows + i * memory.plane, settings.width, memory.rows);
      if (settings.planes[i].shade) shades_.push_back(*settings.planes[i].shade);
    }
  }

  [[nodiscard]] std::string description() const override { return backend_.description; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    if (!strip.neighbours.empty())
      return Error{"halftone: a search looks ahead, so its strips cannot be halftoned in different places"};
    const std::int64_t first = count_.finished();
    const auto rows = count_.take(strip);
    if (!rows.ok()) return rows;
    for (std::int64_t row = 0; row < strip.rows; row += rows_at_once) {
      const std::int64_t count = std::min(rows_at_once, strip.rows - row);
      if (const Status status = begin_rows(strip, row, count); !status.ok()) return status.error();
      finish(strip, first, std::min(*rows, begun_ - effort_.rows_below() - first));
    }
    finish(strip, first, *rows);
    return rows;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    auto boundary = start_->save();
    if (!boundary.ok()) return boundary;
    boundary->rows = count_.finished();
    boundary->held = count_.held();
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      PlaneBoundary& plane = boundary->planes[i];
      plane.method = method_.name;
      plane.version = boundary_version_of(settings_.planes[i], settings_.levels);
      save_effort(effort_, plane.state);
      planes_[i].save(boundary->rows, begun_, plane.state);
      if (begun_ < searched_.end && boundary->rows + effort_.searched_rows(boundary->rows) == searched_.end) {
        const auto rest = searched_.rows(i, begun_);
        plane.state.insert(plane.state.end(), rest.begin(), rest.end());
      }
    }
    return boundary;
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_methods(settings_, boundary); !status.ok()) return status;
    const Error misfit{"halftone: the rows held back do not belong to this page; start it anew"};
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    const std::int64_t first = boundary.rows, held = boundary.held;
    if (first < 0 || first > most || held < 0 || held > effort_.rows_below()) return misfit;
    Boundary start{.rows = first + held, .held = 0, .planes = {}};
    Searched searched{.first = first + held,
                      .end = std::max(first + held, first + effort_.searched_rows(first)),
                      .row_bytes = static_cast<std::size_t>(plate_row_bytes(settings_.width, settings_.levels)),
                      .planes = {}};
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      const PlaneBoundary& plane = boundary.planes[i];
      const MethodInfo& begun = *start_method(method_);
      const std::size_t start_bytes = boundary_bytes(begun);
      const std::size_t held_bytes = planes_[i].saved_bytes(held);
      if (!plane.finished.empty() || plane.state.size() < start_bytes + effort_bytes + held_bytes) return misfit;
      const auto own = std::span(plane.state).subspan(start_bytes);
      const SearchEffort effort = saved_effort(own);
      if (effort != effort_) return other_effort(effort);
      const auto held_rows = own.subspan(effort_bytes, held_bytes), rest = own.subspan(effort_bytes + held_bytes);
      if (!planes_[i].restore(first, first + held, amounts_, held_rows)) return misfit;
      if (!rest.empty() && rest.size() != searched.bytes()) return misfit;
      if (!rest.empty()) searched.planes.emplace_back(rest.begin(), rest.end());
      start.planes.push_back(
          {.method = std::string(begun.name),
           .version = begun.boundary_version,
           .state = {plane.state.begin(), plane.state.begin() + std::ssize(plane.state) - std::ssize(own)},
           .finished = {}});
    }
    if (searched.planes.size() % planes_.size() != 0) return misfit;
    is_band_ = first > 0 && first % pair_rows == 0 && held == 0 && searched.planes.empty();
    band_ = first / pair_rows;
    searched_ = searched.planes.empty() ? Searched() : std::move(searched);
    count_.restore(first, held);
    begun_ = first + held;
    written_ = first;
    steps_ = effort_.steps_for(first);
    return start_->restore(start);
  }

 private:
  // Rows that another backend has searched, and whose samples are given again: what they print.
  struct Searched {
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::size_t row_bytes = 0;
    std::vector<std::vector<std::byte>> planes = {};

    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(end - first) * row_bytes; }
    // The rows of a plane from row y on.
    [[nodiscard]] std::span<const std::byte> rows(std::size_t plane, std::int64_t y) const {
      return std::span(planes[plane]).subspan(static_cast<std::size_t>(y - first) * row_bytes);
    }
  };

  // Bytes of a plane's state of the start method.
  [[nodiscard]] std::size_t boundary_bytes(const MethodInfo& start) const {
    return sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors({.method = Method(start)}, settings_.width));
  }

  [[nodiscard]] Error other_effort(const SearchEffort& begun) const {
    return Error{"halftone: the search is to go on with " + described(effort_) + ", and was begun with " +
                 described(begun) + "; start the page anew"};
  }

  // Halftones rows [row, row + count) of the strip with the start method, and keeps them.
  Status begin_rows(const Strip& strip, std::int64_t row, std::int64_t count) {
    for (std::size_t i = 0; i < from_.size(); ++i)
      from_[i] = {strip.planes[i].samples + row * strip.planes[i].stride, strip.planes[i].stride};
    if (const auto begun = start_->run({.rows = count, .planes = from_, .plates = to_}); !begun.ok())
      return begun.error();
    for_each_row(count, [&](std::size_t plane, std::int64_t y) {
      if (begun_ + y < searched_.end)
        std::memcpy(to_[plane].pixels + y * to_[plane].stride, searched_.rows(plane, begun_ + y).data(),
                    searched_.row_bytes);
      planes_[plane].load(begun_ + y, amounts_, from_[plane].samples + y * from_[plane].stride,
                          to_[plane].pixels + y * to_[plane].stride, settings_.levels);
    });
    begun_ += count;
    return {};
  }

  // Finishes rows until `rows` rows from page row `first` on are on the strip's plates.
  void finish(const Strip& strip, std::int64_t first, std::int64_t rows) {
    while (written_ < first + rows) {
      while (steps_ < effort_.steps_for(written_ + 1)) step(steps_++);
      const std::int64_t begin = written_;
      const std::int64_t end = std::min(first + rows, (begin / pair_rows + 1) * pair_rows);
      for_each_row(end - begin, [&](std::size_t plane, std::int64_t y) {
        const Plate& plate = strip.plates[plane];
        planes_[plane].write(begin + y, amounts_, settings_.levels, plate.pixels + (begin + y - first) * plate.stride);
      });
      written_ = end;
    }
  }

  void step(std::int64_t k) {
    for (int round = 0; round < effort_.rounds; ++round) {
      const std::int64_t first = is_band_ ? 2 * band_ + first_tile_row(effort_, round) : 0;
      for (const std::int64_t row : {2 * (k - round), 2 * (k - round) - 1}) {
        if (row >= first) search_tiles(row);
      }
    }
  }

  // Searches a row of tiles, if the page has it.
  void search_tiles(std::int64_t tile_row) {
    const std::int64_t y = tile_row * search_tile;
    if (y >= begun_) return;
    for (const std::int64_t first : {0, 1}) {
      const std::int64_t tiles = (settings_.width + search_tile - 1) / search_tile;
      const std::int64_t of_plane = (tiles - first + 1) / 2;
      if (of_plane > 0 && !shades_.empty()) {
        const auto search = [&](int i) { search_inks(y, (first + 2 * i) * search_tile); };
        run_tasks(settings_.parallel, static_cast<int>(of_plane), std::ref(search));
        continue;
      }
      const auto search = [&](int i) {
        const std::int64_t tile = first + 2 * (i % of_plane);
        const PlaneRows& plane = planes_[static_cast<std::size_t>(i / of_plane)];
        const TileAround around = plane.around(y, tile * search_tile, begun_);
        if (amounts_.ladder() != nullptr) return backend_.search_drops_in_tile(effort_, *amounts_.ladder(), around);
        backend_.search_in_tile(method_, effort_, around);
      };
      if (of_plane > 0)
        run_tasks(settings_.parallel, static_cast<int>(of_plane * std::ssize(planes_)), std::ref(search));
    }
  }

  // Searches a tile in all planes together.
  void search_inks(std::int64_t y, std::int64_t x) const {
    std::array<TileAround, max_together> around;
    for (std::size_t i = 0; i < planes_.size(); ++i) around[i] = planes_[i].around(y, x, begun_);
    const auto planes = std::span(around).first(planes_.size());
    if (amounts_.ladder() != nullptr) return search_drop_inks_in_tile(effort_, *amounts_.ladder(), shades_, planes);
    backend_.search_inks_in_tile(effort_, shades_, planes);
  }

  template <typename Use>
  void for_each_row(std::int64_t rows, Use use) const {
    const auto use_row = [&](int i) { use(static_cast<std::size_t>(i / rows), i % rows); };
    run_tasks(settings_.parallel, static_cast<int>(rows * std::ssize(planes_)), std::ref(use_row));
  }

  SearchBackend backend_;
  Settings settings_;
  const SearchMethod& method_;
  SearchEffort effort_;
  std::unique_ptr<Halftoner> start_;
  SearchAmounts amounts_;
  RowCount count_;
  std::vector<PlaneRows> planes_;
  std::vector<Shade> shades_;  // of each plane, if they are searched together
  std::vector<Plane> from_;    // of the rows that begin
  std::vector<Plate> to_;
  Searched searched_;
  std::int64_t begun_ = 0;    // rows that have been begun: all that a step needs, or all of the page
  std::int64_t written_ = 0;  // rows on the plates
  std::int64_t steps_ = 0;
  bool is_band_ = false;   // nothing is known of the rows above
  std::int64_t band_ = 0;  // the pair of rows of tiles with which the band begins
};

}  // namespace

Settings start_of(const Settings& settings) {
  Settings start = settings;
  for (PlaneSettings& plane : start.planes) {
    const SearchMethod* const search = plane.method.info().search;
    if (search == nullptr) continue;
    plane = {.method = Method(*start_method(*search)),
             .sharpness = search->start_sharpness,
             .drops = plane.drops,
             .ink = plane.ink};
  }
  return start;
}

std::size_t search_bytes(const SearchBackend& backend, const Settings& settings) {
  return SearchMemory(backend, settings).bytes(settings.planes.size()) + 64;
}

Result<std::unique_ptr<Halftoner>> make_search(const SearchBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace) {
  const SearchMemory memory(backend, settings);
  void* begin = workspace.data();
  std::size_t size = workspace.size();
  std::align(64, 1, begin, size);
  auto* start = static_cast<std::byte*>(begin);
  std::byte* plates = start + memory.start;
  auto halftoner = backend.start.make(start_of(settings), {start, memory.start});
  if (!halftoner.ok()) return halftoner;
  return std::unique_ptr<Halftoner>(std::make_unique<Search>(backend, settings, *std::move(halftoner), plates,
                                                             plates + settings.planes.size() * memory.plate, memory));
}

}  // namespace platerip::halftone
