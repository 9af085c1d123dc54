#include "halftone/cuda/search/search_planes.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "base/cuda_errors.h"
#include "base/cutter.h"
#include "halftone/cuda/search/kernels.h"
#include "halftone/search/packed_search.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone::cuda {
namespace {

constexpr std::int64_t pair_rows = 2 * search_tile;  // of two rows of tiles: a step begins with a pair

// Rows that are searched at a time. Towards the end of a launch, warps run out of tiles, so launches should be few.
constexpr std::int64_t most_rows_at_once = 4096;

// How the workspace is divided: that of the filter to begin with, then the words of the pixels.
struct Layout {
  std::size_t start;
  std::int64_t rows;
  std::int64_t stride;
  std::int64_t plane;  // words
  std::size_t words_bytes;

  Layout(const Settings& settings, const Pace& pace, std::int64_t strip_rows, int strips_in_flight)
      : start(Cutter::aligned(FilterPlanes::workspace_bytes(start_of(settings), pace, strip_rows, strips_in_flight))),
        rows(rows_held_back(settings) + std::min(strip_rows, most_rows_at_once)),
        stride(PlaneWords::stride_for(settings.width)),
        plane(rows * stride),
        words_bytes(Cutter::aligned(sizeof(PixelWord) * settings.planes.size() * static_cast<std::size_t>(plane))) {}

  [[nodiscard]] std::size_t bytes() const { return start + words_bytes; }
};

bool are_together(const Settings& settings) {
  return settings.planes[0].shade.has_value();
}

}  // namespace

struct SearchPlanes::State {
  // A strip of which not all rows are finished.
  struct Given {
    DeviceStrip strip;
    std::int64_t first_row;

    [[nodiscard]] std::int64_t end() const { return first_row + strip.rows; }
  };

  Settings settings;
  SearchEffort effort;
  SearchBlocks blocks;
  PlaneWords words;
  FilterPlanes start;
  std::deque<Given> strips = {};
  std::int64_t given = 0;   // rows of the page
  std::int64_t begun = 0;   // those of them with a plate to begin with
  std::int64_t loaded = 0;  // rows that have words
  std::int64_t written = 0;
  std::int64_t steps = 0;
  bool ended = false;
  Status failed = {};  // the first error

  // The number of steps that the loaded rows allow. If the page ends with them: the steps that finish it.
  [[nodiscard]] std::int64_t possible_steps() const {
    if (ended && loaded == given) return effort.steps_for(loaded);
    const std::int64_t below_pair = loaded - search_tile - tile_halo;
    return below_pair < 0 ? 0 : below_pair / pair_rows + 1;
  }
  [[nodiscard]] bool searches_windows() const {
    return settings.planes[0].method.info().search->moves != Moves::toggles_and_swaps;
  }
  [[nodiscard]] std::int64_t finished_rows() const {
    return std::clamp<std::int64_t>(pair_rows * (steps - effort.rounds), 0, loaded);
  }

  Status run(const Status& started, Stream stream);
  Status save_sums(Stream stream);
  Status save_searched(const Given& given, Stream stream) const;
  Status advance(Stream stream);
  template <typename Enqueue>
  Status each_part(std::int64_t begin, std::int64_t end, Enqueue enqueue);
  Status search(std::int64_t end_step, Stream stream);
  Status search_rows(std::int64_t first_row, std::int64_t rows, Stream stream);
  Status upload(const HeldRows& held, Stream stream) const;
};

// Calls `enqueue` for rows [begin, end) of the page: once for each strip that has some.
template <typename Enqueue>
Status SearchPlanes::State::each_part(std::int64_t begin, std::int64_t end, Enqueue enqueue) {
  for (const Given& each : strips) {
    const std::int64_t first = std::max(begin, each.first_row);
    const std::int64_t last = std::min(end, each.end());
    if (first >= last) continue;
    DeviceStrip part = each.strip;
    part.rows = last - first;
    part.samples += (first - each.first_row) * part.samples_row;
    part.pixels += (first - each.first_row) * part.pixels_row;
    if (const Status status = enqueue(part, first); !status.ok()) return status;
  }
  return {};
}

// Goes on after a launch of the filter to begin with.
Status SearchPlanes::State::run(const Status& started, Stream stream) {
  if (!started.ok()) return failed = started;
  const Status saved = save_sums(stream);
  return failed = saved.ok() ? advance(stream) : saved;
}

// Saves the filter's errors or sums below the strips that its last launch has completed.
Status SearchPlanes::State::save_sums(Stream stream) {
  const std::int64_t before = std::exchange(begun, start.rows_done());
  for (const Given& each : strips) {
    if (each.end() <= before || each.end() > begun || each.strip.boundary == nullptr) continue;
    auto* const sums = reinterpret_cast<std::int16_t*>(each.strip.boundary);
    if (const Status status = start.save(sums, each.end(), stream); !status.ok()) return status;
  }
  return {};
}

// Saves what the rows below a finished strip print, as far as they have been searched.
Status SearchPlanes::State::save_searched(const Given& above, Stream stream) const {
  if (above.strip.boundary == nullptr) return {};
  const PackedSearch shape(settings);
  const std::int64_t rows = std::min(effort.searched_rows(above.end()), loaded - above.end());
  if (rows == 0) return {};
  const DeviceStrip below{.rows = rows,
                          .pixels = above.strip.boundary + shape.begun_bytes,
                          .pixels_row = shape.row_bytes,
                          .pixels_plane = shape.plane_bytes};
  return enqueue_write(settings, words, below, above.end(), stream);
}

// Loads, searches and writes rows, strip after strip: no step is done before the strips above are finished and saved.
// All steps that finish a strip are done together, unless its rows do not fit into the words.
Status SearchPlanes::State::advance(Stream stream) {
  while (!strips.empty()) {
    const std::int64_t end = std::min(begun, written + words.capacity);
    const Status loading = each_part(loaded, end, [&](const DeviceStrip& part, std::int64_t row) {
      return enqueue_load(settings, words, part, row, stream);
    });
    if (!loading.ok()) return loading;
    loaded = end;
    const std::int64_t wanted = effort.steps_for(strips.front().end());
    if (possible_steps() < wanted && loaded == begun) return {};
    if (const Status status = search(std::min(possible_steps(), wanted), stream); !status.ok()) return status;
    const std::int64_t finished = finished_rows();
    const Status writing = each_part(written, finished, [&](const DeviceStrip& part, std::int64_t row) {
      return enqueue_write(settings, words, part, row, stream);
    });
    if (!writing.ok()) return writing;
    written = finished;
    for (; !strips.empty() && strips.front().end() <= written; strips.pop_front()) {
      if (const Status status = save_searched(strips.front(), stream); !status.ok()) return status;
    }
  }
  return {};
}

// Does the steps up to `end_step` together. In each round, it does the even rows of tiles of all steps, then the odd
// ones. Each row of tiles still comes after all earlier work on the rows beside it, and before all later work on them.
Status SearchPlanes::State::search(std::int64_t end_step, Stream stream) {
  const std::int64_t first = std::exchange(steps, end_step);
  if (first == end_step) return {};
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
    const Status status = searches_windows()       ? enqueue_windows(settings, words, tiles, loaded, stream)
                          : are_together(settings) ? enqueue_inks_search(settings, words, tiles, loaded, blocks, stream)
                                                   : enqueue_search(settings, words, tiles, loaded, blocks, stream);
    if (!status.ok()) return status;
  }
  return {};
}

// Brings the words of rows held back to their places.
Status SearchPlanes::State::upload(const HeldRows& held, Stream stream) const {
  const auto width = static_cast<std::size_t>(settings.width) * sizeof(PixelWord);
  for (std::int64_t plane = 0; plane < std::ssize(settings.planes); ++plane) {
    for (std::int64_t row = 0; row < held.rows;) {
      const std::int64_t place = (held.finished + row) % words.capacity;
      const std::int64_t count = std::min(held.rows - row, words.capacity - place);
      const PixelWord* const from = held.words.data() + (plane * held.rows + row) * settings.width;
      const cudaError_t error =
          cudaMemcpy2DAsync(words.words + plane * words.plane + place * words.stride,
                            static_cast<std::size_t>(words.stride) * sizeof(PixelWord), from, width, width,
                            static_cast<std::size_t>(count), cudaMemcpyHostToDevice, stream);
      if (error != cudaSuccess) return status_of(error, "cannot go on with a search");
      row += count;
    }
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
  const auto blocks = are_together(settings) ? SearchBlocks::for_inks(static_cast<int>(settings.planes.size()))
                                             : SearchBlocks::of_device();
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
  return state_->run(state_->start.enqueue(strip, stream), stream);
}

Status SearchPlanes::finish(Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  state_->ended = true;
  return state_->run(state_->start.finish(stream), stream);
}

Status SearchPlanes::restore(const std::int16_t* sums, const HeldRows& held, std::span<const DeviceStrip> strips,
                             Stream stream) {
  State& state = *state_;
  const std::int64_t end = held.finished + held.rows;
  if (const Status status = state.start.restore(sums, end, stream); !status.ok()) return status;
  if (const Status status = state.upload(held, stream); !status.ok()) return status;
  state.given = state.written = held.finished;
  for (const DeviceStrip& strip : strips) {
    state.strips.push_back({strip, state.given});
    state.given += strip.rows;
  }
  state.loaded = state.given;
  state.steps = state.effort.steps_for(held.finished);
  return state.save_sums(stream);
}

std::int64_t SearchPlanes::rows_done() const {
  return state_->written;
}

SearchPlanes::SearchPlanes(std::unique_ptr<State> state) : state_(std::move(state)) {}
SearchPlanes::SearchPlanes(SearchPlanes&&) noexcept = default;
SearchPlanes& SearchPlanes::operator=(SearchPlanes&&) noexcept = default;
SearchPlanes::~SearchPlanes() = default;

}  // namespace platerip::halftone::cuda
