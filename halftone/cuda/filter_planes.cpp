#include "halftone/cuda/filter_planes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "base/cuda_errors.h"
#include "base/cutter.h"
#include "halftone/cuda/clusters.h"
#include "halftone/cuda/even/even_words.h"
#include "halftone/cuda/frontier.h"
#include "halftone/cuda/tones/ladder_memory.h"
#include "halftone/cuda/tones/step.h"
#include "halftone/cuda/tones/sum_words.h"
#include "halftone/cuda/wavefront/boundary_words.h"
#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/even_inks.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone::cuda {
namespace {

// Blocks by which launches stop a plane behind the planes beside it, so that earlier launches have written the pixels
// that it needs. The word with a row's last pixels is complete only one block later. A skew of one column more delays
// up to 32 further pixels.
constexpr int beside_blocks = 2;

// What the planes' filter needs of a launch.
struct Shape {
  Kernel kernel;
  Kernel anywhere;   // for rows that do not begin at chunks
  int overlaps = 0;  // planes beside each plane
  int skew = 0;
  int rows = 0;          // of boundary words
  int word_columns = 0;  // columns of a word
  int reach = 0;         // columns of words to the left of the page
  int group = 1;         // words are handed on in groups of this size

  [[nodiscard]] std::int64_t columns(std::int64_t width) const { return (width + reach + group - 1) / group * group; }
  // Blocks by which these planes are behind those with no planes beside them.
  [[nodiscard]] int behind() const { return overlaps * beside_blocks; }
};

// Whether all levels are multiples of the first, in spite of their rounding.
bool are_multiples(const LevelAmounts& levels) {
  for (int k = 2; k < levels.levels; ++k) {
    if (levels.value[k] != k * levels.value[1]) return false;
  }
  return true;
}

Shape shape_of(const Settings& settings, const ErrorFilter& filter) {
  const bool even = are_multiples(LevelAmounts(settings.planes[0].drops, settings.levels, solid));
  const auto kernel = [&](RowsAt rows) {
    return with_place_of(filter, [&]<std::size_t place>() -> Kernel {
      return kernel_of<place>(settings.levels, even, settings.bits, rows);
    });
  };
  return {.kernel = kernel(RowsAt::chunks),
          .anywhere = kernel(RowsAt::anywhere),
          .skew = skew,
          .rows = filter.rows(),
          .word_columns = 2};
}

template <std::size_t place>
Shape tone_shape_of(const Settings& settings) {
  static_assert(tone_skew<place> >= skew && tone_skew<place> <= skew + 1, "as beside_blocks says");
  const auto overlaps = static_cast<int>(settings.planes[0].beside.size());
  const auto kernel = [&](RowsAt rows) {
    return overlaps > 0 ? even_kernel_of<place>(settings.bits)
                        : tone_kernel_of<place>(settings.levels, settings.bits, rows);
  };
  return {.kernel = kernel(RowsAt::chunks),
          .anywhere = kernel(RowsAt::anywhere),
          .overlaps = overlaps,
          .skew = tone_skew<place>,
          .rows = overlaps > 0 ? 2 : 1,
          .word_columns = 1,
          .reach = ToneStep<place>::reach,
          .group = group_steps};
}

Shape shape_of(const Settings& settings, const ToneFilter& filter) {
  Shape shape;
  [&]<std::size_t... place>(std::index_sequence<place...>) {
    ((&filter == &tone_filters[place] ? void(shape = tone_shape_of<place>(settings)) : void()), ...);
  }
  (std::make_index_sequence<tone_filters.size()>());
  return shape;
}

const MethodInfo& method_of(const Settings& settings) {
  return settings.planes[0].method.info();
}

Shape shape_of(const Settings& settings) {
  const MethodInfo& method = method_of(settings);
  return method.tone != nullptr ? shape_of(settings, *method.tone) : shape_of(settings, *method.filter);
}

constexpr std::size_t ticket_bytes = Cutter::alignment;

// How the workspace is divided: the ticket, the boundary words, copies of those that strips below have taken, the
// lanes' state, and the ladder.
struct Layout {
  std::int64_t row;  // words from one boundary row to the next
  std::int64_t slots;
  std::int64_t taken_slots;
  std::size_t boundary_bytes;
  std::size_t taken_bytes;
  std::size_t state_bytes;
  std::size_t ladder_bytes;

  Layout(const Settings& settings, const Shape& shape, const Pace& pace, std::int64_t strip_rows, int strips_in_flight)
      : row((shape.columns(settings.width) + block_steps - 1) / block_steps * (block_steps / shape.word_columns)),
        slots(slots_for(settings.width + pace.reach, strip_rows, strips_in_flight, pace.skew)),
        taken_slots(taken_slots_for(strips_in_flight)) {
    const std::size_t slot = sizeof(std::uint32_t) * settings.planes.size() * shape.rows * row;
    boundary_bytes = Cutter::aligned(slots * slot);
    taken_bytes = Cutter::aligned(taken_slots * slot);
    state_bytes = Cutter::aligned(sizeof(std::uint32_t) * slots * settings.planes.size() * state_words * stripe_rows);
    ladder_bytes = Cutter::aligned(cuda::ladder_bytes(settings));
  }

  [[nodiscard]] std::size_t bytes() const {
    return ticket_bytes + boundary_bytes + taken_bytes + state_bytes + ladder_bytes;
  }
};

// The most stripes that can run at a time: when the last of them starts, the uppermost is done. More would only wait
// and be in the others' way.
std::int64_t most_at_work(const Settings& settings, const Shape& shape) {
  const std::int64_t blocks = blocks_of(shape.columns(settings.width), stripe_rows, shape.skew);
  return std::ssize(settings.planes) * (blocks / fewest_lag_of(shape.skew) + 8);
}

// A strip that the last launch completed or, by default, what is above the page.
struct Completed {
  std::int64_t rows = 0;  // of the page, up to the strip's last
  std::int64_t last_stripe = 0;
  std::int64_t strip = -1;  // number from the top of the page; −1: above it
};

}  // namespace

struct FilterPlanes::State {
  Settings settings;
  Shape shape;
  Pace pace;
  int strips_in_flight;
  Layout layout;
  Frontier frontier;
  Clusters clusters;  // of each kernel
  Clusters anywhere_clusters;
  std::byte* workspace = nullptr;
  Ring<DeviceStrip> strips = {};   // in flight
  Ring<Completed> completed = {};  // by the last launch
  std::uint32_t tickets = 0;
  std::int64_t strips_done = 0;
  std::int64_t rows_done = 0;  // of the page
  Status failed = {};          // the error of the first launch that failed

  [[nodiscard]] std::uint32_t* ticket() const { return reinterpret_cast<std::uint32_t*>(workspace); }
  [[nodiscard]] std::uint32_t* boundary() const { return reinterpret_cast<std::uint32_t*>(workspace + ticket_bytes); }
  [[nodiscard]] std::uint32_t* taken() const {
    return reinterpret_cast<std::uint32_t*>(workspace + ticket_bytes + layout.boundary_bytes);
  }
  [[nodiscard]] std::uint32_t* lanes() const {
    return reinterpret_cast<std::uint32_t*>(workspace + ticket_bytes + layout.boundary_bytes + layout.taken_bytes);
  }
  [[nodiscard]] std::byte* ladder() const { return workspace + layout.bytes() - layout.ladder_bytes; }
  [[nodiscard]] std::int32_t planes() const { return static_cast<std::int32_t>(settings.planes.size()); }
  [[nodiscard]] BoundaryShape boundary_shape() const {
    return {.width = settings.width,
            .planes = planes(),
            .rows = shape.rows,
            .row = shape.word_columns * layout.row,
            .reach = shape.reach,
            .largest = largest_sum(),
            .is_fixed = tone() != nullptr && settings.levels == 2 && has_fixed_weights(*tone())};
  }
  [[nodiscard]] std::uint32_t* slot(std::uint32_t* words, std::int64_t number) const {
    return words + number * planes() * shape.rows * layout.row;
  }
  [[nodiscard]] std::uint32_t* words_of(std::int64_t stripe) const { return slot(boundary(), stripe % layout.slots); }
  [[nodiscard]] const std::uint32_t* taken_from(std::int64_t strip) const {
    return layout.taken_slots > 0 && strip >= 0 ? slot(taken(), strip % layout.taken_slots) : nullptr;
  }
  [[nodiscard]] const ToneFilter* tone() const { return method_of(settings).tone; }
  [[nodiscard]] int largest_sum() const {
    if (tone() == nullptr) return 0;
    return shape.overlaps > 0 ? largest_even_sum(*tone()) : halftone::largest_sum(*tone(), settings.levels);
  }

  [[nodiscard]] bool is_at_chunks() const {
    std::uintptr_t places = 0;
    for (std::size_t i = 0; i < strips.size(); ++i)
      places |= reinterpret_cast<std::uintptr_t>(strips[i].samples) |
                static_cast<std::uintptr_t>(strips[i].samples_row | strips[i].samples_plane);
    return places % 16 == 0;
  }

  Status launch(std::int64_t begin, std::int64_t end, Stream stream);
  [[nodiscard]] Launch launch_of(std::int64_t begin, std::int64_t end) const;
  void add_inks(Launch& launch) const;
  void add_strips(Launch& launch) const;
  void complete_strips();
};

// Lets the frontier go from column `begin` to `end`.
Status FilterPlanes::State::launch(std::int64_t begin, std::int64_t end, Stream stream) {
  const bool at_chunks = is_at_chunks();
  const Kernel& kernel = at_chunks ? shape.kernel : shape.anywhere;
  const Clusters& own = at_chunks ? clusters : anywhere_clusters;
  const auto in_clusters = [&](std::int64_t stripes) { return (stripes + own.size - 1) / own.size; };
  Launch launch = launch_of(begin, end);
  add_inks(launch);
  add_strips(launch);
  launch.cluster = own.size;
  launch.items = static_cast<std::uint32_t>(in_clusters(launch.stripes) * planes());
  launch.clusters = static_cast<std::uint32_t>(
      std::min<std::int64_t>({launch.items, own.count, in_clusters(most_at_work(settings, shape))}));
  // Each cluster draws once more than it gets items, unless all get their only item in the first round (next_item()).
  tickets += launch.items == launch.clusters ? launch.items : launch.items + launch.clusters;
  std::array<void*, 1> arguments{&launch};
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = own.launch(launch.clusters, stream, attribute);
  const cudaError_t error = cudaLaunchKernelExC(&config, kernel.code, arguments.data());
  if (error != cudaSuccess) return failed = status_of(error, "cannot start the halftone");
  complete_strips();
  return {};
}

// Without the inks, the strips, and how many clusters work on them.
Launch FilterPlanes::State::launch_of(std::int64_t begin, std::int64_t end) const {
  return {.width = settings.width,
          .columns = shape.columns(settings.width),
          .begin = begin - shape.behind(),
          .end = end - shape.behind(),
          .skew = shape.skew,
          .lag = static_cast<std::int32_t>(lag_of(stripe_rows, pace.skew)),
          .planes = planes(),
          .cluster = 0,
          .clusters = 0,
          .items = 0,
          .stripes = 0,
          .first_ticket = tickets,
          .ticket = ticket(),
          .boundary = boundary(),
          .boundary_row = layout.row,
          .state = lanes(),
          .slots = layout.slots,
          .taken = layout.taken_slots > 0 ? taken() : nullptr,
          .taken_slots = layout.taken_slots,
          .first_strip = strips_done,
          .outer = {},
          .ladder = ladder(),
          .masks = masks_of(ladder()),
          .level = {},
          .levels = 0,
          .ink = {},
          .beside = {},
          .sample_bits = static_cast<std::int8_t>(settings.bits),
          .strip = {}};
}

void FilterPlanes::State::add_inks(Launch& launch) const {
  if (tone() != nullptr) launch.outer = tone_thresholds(*tone(), settings.planes[0].sharpness, false);
  if (tone() == nullptr) {
    const LevelAmounts levels(settings.planes[0].drops, settings.levels, solid);
    launch.levels = levels.levels;
    std::ranges::transform(levels.value, launch.level, [](int value) { return static_cast<std::int16_t>(value); });
  }
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    launch.ink[i] = settings.planes[i].ink;
    for (std::size_t k = 0; k < settings.planes[i].beside.size(); ++k)
      launch.beside[i][k] = static_cast<std::int8_t>(settings.planes[i].beside[k] - static_cast<int>(i));
  }
}

void FilterPlanes::State::add_strips(Launch& launch) const {
  std::int64_t first_row = rows_done;
  for (std::size_t i = 0; i < strips.size(); ++i) {
    const StripPlace& place = frontier.in_flight()[i];
    const DeviceStrip& strip = strips[i];
    launch.strip[i] = {.samples = strip.samples,
                       .samples_row = strip.samples_row,
                       .samples_plane = strip.samples_plane,
                       .pixels = strip.pixels,
                       .pixels_row = strip.pixels_row,
                       .pixels_plane = strip.pixels_plane,
                       .first_stripe = place.first_stripe,
                       .offset = place.offset,
                       .first_row = first_row,
                       .rows = static_cast<std::int32_t>(place.rows),
                       .stripes = static_cast<std::int32_t>(place.stripes)};
    launch.stripes += place.stripes;
    first_row += place.rows;
  }
}

// Forgets the strips in flight that the last launch completes, but for where they end.
void FilterPlanes::State::complete_strips() {
  while (!completed.empty()) completed.pop_front();
  for (StripPlace place; !strips.empty(); strips.pop_front()) {
    place = frontier.in_flight()[0];
    if (!frontier.drop_done()) break;
    rows_done += place.rows;
    completed.push_back(
        {.rows = rows_done, .last_stripe = place.first_stripe + place.stripes - 1, .strip = strips_done++});
  }
}

Pace FilterPlanes::pace_of(const Settings& settings) {
  const Shape shape = shape_of(settings);
  return {shape.skew, static_cast<int>(shape.columns(settings.width) - settings.width) + shape.behind() * block_steps};
}

bool FilterPlanes::have_room(const Settings& settings) {
  return has_room(shape_of(settings).kernel);
}

std::size_t FilterPlanes::workspace_bytes(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                          int strips_in_flight) {
  return Layout(settings, shape_of(settings), pace, strip_rows, strips_in_flight).bytes();
}

Result<FilterPlanes> FilterPlanes::make(const Settings& settings, const Pace& pace, std::int64_t strip_rows,
                                        int strips_in_flight, std::byte* workspace, Stream stream) {
  const Shape shape = shape_of(settings);
  const auto clusters = clusters_for(shape.kernel);
  if (!clusters.ok()) return clusters.error();
  const auto anywhere_clusters = clusters_for(shape.anywhere);
  if (!anywhere_clusters.ok()) return anywhere_clusters.error();
  const Layout layout(settings, shape, pace, strip_rows, strips_in_flight);
  static_assert(not_yet == 0);
  const cudaError_t error = cudaMemsetAsync(workspace, 0, ticket_bytes + layout.boundary_bytes, stream);
  if (error != cudaSuccess) return status_of(error, "cannot clear the workspace").error();
  FilterPlanes planes(std::make_unique<State>(State{.settings = settings,
                                                    .shape = shape,
                                                    .pace = pace,
                                                    .strips_in_flight = strips_in_flight,
                                                    .layout = layout,
                                                    .frontier = Frontier(settings.width + pace.reach, pace.skew),
                                                    .clusters = *clusters,
                                                    .anywhere_clusters = *anywhere_clusters,
                                                    .workspace = workspace}));
  if (const Status status = send_ladder(settings, planes.state_->ladder(), stream); !status.ok()) return status.error();
  if (const Status status = planes.restore(nullptr, 0, stream); !status.ok()) return status.error();
  return planes;
}

Status FilterPlanes::enqueue(const DeviceStrip& strip, Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  Frontier& frontier = state_->frontier;
  frontier.add(frontier.place(strip.rows));
  state_->strips.push_back(strip);
  const std::int64_t begin = frontier.position();
  return state_->launch(begin, frontier.advance(static_cast<std::size_t>(state_->strips_in_flight)), stream);
}

Status FilterPlanes::finish(Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  if (state_->strips.empty()) return {};
  const std::int64_t begin = state_->frontier.position();
  return state_->launch(begin, state_->frontier.finish(), stream);
}

std::int64_t FilterPlanes::rows_done() const {
  return state_->rows_done;
}

Status FilterPlanes::save(std::int16_t* errors, std::int64_t rows, Stream stream) const {
  if (!state_->failed.ok()) return state_->failed;
  for (std::size_t i = 0; i < state_->completed.size(); ++i) {
    const Completed& strip = state_->completed[i];
    if (strip.rows != rows) continue;
    const BoundaryShape shape = state_->boundary_shape();
    const std::uint32_t* const words = state_->words_of(strip.last_stripe);
    const std::uint32_t* const taken = state_->taken_from(strip.strip);
    if (state_->shape.overlaps > 0) return save_even_sums(shape, state_->shape.overlaps, words, taken, errors, stream);
    const auto save = state_->tone() != nullptr ? save_sums : save_errors;
    return save(shape, words, taken, errors, stream);
  }
  return Error{"cuda: the boundary errors after row " + std::to_string(rows) + " are not there"};
}

Status FilterPlanes::restore(const std::int16_t* errors, std::int64_t rows, Stream stream) {
  state_->rows_done = rows;
  while (!state_->completed.empty()) state_->completed.pop_front();
  state_->completed.push_back({.rows = rows});
  const BoundaryShape shape = state_->boundary_shape();
  std::uint32_t* const words = state_->words_of(0);
  if (state_->shape.overlaps > 0) return load_even_sums(shape, state_->shape.overlaps, errors, words, stream);
  const auto load = state_->tone() != nullptr ? load_sums : load_errors;
  return load(shape, errors, words, stream);
}

FilterPlanes::FilterPlanes(std::unique_ptr<State> state) : state_(std::move(state)) {}
FilterPlanes::FilterPlanes(FilterPlanes&&) noexcept = default;
FilterPlanes& FilterPlanes::operator=(FilterPlanes&&) noexcept = default;
FilterPlanes::~FilterPlanes() = default;

}  // namespace platerip::halftone::cuda
