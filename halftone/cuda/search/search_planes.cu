#include "halftone/cuda/search/search_planes.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "base/cuda_errors.h"
#include "halftone/cuda/search/kernels.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone::cuda {
namespace {

constexpr std::int64_t pair_rows = 2 * search_tile;  // of two rows of tiles: a step begins with a pair

// Rows that are searched at a time. Towards the end of a launch, warps run out of tiles, so launches should be few.
constexpr std::int64_t most_rows_at_once = 4096;

std::size_t aligned(std::size_t bytes) {
  return (bytes + 255) / 256 * 256;
}

// How the workspace is divided: that of the filter to begin with, then the words of the pixels.
struct Layout {
  std::size_t start;
  std::int64_t rows;
  std::int64_t stride;
  std::int64_t plane;  // words
  std::size_t words_bytes;

  Layout(const Settings& settings, const Pace& pace, std::int64_t strip_rows, int strips_in_flight)
      : start(aligned(FilterPlanes::workspace_bytes(start_of(settings), pace, strip_rows, strips_in_flight))),
        rows(rows_held_back(settings) + std::min(strip_rows, most_rows_at_once)),
        stride(PlaneWords::stride_for(settings.width)),
        plane(rows * stride),
        words_bytes(aligned(sizeof(PixelWord) * settings.planes.size() * static_cast<std::size_t>(plane))) {}

  [[nodiscard]] std::size_t bytes() const { return start + words_bytes; }
};

}  // namespace

struct SearchPlanes::State {
  // A strip of which not all rows are finished.
  struct Given {
    DeviceStrip strip;
    std::int64_t first_row;
  };

  Settings settings;
  SearchEffort effort;
  SearchBlocks blocks;
  PlaneWords words;
  FilterPlanes start;
  std::deque<Given> strips = {};
  std::int64_t given = 0;   // rows of the page
  std::int64_t loaded = 0;  // rows that have words
  std::int64_t written = 0;
  std::int64_t steps = 0;
  bool ended = false;
  Status failed = {};  // the first error

  // The number of steps that the loaded rows allow. If the page ends with them: the steps that finish it.
  [[nodiscard]] std::int64_t possible_steps() const {
    if (ended && loaded == given) return (loaded - 1) / pair_rows + effort.rounds + 1;
    const std::int64_t below_pair = loaded - search_tile - tile_halo;
    return below_pair < 0 ? 0 : below_pair / pair_rows + 1;
  }
  [[nodiscard]] bool searches_windows() const {
    return settings.planes[0].method.info().search->moves != Moves::toggles_and_swaps;
  }
  [[nodiscard]] std::int64_t finished_rows() const {
    return std::clamp<std::int64_t>(pair_rows * (steps - effort.rounds), 0, loaded);
  }

  Status advance(Stream stream);
  template <typename Enqueue>
  Status each_part(std::int64_t begin, std::int64_t end, Enqueue enqueue);
  Status search(std::int64_t end_step, Stream stream);
  Status search_rows(std::int64_t first_row, std::int64_t rows, Stream stream);
};

// Calls `enqueue` for rows [begin, end) of the page: once for each strip that has some.
template <typename Enqueue>
Status SearchPlanes::State::each_part(std::int64_t begin, std::int64_t end, Enqueue enqueue) {
  for (const Given& each : strips) {
    const std::int64_t first = std::max(begin, each.first_row);
    const std::int64_t last = std::min(end, each.first_row + each.strip.rows);
    if (first >= last) continue;
    DeviceStrip part = each.strip;
    part.rows = last - first;
    part.samples += (first - each.first_row) * part.samples_row;
    part.pixels += (first - each.first_row) * part.pixels_row;
    if (const Status status = enqueue(part, first); !status.ok()) return status;
  }
  return {};
}

// Loads, searches and writes all rows that can be.
Status SearchPlanes::State::advance(Stream stream) {
  const std::int64_t ready = start.rows_done();
  for (;;) {
    const std::int64_t end = std::min(ready, written + words.capacity);
    const Status loading = each_part(loaded, end, [&](const DeviceStrip& part, std::int64_t row) {
      return enqueue_load(settings, words, part, row, stream);
    });
    if (!loading.ok()) return loading;
    loaded = end;
    if (possible_steps() <= steps) return {};
    if (const Status status = search(possible_steps(), stream); !status.ok()) return status;
    const std::int64_t finished = finished_rows();
    const Status writing = each_part(written, finished, [&](const DeviceStrip& part, std::int64_t row) {
      return enqueue_write(settings, words, part, row, stream);
    });
    if (!writing.ok()) return writing;
    written = finished;
    while (!strips.empty() && strips.front().first_row + strips.front().strip.rows <= written) strips.pop_front();
  }
}

// Does the steps up to `end_step` together. In each round, it does the even rows of tiles of all steps, then the odd
// ones. Each row of tiles still comes after all earlier work on the rows beside it, and before all later work on them.
Status SearchPlanes::State::search(std::int64_t end_step, Stream stream) {
  const std::int64_t first = std::exchange(steps, end_step);
  for (int round = 0; round < effort.rounds; ++round) {
    for (const int odd : {0, 1}) {
      const Status status = search_rows(2 * (first - round) - odd, end_step - first, stream);
      if (!status.ok()) return status;
    }
  }
  return {};
}

// Searches every second row of tiles, if the page has it.
Status SearchPlanes::State::search_rows(std::int64_t first_row, std::int64_t rows, Stream stream) {
  const std::int64_t above = first_row < 0 ? (1 - first_row) / 2 : 0;
  const std::int64_t begin = first_row + 2 * above;
  const std::int64_t all_rows = (loaded + search_tile - 1) / search_tile;
  const std::int64_t count = std::min(rows - above, (all_rows - begin + 1) / 2);
  if (count <= 0) return {};
  for (const int column : {0, 1}) {
    const Tiles tiles{.first_row = begin, .rows = count, .first_column = column};
    const Status status = searches_windows() ? enqueue_windows(settings, words, tiles, loaded, stream)
                                             : enqueue_search(settings, words, tiles, loaded, blocks, stream);
    if (!status.ok()) return status;
  }
  return {};
}

Pace SearchPlanes::pace_of(const Settings& settings) {
  return FilterPlanes::pace_of(start_of(settings));
}

std::size_t SearchPlanes::workspace_bytes(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                          int strips_in_flight) {
  return Layout(settings, pace, strip_rows, strips_in_flight).bytes();
}

Result<SearchPlanes> SearchPlanes::make(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                        int strips_in_flight, std::byte* workspace, Stream stream) {
  const Layout layout(settings, pace, strip_rows, strips_in_flight);
  const auto blocks = SearchBlocks::of_device();
  if (!blocks.ok()) return blocks.error();
  auto start = FilterPlanes::make(start_of(settings), pace, strip_rows, strips_in_flight, workspace, stream);
  if (!start.ok()) return start.error();
  const cudaError_t error = cudaMemsetAsync(workspace + layout.start, 0, layout.words_bytes, stream);
  if (error != cudaSuccess) return status_of(error, "cannot clear the workspace").error();
  const PlaneWords words{.words = reinterpret_cast<PixelWord*>(workspace + layout.start) + PlaneWords::margin,
                         .stride = layout.stride,
                         .plane = layout.plane,
                         .capacity = layout.rows};
  return SearchPlanes(std::make_unique<State>(State{.settings = settings,
                                                    .effort = effort_of(settings.planes[0]),
                                                    .blocks = *blocks,
                                                    .words = words,
                                                    .start = *std::move(start)}));
}

Status SearchPlanes::enqueue(const DeviceStrip& strip, Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  if (state_->ended) return Error{"cuda: rows were given after the page's last"};
  state_->strips.push_back({strip, state_->given});
  state_->given += strip.rows;
  const Status status = state_->start.enqueue(strip, stream);
  return state_->failed = status.ok() ? state_->advance(stream) : status;
}

Status SearchPlanes::finish(Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  state_->ended = true;
  if (state_->given == 0) return {};
  const Status status = state_->start.finish(stream);
  return state_->failed = status.ok() ? state_->advance(stream) : status;
}

std::int64_t SearchPlanes::rows_done() const {
  return state_->written;
}

SearchPlanes::SearchPlanes(std::unique_ptr<State> state) : state_(std::move(state)) {}
SearchPlanes::SearchPlanes(SearchPlanes&&) noexcept = default;
SearchPlanes& SearchPlanes::operator=(SearchPlanes&&) noexcept = default;
SearchPlanes::~SearchPlanes() = default;

}  // namespace platerip::halftone::cuda
