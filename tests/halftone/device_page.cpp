#include "tests/halftone/device_page.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "halftone/backends/backends.h"
#include "halftone/cuda/search/held_rows.h"
#include "halftone/even_inks.h"
#include "halftone/page_boundary.h"
#include "halftone/search/packed_search.h"
#include "halftone/tone_ladder.h"
#include "tests/halftone/quick_methods.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/test_screens.h"

namespace platerip::halftone::cuda {
namespace {

// Puts planes beside others that can have them: each plane may have up to two beside it, before it or after it.
void spread_evenly(Settings& settings, std::mt19937& random) {
  if (settings.levels != 2) return;
  std::vector<int> order(settings.planes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, random);
  for (std::size_t i = 1; i < order.size(); ++i) {
    PlaneSettings& plane = settings.planes[static_cast<std::size_t>(order[i])];
    if (plane.method.info().tone == nullptr) continue;
    const std::size_t most = random() % 3;
    std::vector<int> beside;
    for (std::size_t k = 0; k < i && beside.size() < most; ++k) beside.push_back(order[k]);
    const bool may = std::ranges::all_of(beside, [&](int other) {
      return settings.planes[static_cast<std::size_t>(other)].beside.size() < beside.size();
    });
    if (may) plane.beside = beside;
  }
}

bool looks_ahead(const Page& page) {
  return rows_held_back(page.settings) > 0;
}

// From the place of one row's boundary to the next.
std::size_t boundary_stride(const Page& page) {
  return (static_cast<std::size_t>(PackedSearch(page.settings).bytes) + 15) / 16 * 16;
}

// Runs rows of the page through a halftoner in host memory.
Result<std::int64_t> run_reference(const Page& page, std::int64_t row, std::int64_t rows, const std::byte* samples,
                                   std::byte* pixels, Halftoner& halftoner) {
  std::vector<Plane> planes;
  std::vector<Plate> plates;
  for (std::ptrdiff_t i = 0; i < std::ssize(page.settings.planes); ++i) {
    planes.push_back(
        {samples + i * page.layout.samples_plane + row * page.layout.samples_row, page.layout.samples_row});
    plates.push_back({pixels + i * page.layout.pixels_plane + row * page.layout.pixels_row, page.layout.pixels_row});
  }
  return halftoner.run({.rows = rows, .planes = planes, .plates = plates, .last = row + rows == page.height});
}

// The backend with the bits to expect. The reference would take minutes for les and pes. window_search_test compares
// the CPU's with it.
const Backend& expected_backend(const Page& page) {
  const bool is_quick = std::ranges::count(quick_methods(), page.settings.planes[0].method) > 0;
  return **find_backend(is_quick ? "reference" : "auto");
}

// Halftones the page with that backend, after the errors of a page above it if there are any.
void expected_pixels(const Page& page, const std::byte* samples, std::byte* pixels, const Boundary* above = nullptr) {
  const Backend& backend = expected_backend(page);
  std::vector<std::byte> workspace(backend.workspace_bytes(page.settings));
  const auto halftoner = backend.make(page.settings, workspace);
  if (above != nullptr) {
    EXPECT_TRUE((*halftoner)->restore(*above).ok());
  }
  EXPECT_TRUE(run_reference(page, 0, page.height, samples, pixels, **halftoner).ok());
}

// The least and the greatest error or sum that a page can leave.
std::pair<int, int> limits(const PlaneSettings& plane, int levels, bool of_overlap) {
  const ToneFilter* tone = plane.method.info().tone;
  if (tone == nullptr) return {min_error, max_error};
  const int own = plane.beside.empty() ? largest_sum(*tone, levels) : largest_even_sum(*tone);
  const int most = of_overlap ? largest_overlap_sum : own;
  return {-most, most};
}

// The nearest errors that a page can leave.
std::vector<std::int16_t> limited(const Settings& settings, std::vector<std::int16_t> errors) {
  if (errors.empty()) return errors;
  auto error = errors.begin();
  for (const PlaneSettings& plane : settings.planes) {
    for (std::int64_t i = 0; i < boundary_errors(plane, settings.width); ++i, ++error) {
      const auto [least, most] = limits(plane, settings.levels, i >= settings.width);
      *error = static_cast<std::int16_t>(std::clamp<int>(*error, least, most));
    }
  }
  return errors;
}

}  // namespace

std::vector<Method> quick_methods_with_kernels() {
  std::vector<Method> found = quick_methods();
  std::erase_if(found,
                [](Method method) { return !DeviceHalftoner::has_kernels({.planes = {{method}}, .width = 1}).ok(); });
  return found;
}

Page random_page(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Page page;
  const std::vector<Method> known = quick_methods_with_kernels();
  const auto random_plane = [&] {
    PlaneSettings plane =
        plane_of(known[static_cast<std::size_t>(below(static_cast<int>(known.size())))], random_screen(random));
    plane.sharpness = below(2) == 0 ? 0 : below(max_sharpness + 1);
    const bool may_have_drops = plane.method.info().search == nullptr;
    if (may_have_drops && below(4) > 0) plane.drops = random_drops(random, page.settings.levels);
    return plane;
  };
  page.settings.levels = below(3) == 0 ? 2 : std::vector{3, 4, 16, 3 + below(14)}[static_cast<std::size_t>(below(4))];
  page.settings = {.planes = std::vector(1 + static_cast<std::size_t>(below(8)), random_plane()),
                   .levels = page.settings.levels,
                   .bits = below(3) == 0 ? 16 : 8,
                   .width = below(2) == 0 ? std::max(1, 32 * below(12) + below(5) - 2) : 1 + below(5000)};
  if (!DeviceHalftoner::has_kernels(page.settings).ok()) page.settings.levels = 2;
  // All planes have one method, or there are runs of planes with the same.
  if (below(3) == 0) {
    for (PlaneSettings& plane : page.settings.planes) {
      if (below(2) == 0) continue;
      const PlaneSettings before = std::exchange(plane, random_plane());
      if (!DeviceHalftoner::has_kernels(page.settings).ok()) plane = before;
    }
  }
  for (PlaneSettings& plane : page.settings.planes) plane.ink = below(5);
  if (below(2) == 0) spread_evenly(page.settings, random);
  if (looks_ahead(page))
    page.settings.width = std::min<std::int64_t>(page.settings.width, 600);  // the reference is slow
  page.height = 1 + below(below(4) == 0 ? 1000 : 150);
  const std::ptrdiff_t sample = page.settings.bits / 8;
  const bool padded = below(2) == 0;
  DeviceStrip& layout = page.layout;
  layout.rows = page.height;
  layout.samples_row = (page.settings.width + below(70)) * sample;
  layout.pixels_row = plate_row_bytes(page.settings.width, page.settings.levels) + below(70);
  if (padded) layout.samples_row = (layout.samples_row + 3) / 4 * 4;
  if (padded) layout.pixels_row = (layout.pixels_row + 3) / 4 * 4;
  layout.samples_plane = layout.samples_row * page.height;
  layout.pixels_plane = layout.pixels_row * page.height;
  page.sample_bytes = static_cast<std::size_t>(layout.samples_plane) * page.settings.planes.size();
  page.pixel_bytes = static_cast<std::size_t>(layout.pixels_plane) * page.settings.planes.size();
  return page;
}

Page plain_page(const Settings& settings, std::int64_t height) {
  Page page;
  page.settings = settings;
  page.height = height;
  page.layout.rows = height;
  page.layout.samples_row = settings.width * settings.bits / 8;
  page.layout.pixels_row = plate_row_bytes(settings.width, settings.levels);
  page.layout.samples_plane = page.layout.samples_row * height;
  page.layout.pixels_plane = page.layout.pixels_row * height;
  page.sample_bytes = static_cast<std::size_t>(page.layout.samples_plane) * settings.planes.size();
  page.pixel_bytes = static_cast<std::size_t>(page.layout.pixels_plane) * settings.planes.size();
  return page;
}

std::string described(const Page& page) {
  std::string methods;
  for (const PlaneSettings& plane : page.settings.planes) {
    methods += plane.method.name();
    methods += halftone::described(plane.drops);
    for (const int other : plane.beside) methods += " beside " + std::to_string(other);
    methods += ", ";
  }
  return methods + std::to_string(page.settings.levels) + " levels, " + std::to_string(page.settings.bits) + " bits, " +
         std::to_string(page.settings.width) + " by " + std::to_string(page.height) + " pixels";
}

void expect_the_reference(const Page& page, std::ptrdiff_t first_sample, std::ptrdiff_t first_pixel,
                          std::byte* workspace, std::mt19937& random, Stream stream,
                          const std::vector<std::int16_t>& errors) {
  DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes), above(sizeof(std::int16_t) * errors.size());
  for (std::byte& sample : samples.host) sample = static_cast<std::byte>(random());
  samples.upload();
  const std::vector<std::int16_t> in_range = limited(page.settings, errors);
  const Boundary boundary = errors.empty() ? Boundary{} : boundary_of(page.settings, 7, in_range);
  std::vector<std::byte> expected(page.pixel_bytes, untouched);
  expected_pixels(page, samples.host.data() + first_sample, expected.data() + first_pixel,
                  errors.empty() ? nullptr : &boundary);

  auto halftoner = DeviceHalftoner::make(page.settings, page.height, 0, workspace, stream);
  ASSERT_TRUE(halftoner.ok()) << halftoner.error().message;
  if (!errors.empty()) {
    std::memcpy(above.host.data(), errors.data(), above.host.size());
    above.upload();
    ASSERT_TRUE(halftoner->restore(reinterpret_cast<const std::int16_t*>(above.device), boundary.rows, stream).ok());
  }
  DeviceStrip strip = page.layout;
  strip.samples = samples.device + first_sample;
  strip.pixels = pixels.device + first_pixel;
  ASSERT_TRUE(halftoner->enqueue(strip, stream).ok());
  ASSERT_TRUE(halftoner->finish(stream).ok());
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  pixels.download();
  ASSERT_EQ(expected, pixels.host);
}

StripsOnDevice::StripsOnDevice(const Page& page, std::int64_t most_rows, int in_flight, std::mt19937& random,
                               Stream stream)
    : page_(page),
      most_rows_(most_rows),
      random_(random),
      stream_(stream),
      samples_(page.sample_bytes),
      pixels_(page.pixel_bytes),
      errors_(sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors(page.settings))),
      workspace_(DeviceHalftoner::workspace_bytes(page.settings, most_rows, in_flight)),
      searches_(looks_ahead(page) ? static_cast<std::size_t>(page.height) * boundary_stride(page) : 0),
      expected_(page.pixel_bytes, untouched) {
  const bool flat = random() % 4 == 0;
  for (std::byte& sample : samples_.host) sample = static_cast<std::byte>(flat ? 77 : random());
  samples_.upload();
  auto made = DeviceHalftoner::make(page.settings, most_rows, in_flight, workspace_.device, stream);
  if (!made.ok()) throw std::runtime_error(made.error().message);
  halftoner_.emplace(*std::move(made));
}

void StripsOnDevice::run() {
  if (looks_ahead(page_)) return run_with_look_ahead();
  const Backend* backend = *find_backend("reference");
  std::vector<std::byte> memory(backend->workspace_bytes(page_.settings));
  const auto reference = *backend->make(page_.settings, memory);
  for (std::int64_t row = 0; row < page_.height;) {
    const std::int64_t rows =
        std::min<std::int64_t>(1 + static_cast<std::int64_t>(random_() % most_rows_), page_.height - row);
    ASSERT_NO_FATAL_FAILURE(enqueue(row, rows));
    ASSERT_TRUE(run_reference(page_, row, rows, samples_.host.data(), expected_.data(), *reference).ok());
    row += rows;
    ends_.push_back(row);
    boundaries_.push_back(*reference->save());
    ASSERT_LE(halftoner_->rows_done(), row);
    ASSERT_NO_FATAL_FAILURE(check_completed());
    if (random_() % 20 > 0) continue;
    ASSERT_TRUE(halftoner_->finish(stream_).ok());
    ASSERT_NO_FATAL_FAILURE(check_completed());
  }
  ASSERT_NO_FATAL_FAILURE(check_rows_done());
  ASSERT_TRUE(halftoner_->finish(stream_).ok());
  ASSERT_NO_FATAL_FAILURE(check_completed());
  check_page();
}

void StripsOnDevice::run_with_look_ahead() {
  expected_pixels(page_, samples_.host.data(), expected_.data());
  for (std::int64_t row = begin_by_reference(); row < page_.height;) {
    const std::int64_t rows =
        std::min<std::int64_t>(1 + static_cast<std::int64_t>(random_() % most_rows_), page_.height - row);
    ASSERT_NO_FATAL_FAILURE(enqueue(row, rows));
    row += rows;
    ends_.push_back(row);
    ASSERT_LE(halftoner_->rows_done(), std::max<std::int64_t>(0, row - search_tile));
    if (random_() % 20 > 0) continue;
    ASSERT_NO_FATAL_FAILURE(check_rows_done());
  }
  ASSERT_TRUE(halftoner_->finish(stream_).ok());
  ASSERT_FALSE(halftoner_->enqueue({.rows = 1}, stream_).ok());
  ASSERT_NO_FATAL_FAILURE(check_page());
  searches_.download();
  for (int i = 0; i < 3 && !ends_.empty(); ++i) check_boundary(ends_[random_() % ends_.size()]);
}

std::int64_t StripsOnDevice::begin_by_reference() {
  const std::int64_t rows = random_() % 3 == 0 ? static_cast<std::int64_t>(random_() % page_.height) : 0;
  if (rows == 0) return 0;
  const Backend& backend = expected_backend(page_);
  std::vector<std::byte> memory(backend.workspace_bytes(page_.settings));
  const auto reference = *backend.make(page_.settings, memory);
  std::vector<std::byte> pixels(page_.pixel_bytes);
  EXPECT_TRUE(run_reference(page_, 0, rows, samples_.host.data(), pixels.data(), *reference).ok());
  const Boundary boundary = *reference->save();
  const auto held = held_rows_of(page_.settings, boundary);
  EXPECT_TRUE(held.ok()) << held.error().message;
  first_row_ = boundary.rows;
  std::vector<DeviceStrip> strips;
  for (std::int64_t row = boundary.rows; row < rows; row += strips.back().rows) {
    DeviceStrip& strip = strips.emplace_back(page_.layout);
    strip.rows = std::min<std::int64_t>(1 + static_cast<std::int64_t>(random_() % most_rows_), rows - row);
    strip.pixels = pixels_.device + row * strip.pixels_row;
    if (row + strip.rows == rows)
      strip.boundary = searches_.device + static_cast<std::size_t>(rows - 1) * boundary_stride(page_);
  }
  if (!strips.empty()) ends_.push_back(rows);
  DeviceBytes sums(held->sums.size() * sizeof(std::int16_t));
  std::memcpy(sums.host.data(), held->sums.data(), sums.host.size());
  sums.upload();
  const Status status = halftoner_->restore(reinterpret_cast<const std::int16_t*>(sums.device), *held, strips, stream_);
  EXPECT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  return rows;
}

void StripsOnDevice::take_first_rows() {
  for (std::ptrdiff_t plane = 0; plane < std::ssize(page_.settings.planes); ++plane) {
    const auto begin = plane * page_.layout.pixels_plane;
    std::copy_n(expected_.begin() + begin, first_row_ * page_.layout.pixels_row, pixels_.host.begin() + begin);
  }
}

void StripsOnDevice::check_boundary(std::int64_t row) {
  const auto bytes = static_cast<std::size_t>(PackedSearch(page_.settings).bytes);
  const std::span<const std::byte> packed(
      searches_.host.data() + static_cast<std::size_t>(row - 1) * boundary_stride(page_), bytes);
  const Boundary boundary = boundary_of_search(page_.settings, row, packed);
  const Backend& backend = expected_backend(page_);
  std::vector<std::byte> memory(backend.workspace_bytes(page_.settings));
  const auto reference = *backend.make(page_.settings, memory);
  const Status status = reference->restore(boundary);
  ASSERT_TRUE(status.ok()) << status.error().message;
  std::vector<std::byte> pixels = expected_;
  std::vector<Plane> planes;
  std::vector<Plate> plates;
  for (std::ptrdiff_t i = 0; i < std::ssize(page_.settings.planes); ++i) {
    const std::byte* const samples = samples_.host.data() + i * page_.layout.samples_plane;
    std::byte* const plate = pixels.data() + i * page_.layout.pixels_plane;
    planes.push_back({samples + row * page_.layout.samples_row, page_.layout.samples_row});
    plates.push_back({plate + row * page_.layout.pixels_row, page_.layout.pixels_row});
    for (std::int64_t y = row; y < page_.height; ++y)
      std::fill_n(plate + y * page_.layout.pixels_row, plate_row_bytes(page_.settings.width, page_.settings.levels),
                  std::byte{0xEE});
  }
  const std::int64_t rows = page_.height - row;
  const auto done = reference->run({.rows = rows, .planes = planes, .plates = plates, .last = true, .room = rows});
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(*done, rows);
  ASSERT_EQ(pixels, expected_) << "after row " << row;
}

void StripsOnDevice::check_page() {
  ASSERT_EQ(halftoner_->rows_done(), page_.height);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  pixels_.download();
  take_first_rows();
  const auto first = std::ranges::mismatch(expected_, pixels_.host).in1 - expected_.begin();
  ASSERT_EQ(expected_, pixels_.host) << "first in row " << first / page_.layout.pixels_row << ", byte "
                                     << first % page_.layout.pixels_row;
}

void StripsOnDevice::enqueue(std::int64_t row, std::int64_t rows) {
  DeviceStrip strip = page_.layout;
  strip.rows = rows;
  strip.samples = samples_.device + row * strip.samples_row;
  strip.pixels = pixels_.device + row * strip.pixels_row;
  if (looks_ahead(page_))
    strip.boundary = searches_.device + static_cast<std::size_t>(row + rows - 1) * boundary_stride(page_);
  ASSERT_TRUE(halftoner_->enqueue(strip, stream_).ok());
}

void StripsOnDevice::check_completed() {
  for (; completed_ < ends_.size() && ends_[completed_] <= halftoner_->rows_done(); ++completed_) {
    const std::vector<std::int16_t> expected = errors_of(boundaries_[completed_]);
    ASSERT_TRUE(halftoner_->save(reinterpret_cast<std::int16_t*>(errors_.device), ends_[completed_], stream_).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    errors_.download();
    ASSERT_EQ(std::memcmp(errors_.host.data(), expected.data(), errors_.host.size()), 0)
        << "after row " << ends_[completed_];
  }
}

void StripsOnDevice::check_rows_done() {
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  pixels_.download();
  take_first_rows();
  for (std::ptrdiff_t plane = 0; plane < std::ssize(page_.settings.planes); ++plane) {
    const auto begin = plane * page_.layout.pixels_plane;
    const auto bytes = halftoner_->rows_done() * page_.layout.pixels_row;
    ASSERT_TRUE(std::equal(expected_.begin() + begin, expected_.begin() + begin + bytes, pixels_.host.begin() + begin));
  }
}

}  // namespace platerip::halftone::cuda
