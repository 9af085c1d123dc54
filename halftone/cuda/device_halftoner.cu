#include "halftone/cuda/device_halftoner.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "halftone/cuda/frontier.h"
#include "halftone/cuda/kernels.h"
#include "halftone/cuda/launch.h"
#include "halftone/cuda/points.h"
#include "halftone/cuda/start.h"
#include "halftone/error_filter.h"

namespace platerip::halftone::cuda {
namespace {

Kernel kernel_for(const Settings& settings) {
  switch (settings.method) {
    case Method::fan:
      return fan_kernel(settings.levels, settings.bits);
    case Method::jarvis:
      return jarvis_kernel(settings.levels, settings.bits);
    case Method::stucki:
      return stucki_kernel(settings.levels, settings.bits);
    default:
      return floyd_steinberg_kernel(settings.levels, settings.bits);
  }
}

constexpr std::size_t alignment = 256;

std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// How the workspace is cut: the ticket, the boundary words, the lanes' state.
struct Layout {
  std::int64_t row;  // words from boundary row to boundary row
  std::int64_t slots;
  std::size_t boundary_bytes;
  std::size_t state_bytes;

  Layout(const Settings& settings, std::int64_t strip_rows)
      : row((settings.width + 31) / 32 * 16),
        slots(slots_for(settings.width, strip_rows)),
        boundary_bytes(aligned(sizeof(std::uint32_t) * slots * settings.planes * boundary_rows(settings.method) * row)),
        state_bytes(aligned(sizeof(std::uint32_t) * slots * settings.planes * state_words * stripe_rows)) {}

  [[nodiscard]] std::size_t bytes() const { return alignment + boundary_bytes + state_bytes; }
};

// Between boundary words of a stripe, the nearest row first, and boundary errors, the upper row first. Stripes take
// them in groups: what is beyond the page in the last one is no error.
__global__ void load_errors(std::uint16_t* words, std::int64_t row, const std::int16_t* c, std::int64_t width,
                            int rows) {
  const std::int64_t x = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  const std::int64_t plane = blockIdx.y;
  if (x >= (width + group_steps - 1) / group_steps * group_steps) return;
  for (int i = 0; i < rows; ++i) {
    const int error = c == nullptr || x >= width
                          ? 0
                          : max(min_error, min(max_error, int{c[(plane * rows + rows - 1 - i) * width + x]}));
    words[(plane * rows + i) * row + x] = static_cast<std::uint16_t>(error - error_offset);
  }
}

__global__ void save_errors(const std::uint16_t* words, std::int64_t row, std::int16_t* c, std::int64_t width,
                            int rows) {
  const std::int64_t x = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  const std::int64_t plane = blockIdx.y;
  if (x >= width) return;
  for (int i = 0; i < rows; ++i)
    c[(plane * rows + rows - 1 - i) * width + x] =
        static_cast<std::int16_t>(words[(plane * rows + i) * row + x] + error_offset);
}

// Clusters of a kernel's thread blocks.
struct Clusters {
  std::size_t reserved = 0;  // shared memory that a thread block keeps from others
  int size = 1;              // thread blocks of one
  std::int64_t count = 0;    // that the device runs at a time

  // A launch of so many of them; `attribute` belongs to it.
  [[nodiscard]] cudaLaunchConfig_t launch(std::int64_t number, Stream stream, cudaLaunchAttribute& attribute) const {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(number * size);
    config.blockDim = block_threads;
    config.dynamicSmemBytes = reserved;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = size > 1 ? 1 : 0;
    return config;
  }
};

// Shared memory that each thread block of a kernel, which uses so much, keeps from others, so that not more than
// `shared_by` share a multiprocessor. A share is whole KiB, as devices give out some hundred bytes at a time.
Result<std::size_t> reserve_shared_memory(Kernel kernel, std::size_t used, int device) {
  int all = 0, most = 0, system = 0;
  cudaError_t error = cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&system, cudaDevAttrReservedSharedMemoryPerBlock, device);
  const int share = std::min((all / shared_by - system) / 1024 * 1024, most);
  const int reserved = std::max(0, share - static_cast<int>(used));
  if (error == cudaSuccess) error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, reserved);
  if (error != cudaSuccess) return status_of(error, "cannot set up the halftone").error();
  return static_cast<std::size_t>(reserved);
}

// As the current device runs them: of one thread block each where it has no clusters, or its code was made for one that
// has none.
Result<Clusters> clusters_for(Kernel kernel) {
  int device = 0, processors = 0, blocks = 0;
  cudaFuncAttributes code{};
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, kernel);
  if (error != cudaSuccess) return status_of(error, "cannot ask the device").error();
  const auto reserved = reserve_shared_memory(kernel, code.sharedSizeBytes, device);
  if (!reserved.ok()) return reserved.error();
  Clusters clusters{.reserved = *reserved, .size = cluster_blocks};
  int count = 0;
  if (code.ptxVersion >= 90) {
    cudaLaunchAttribute attribute{};
    const cudaLaunchConfig_t config = clusters.launch(processors, nullptr, attribute);
    error = cudaOccupancyMaxActiveClusters(&count, kernel, &config);
  }
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_threads, *reserved);
  if (error != cudaSuccess) return status_of(error, "cannot ask the device").error();
  clusters.count = count;
  if (count == 0) clusters = {.reserved = *reserved, .size = 1, .count = std::int64_t{processors} * blocks};
  return clusters;
}

// Stripes that can be at work at a time: by then the uppermost is done. More would only wait, in the others' way.
std::int64_t most_at_work(const Settings& settings) {
  return settings.planes * (blocks_of(settings.width, stripe_rows) / fewest_lag + 8);
}

}  // namespace

struct DeviceHalftoner::State {
  Settings settings;
  std::int64_t strip_rows;
  Layout layout;
  Frontier frontier;
  Ring<DeviceStrip> strips;  // those in flight
  Kernel kernel = nullptr;
  Clusters clusters;
  std::byte* workspace = nullptr;
  std::uint32_t tickets = 0;
  std::int64_t last_stripe = 0;
  std::int64_t rows = 0;       // of the page, taken in
  std::int64_t rows_done = 0;  // of them
  Status failed;               // the first launch that did

  [[nodiscard]] std::uint32_t* ticket() const { return reinterpret_cast<std::uint32_t*>(workspace); }
  [[nodiscard]] std::uint32_t* boundary() const { return reinterpret_cast<std::uint32_t*>(workspace + alignment); }
  [[nodiscard]] std::uint32_t* lanes() const {
    return reinterpret_cast<std::uint32_t*>(workspace + alignment + layout.boundary_bytes);
  }
  // A stripe's boundary words, column by column: two to a word.
  [[nodiscard]] std::uint16_t* columns_of(std::int64_t stripe) const {
    return reinterpret_cast<std::uint16_t*>(boundary() + stripe % layout.slots * settings.planes *
                                                             boundary_rows(settings.method) * layout.row);
  }
  [[nodiscard]] dim3 columns() const {
    return {static_cast<unsigned>((settings.width + 255) / 256), static_cast<unsigned>(settings.planes)};
  }

  [[nodiscard]] std::int64_t in_clusters(std::int64_t stripes) const {
    return (stripes + clusters.size - 1) / clusters.size;
  }

  Status launch(std::int64_t begin, std::int64_t end, Stream stream);
};

Status DeviceHalftoner::State::launch(std::int64_t begin, std::int64_t end, Stream stream) {
  Launch launch{.width = settings.width,
                .begin = begin,
                .end = end,
                .planes = settings.planes,
                .cluster = clusters.size,
                .clusters = 0,
                .items = 0,
                .stripes = 0,
                .first_ticket = tickets,
                .ticket = ticket(),
                .boundary = boundary(),
                .boundary_row = layout.row,
                .state = lanes(),
                .slots = layout.slots,
                .strip = {}};
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
                       .rows = static_cast<std::int32_t>(place.rows),
                       .stripes = static_cast<std::int32_t>(place.stripes)};
    launch.stripes += place.stripes;
  }
  launch.items = static_cast<std::uint32_t>(in_clusters(launch.stripes) * settings.planes);
  launch.clusters = static_cast<std::uint32_t>(
      std::min<std::int64_t>({launch.items, clusters.count, in_clusters(most_at_work(settings))}));
  // Each of them asks once more than it gets, but where all get one.
  tickets += launch.items == launch.clusters ? launch.items : launch.items + launch.clusters;
  std::array<void*, 1> arguments{&launch};
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = clusters.launch(launch.clusters, stream, attribute);
  const cudaError_t error = cudaLaunchKernelExC(&config, kernel, arguments.data());
  if (error != cudaSuccess) return failed = status_of(error, "cannot start the halftone");
  while (frontier.drop_done()) {
    rows_done += strips[0].rows;
    strips.pop_front();
  }
  return {};
}

Status DeviceHalftoner::supported() {
  cudaFuncAttributes attributes{};
  const cudaError_t error = cudaFuncGetAttributes(&attributes, floyd_steinberg_kernel(2, 8));
  if (error != cudaSuccess) cudaGetLastError();  // it has been told
  return status_of(error, "this build cannot run on the GPU");
}

std::size_t DeviceHalftoner::workspace_bytes(const Settings& settings, std::int64_t strip_rows) {
  return has_error_filter(settings.method) ? Layout(settings, strip_rows).bytes() : 0;
}

Result<DeviceHalftoner> DeviceHalftoner::make(const Settings& settings, std::int64_t strip_rows, std::byte* workspace,
                                              Stream stream) {
  if (const Status status = halftone::check(settings); !status.ok()) return status.error();
  if (strip_rows < 1 || strip_rows > max_strip_rows)
    return Error{"cuda: a strip of " + std::to_string(strip_rows) + " rows is not possible"};

  if (!has_error_filter(settings.method)) {
    return DeviceHalftoner(std::make_unique<State>(State{.settings = settings,
                                                         .strip_rows = strip_rows,
                                                         .layout = Layout(settings, strip_rows),
                                                         .frontier = Frontier(settings.width)}));
  }
  const Kernel kernel = kernel_for(settings);
  const auto clusters = clusters_for(kernel);
  if (!clusters.ok()) return clusters.error();

  const Layout layout(settings, strip_rows);
  auto state = std::make_unique<State>(State{.settings = settings,
                                             .strip_rows = strip_rows,
                                             .layout = layout,
                                             .frontier = Frontier(settings.width),
                                             .strips = {},
                                             .kernel = kernel,
                                             .clusters = *clusters,
                                             .workspace = workspace});
  static_assert(not_yet == 0);
  const cudaError_t error = cudaMemsetAsync(workspace, 0, alignment + layout.boundary_bytes, stream);
  if (error != cudaSuccess) return status_of(error, "cannot clear the workspace").error();
  DeviceHalftoner halftoner(std::move(state));
  if (const Status status = halftoner.restore(nullptr, 0, stream); !status.ok()) return status.error();
  return std::move(halftoner);
}

Status DeviceHalftoner::enqueue(const DeviceStrip& strip, Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  if (strip.rows < 1 || strip.rows > state_->strip_rows)
    return Error{"cuda: a strip of " + std::to_string(strip.rows) + " rows was given; it may have 1 to " +
                 std::to_string(state_->strip_rows)};
  state_->rows += strip.rows;
  if (!has_error_filter(state_->settings.method)) {
    const std::int64_t first_row = std::exchange(state_->rows_done, state_->rows);
    return enqueue_points(state_->settings, strip, first_row, stream);
  }
  Frontier& frontier = state_->frontier;
  const StripPlace place = frontier.place(strip.rows);
  frontier.add(place);
  state_->strips.push_back(strip);
  state_->last_stripe = place.first_stripe + place.stripes - 1;
  const std::int64_t begin = frontier.position();
  return state_->launch(begin, frontier.advance(max_strips - 1), stream);
}

Status DeviceHalftoner::finish(Stream stream) {
  if (!state_->failed.ok()) return state_->failed;
  if (state_->strips.empty()) return {};
  const std::int64_t begin = state_->frontier.position();
  return state_->launch(begin, state_->frontier.finish(), stream);
}

std::int64_t DeviceHalftoner::rows_done() const {
  return state_->rows_done;
}

Status DeviceHalftoner::save(std::int16_t* c, Stream stream) const {
  if (!has_error_filter(state_->settings.method)) return {};
  return start("cannot save the boundary errors", save_errors, state_->columns(), 256, stream,
               state_->columns_of(state_->last_stripe), 2 * state_->layout.row, c, state_->settings.width,
               boundary_rows(state_->settings.method));
}

Status DeviceHalftoner::restore(const std::int16_t* c, std::int64_t rows, Stream stream) {
  state_->rows = state_->rows_done = rows;
  if (!has_error_filter(state_->settings.method)) return {};
  return start("cannot load the boundary errors", load_errors, state_->columns(), 256, stream, state_->columns_of(0),
               2 * state_->layout.row, c, state_->settings.width, boundary_rows(state_->settings.method));
}

DeviceHalftoner::DeviceHalftoner(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceHalftoner::DeviceHalftoner(DeviceHalftoner&&) noexcept = default;
DeviceHalftoner& DeviceHalftoner::operator=(DeviceHalftoner&&) noexcept = default;
DeviceHalftoner::~DeviceHalftoner() = default;

}  // namespace platerip::halftone::cuda
