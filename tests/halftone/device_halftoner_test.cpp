// Pages on the device, in strips of which many are in flight.
#include "halftone/cuda/device_halftoner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halftone/backends/backends.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/even_inks.h"
#include "halftone/page_boundary.h"
#include "tests/device_bytes.h"
#include "tests/halftone/test_screens.h"
#include "tests/seed.h"

namespace platerip::halftone::cuda {
namespace {

struct Page {
  Settings settings;
  std::int64_t height = 1;
  DeviceStrip layout;  // as if the page were a single strip
  std::size_t sample_bytes = 0;
  std::size_t pixel_bytes = 0;
};

// The methods that run on a GPU.
std::vector<Method> methods_with_kernels() {
  std::vector<Method> found;
  for (const MethodInfo& info : methods()) {
    const Method method(info);
    if (DeviceHalftoner::has_kernels({.planes = {{method}}, .width = 1}).ok()) found.push_back(method);
  }
  return found;
}

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

Page random_page(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Page page;
  const std::vector<Method> known = methods_with_kernels();
  const auto random_plane = [&] {
    PlaneSettings plane =
        plane_of(known[static_cast<std::size_t>(below(static_cast<int>(known.size())))], random_screen(random));
    plane.sharpness = below(2) == 0 ? 0 : below(max_sharpness + 1);
    return plane;
  };
  page.settings = {.planes = std::vector(1 + static_cast<std::size_t>(below(8)), random_plane()),
                   .levels = std::vector{2, 2, 3, 4, 16}[static_cast<std::size_t>(below(5))],
                   .bits = below(3) == 0 ? 16 : 8,
                   .width = below(2) == 0 ? std::max(1, 32 * below(12) + below(5) - 2) : 1 + below(5000)};
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

std::string described(const Page& page) {
  std::string methods;
  for (const PlaneSettings& plane : page.settings.planes) {
    methods += plane.method.name();
    for (const int other : plane.beside) methods += " beside " + std::to_string(other);
    methods += ", ";
  }
  return methods + std::to_string(page.settings.levels) + " levels, " + std::to_string(page.settings.bits) + " bits, " +
         std::to_string(page.settings.width) + " by " + std::to_string(page.height) + " pixels";
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

// Halftones the page with the reference, after the errors of a page above it if there are any.
void expected_pixels(const Page& page, const std::byte* samples, std::byte* pixels, const Boundary* above = nullptr) {
  const Backend* reference = *find_backend("reference");
  std::vector<std::byte> workspace(reference->workspace_bytes(page.settings));
  const auto halftoner = reference->make(page.settings, workspace);
  if (above != nullptr) {
    EXPECT_TRUE((*halftoner)->restore(*above).ok());
  }
  EXPECT_TRUE(run_reference(page, 0, page.height, samples, pixels, **halftoner).ok());
}

class DevicePage : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess)
      GTEST_SKIP() << "no GPU to run on: " << cudaGetErrorString(error);
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
  }
  void TearDown() override {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  Stream stream_ = nullptr;
  std::mt19937 random_{test_seed()};
};

// A page in strips on the device, together with what the reference makes of it.
class StripsOnDevice {
 public:
  StripsOnDevice(const Page& page, std::int64_t most_rows, int in_flight, std::mt19937& random, Stream stream)
      : page_(page),
        most_rows_(most_rows),
        random_(random),
        stream_(stream),
        samples_(page.sample_bytes),
        pixels_(page.pixel_bytes),
        errors_(sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors(page.settings))),
        workspace_(DeviceHalftoner::workspace_bytes(page.settings, most_rows, in_flight)),
        expected_(page.pixel_bytes, untouched) {
    const bool flat = random() % 4 == 0;
    for (std::byte& sample : samples_.host) sample = static_cast<std::byte>(flat ? 77 : random());
    samples_.upload();
    auto made = DeviceHalftoner::make(page.settings, most_rows, in_flight, workspace_.device, stream);
    if (!made.ok()) throw std::runtime_error(made.error().message);
    halftoner_.emplace(*std::move(made));
  }

  // Runs the page on the device and, in the same strips, by the reference, which also gives the boundary errors after
  // each.
  void run() {
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

 private:
  // The page's end is not known before finish(), after which no strip is taken.
  void run_with_look_ahead() {
    expected_pixels(page_, samples_.host.data(), expected_.data());
    for (std::int64_t row = 0; row < page_.height;) {
      const std::int64_t rows =
          std::min<std::int64_t>(1 + static_cast<std::int64_t>(random_() % most_rows_), page_.height - row);
      ASSERT_NO_FATAL_FAILURE(enqueue(row, rows));
      row += rows;
      ASSERT_LE(halftoner_->rows_done(), std::max<std::int64_t>(0, row - search_tile));
      if (random_() % 20 > 0) continue;
      ASSERT_NO_FATAL_FAILURE(check_rows_done());
    }
    ASSERT_TRUE(halftoner_->finish(stream_).ok());
    ASSERT_FALSE(halftoner_->enqueue({.rows = 1}, stream_).ok());
    check_page();
  }

  void check_page() {
    ASSERT_EQ(halftoner_->rows_done(), page_.height);
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    pixels_.download();
    const auto first = std::ranges::mismatch(expected_, pixels_.host).in1 - expected_.begin();
    ASSERT_EQ(expected_, pixels_.host) << "first in row " << first / page_.layout.pixels_row << ", byte "
                                       << first % page_.layout.pixels_row;
  }

  void enqueue(std::int64_t row, std::int64_t rows) {
    DeviceStrip strip = page_.layout;
    strip.rows = rows;
    strip.samples = samples_.device + row * strip.samples_row;
    strip.pixels = pixels_.device + row * strip.pixels_row;
    ASSERT_TRUE(halftoner_->enqueue(strip, stream_).ok());
  }

  // Checks that the boundary errors of every strip that the last launch completed can be saved.
  void check_completed() {
    for (; completed_ < ends_.size() && ends_[completed_] <= halftoner_->rows_done(); ++completed_) {
      const std::vector<std::int16_t> expected = errors_of(boundaries_[completed_]);
      ASSERT_TRUE(halftoner_->save(reinterpret_cast<std::int16_t*>(errors_.device), ends_[completed_], stream_).ok());
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      errors_.download();
      ASSERT_EQ(std::memcmp(errors_.host.data(), expected.data(), errors_.host.size()), 0)
          << "after row " << ends_[completed_];
    }
  }

  // Checks that the rows that the halftoner counts as done are finished, before the others are.
  void check_rows_done() {
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    pixels_.download();
    for (std::ptrdiff_t plane = 0; plane < std::ssize(page_.settings.planes); ++plane) {
      const auto begin = plane * page_.layout.pixels_plane;
      const auto bytes = halftoner_->rows_done() * page_.layout.pixels_row;
      ASSERT_TRUE(
          std::equal(expected_.begin() + begin, expected_.begin() + begin + bytes, pixels_.host.begin() + begin));
    }
  }

  const Page& page_;
  std::int64_t most_rows_;
  std::mt19937& random_;
  Stream stream_;
  DeviceBytes samples_, pixels_, errors_, workspace_;
  std::vector<std::byte> expected_;
  std::optional<DeviceHalftoner> halftoner_;
  std::vector<std::int64_t> ends_;  // ends of the strips so far
  std::vector<Boundary> boundaries_;
  std::size_t completed_ = 0;
};

TEST_F(DevicePage, InStripsHasTheBitsOfTheReference) {
  for (int i = 0; i < 500; ++i) {
    const Page page = random_page(random_);
    const std::int64_t most_rows = std::vector{1, 5, 40, 64, 300}[random_() % 5];
    const int in_flight = std::vector{0, 1, 2, 3, DeviceHalftoner::max_strips_in_flight}[random_() % 5];
    SCOPED_TRACE(described(page) + ", strips of up to " + std::to_string(most_rows) + ", " + std::to_string(in_flight) +
                 " in flight");
    ASSERT_NO_FATAL_FAILURE(StripsOnDevice(page, most_rows, in_flight, random_, stream_).run());
  }
}

// A page without random properties except its size. Its planes follow one another.
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

// The least and the greatest error or sum that a page can leave.
std::pair<int, int> limits(const PlaneSettings& plane, bool of_overlap) {
  const ToneFilter* tone = plane.method.info().tone;
  if (tone == nullptr) return {min_error, max_error};
  const int own = plane.beside.empty() ? largest_tone_sum(*tone) : largest_even_sum(*tone);
  const int most = of_overlap ? largest_overlap_sum : own;
  return {-most, most};
}

// The nearest errors that a page can leave.
std::vector<std::int16_t> limited(const Settings& settings, std::vector<std::int16_t> errors) {
  if (errors.empty()) return errors;
  auto error = errors.begin();
  for (const PlaneSettings& plane : settings.planes) {
    for (std::int64_t i = 0; i < boundary_errors(plane, settings.width); ++i, ++error) {
      const auto [least, most] = limits(plane, i >= settings.width);
      *error = static_cast<std::int16_t>(std::clamp<int>(*error, least, most));
    }
  }
  return errors;
}

// Halftones the page as one strip of noise. The first row begins at these offsets into the samples and the pixels. If
// `errors` are given, the page continues below a page that left them.
void expect_the_reference(const Page& page, std::ptrdiff_t first_sample, std::ptrdiff_t first_pixel,
                          std::byte* workspace, std::mt19937& random, Stream stream,
                          const std::vector<std::int16_t>& errors = {}) {
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

TEST_F(DevicePage, MayLieUpsideDown) {
  for (const Method method : methods_with_kernels()) {
    Page page = plain_page({.planes = std::vector(2, plane_of(method)), .width = 500}, 100);
    DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
    const std::ptrdiff_t last_samples = 99 * page.layout.samples_row, last_pixels = 99 * page.layout.pixels_row;
    page.layout.samples_row *= -1;
    page.layout.pixels_row *= -1;
    expect_the_reference(page, last_samples, last_pixels, workspace.device, random_, stream_);
  }
}

TEST_F(DevicePage, MayBeOneStripOfManyRows) {
  const Page page = plain_page({.width = 130}, 10000);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// No bit past the width is set, however large the errors are, and errors that no page can leave do no harm.
TEST_F(DevicePage, GoesOnFromAnyErrors) {
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::error_filter && info.family != Family::tone_filter) continue;
    const int range = info.family == Family::error_filter ? 3000 : 32767;
    const Method method(info);
    std::vector<std::vector<PlaneSettings>> pages{planes_of(2, method)};
    if (info.tone != nullptr) {
      pages.push_back(planes_of(3, method));
      pages[1][0].beside = {2};
      pages[1][1].beside = {2, 0};
    }
    for (const auto& [levels, planes] : {std::pair{2, 0}, {3, 0}, {4, 0}, {16, 0}, {2, 1}}) {
      if (planes == std::ssize(pages)) continue;
      // With 348 columns, a complete word has bits past the width.
      for (const auto& [width, bits] : {std::pair{331, 8}, std::pair{348, 8}, std::pair{348, 16}}) {
        const Page page = plain_page(
            {.planes = pages[static_cast<std::size_t>(planes)], .levels = levels, .bits = bits, .width = width}, 70);
        std::vector<std::int16_t> errors(static_cast<std::size_t>(boundary_errors(page.settings)));
        const auto few = random_() % 2 == 0;  // different values, so that many are the largest
        for (std::int16_t& error : errors) {
          const auto value = static_cast<int>(random_() % static_cast<unsigned>(2 * range)) - range;
          error = static_cast<std::int16_t>(few ? (value < 0 ? -range : range) : value);
        }
        DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
        expect_the_reference(page, 0, 0, workspace.device, random_, stream_, errors);
      }
    }
  }
}

TEST_F(DevicePage, IsNotSpoiltByAnAbandonedOne) {
  const Page page = plain_page({.planes = {{"jarvis"}}, .width = 3000}, 200);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 3));
  {
    DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes);
    auto abandoned = DeviceHalftoner::make(page.settings, page.height, 3, workspace.device, stream_);
    ASSERT_TRUE(abandoned.ok());
    DeviceStrip strip = page.layout;
    strip.samples = samples.device;
    strip.pixels = pixels.device;
    strip.rows = 40;
    ASSERT_TRUE(abandoned->enqueue(strip, stream_).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  }
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

TEST_F(DevicePage, RefusesStripsThatItHasNoRoomFor) {
  const Settings settings{.width = 100};
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(settings, 32, 3));
  auto halftoner = DeviceHalftoner::make(settings, 32, 3, workspace.device, stream_);
  ASSERT_TRUE(halftoner.ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 33}, stream_).ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 0}, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 0, 3, workspace.device, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 32, -1, workspace.device, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 32, max_strips, workspace.device, stream_).ok());
}

// After a launch, only the errors of the strips that it completed can be saved: the next launch may overwrite the
// others.
TEST_F(DevicePage, HasTheBoundaryErrorsOfWhatTheLastLaunchCompleted) {
  const Page page = plain_page({.width = 100}, 96);
  DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes), errors(200);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, 32, 0));
  auto halftoner = DeviceHalftoner::make(page.settings, 32, 0, workspace.device, stream_);
  ASSERT_TRUE(halftoner.ok());
  auto* const to = reinterpret_cast<std::int16_t*>(errors.device);
  EXPECT_TRUE(halftoner->save(to, 0, stream_).ok());
  for (const std::int64_t row : {0, 32, 64}) {
    DeviceStrip strip = page.layout;
    strip.rows = 32;
    strip.samples = samples.device + row * strip.samples_row;
    strip.pixels = pixels.device + row * strip.pixels_row;
    ASSERT_TRUE(halftoner->enqueue(strip, stream_).ok());
    EXPECT_EQ(halftoner->rows_done(), row + 32);
    EXPECT_FALSE(halftoner->save(to, row, stream_).ok());
    EXPECT_TRUE(halftoner->save(to, row + 32, stream_).ok());
    EXPECT_TRUE(halftoner->finish(stream_).ok());
    EXPECT_TRUE(halftoner->save(to, row + 32, stream_).ok());
  }
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
}

// Sizes around the borders of tiles, all efforts, and as many rows as several steps of the search need.
TEST_F(DevicePage, IsSearchedLikeTheReference) {
  for (int i = 0; i < 150; ++i) {
    const auto below = [&](unsigned n) { return static_cast<int>(random_() % n); };
    Page page = plain_page({.planes = planes_of(1 + random_() % 4, "dbs"),
                            .levels = std::vector{2, 2, 3, 4, 16}[random_() % 5],
                            .bits = below(3) == 0 ? 16 : 8,
                            .width = below(3) == 0 ? 1 + below(300) : std::max(1, 32 * below(6) + below(5) - 2)},
                           below(3) == 0 ? 1 + below(600) : std::max(1, 32 * below(12) + below(5) - 2));
    const SearchEffort effort{.rounds = 1 + below(4), .sweeps = 1 + below(4)};
    for (PlaneSettings& plane : page.settings.planes) {
      plane.effort = effort;
      plane.ink = below(9);
    }
    const std::int64_t most_rows = std::vector{1, 5, 40, 64, 300, 3000}[random_() % 6];
    const int in_flight = std::vector{0, 1, 3}[random_() % 3];
    SCOPED_TRACE(described(page) + ", " + std::to_string(effort.rounds) + " rounds of " +
                 std::to_string(effort.sweeps) + " sweeps, strips of up to " + std::to_string(most_rows) + ", " +
                 std::to_string(in_flight) + " in flight");
    ASSERT_NO_FATAL_FAILURE(StripsOnDevice(page, most_rows, in_flight, random_, stream_).run());
  }
}

// More rows than are searched at a time.
TEST_F(DevicePage, IsSearchedInOneStripOfManyRows) {
  const Page page = plain_page({.planes = planes_of(1, "dbs"), .width = 70}, 6000);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// Needs no GPU.
TEST(Searches, AreRefusedInOneLine) {
  const auto refused = [](const std::vector<PlaneSettings>& planes, const std::string& message) {
    const Status status = DeviceHalftoner::has_kernels({.planes = planes, .width = 1});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, message);
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
  };
  refused({{"tone"}, {"les"}}, "cuda: les runs on the CPU only");
  refused(planes_of(2, "pes"), "cuda: pes runs on the CPU only");
  const std::string together = "cuda: dbs runs on the GPU only if all inks have it, with the same effort";
  refused({{"tone"}, {"dbs"}}, together);
  refused({{"dbs"}, {.method = "dbs", .effort = SearchEffort{.rounds = 1, .sweeps = 1}}}, together);
  EXPECT_TRUE(DeviceHalftoner::has_kernels({.planes = planes_of(4, "dbs"), .width = 1}).ok());
}

}  // namespace
}  // namespace platerip::halftone::cuda
