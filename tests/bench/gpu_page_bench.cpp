// From host to host: from pixels in pinned memory through the GPU to plates in pinned memory, with the product's
// buffers. Compares this with the time for the upload alone, measured in the same run. Also measures the start of a
// GPU, which a job pays once, and the beginning of a page.
//   gpu_page_bench [SIDE [STRIPS_IN_FLIGHT]]
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "rip/makers/gpu.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/makers/gpu_maker.h"
#include "rip/strips/strip_memory.h"
#include "samples/content.h"
#include "tests/bench/times.h"

namespace {

using namespace platerip;
using namespace platerip::rip;

constexpr int repeats = 9;
constexpr std::size_t plates = 4;

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}
void must(const Status& status) {
  if (!status.ok()) fail(status.error().message);
}
void must(cudaError_t error) {
  if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

PageWork settings_of(std::int64_t side) {
  PageWork settings;
  settings.separation.page = profiles::Profile::srgb();
  settings.separation.press = profiles::Profile::default_press();
  settings.separation.pixels = side * side;
  settings.halftone = {.planes = halftone::planes_of(plates, "floyd-steinberg"), .width = side};
  settings.plate_inks = {0, 1, 2, 3};
  settings.page_height = side;
  return settings;
}

// A photograph with grain. The page repeats these rows.
std::vector<std::byte> photo_rows(std::int64_t side, std::int64_t rows) {
  const auto paint = samples::find_content("photo", side, rows, 1);
  std::vector<samples::Color> row(static_cast<std::size_t>(side));
  std::vector<std::byte> pixels;
  std::mt19937 random(1);
  for (std::int64_t y = 0; y < rows; ++y) {
    (*paint)(y, row);
    for (const samples::Color& color : row) {
      const double grain = (static_cast<double>(random() & 7) - 3.5) / 255;
      for (const double value : {color.r, color.g, color.b})
        pixels.push_back(static_cast<std::byte>(samples::clamp01(value + grain) * 255));
    }
  }
  return pixels;
}

// A hash (FNV-1a) of all plates.
std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

std::size_t free_memory() {
  std::size_t free = 0, all = 0;
  must(cudaMemGetInfo(&free, &all));
  return free;
}

/// A page that can begin again and again.
class Page {
 public:
  Page(Gpu& gpu, std::int64_t side, std::int64_t strip_rows, int in_flight, const std::vector<std::byte>& photo)
      : gpu_(gpu), side_(side), photo_(photo), wanted_{strip_rows, in_flight, strips_behind(strip_rows)} {}

  void begin() {
    prepare_ = seconds([&] {
      auto prepared = gpu_.prepare(settings_of(side_));
      if (!prepared.ok()) fail(prepared.error().message);
      page_ = *std::move(prepared);
    });
    begin_ = seconds([&] {
      const auto plan = page_->begin(shape(), wanted_);
      if (!plan.ok()) fail(plan.error().message);
      plan_ = *plan;
      const auto memory = page_->take_strips({});
      if (!memory.ok()) fail(memory.error().message);
      strips_ = place_strips(shape(), plan_, 0, *memory);
    });
    if (plan_.rows != wanted_.rows) fail("the GPU has no room for strips of so many rows");
    must(cudaDeviceSynchronize());
  }

  /// Runs all strips. As many of them are with the GPU at a time as in the product. If `made` is not null, each strip
  /// gets its own rows of the photograph, and its plates are copied to `made`, which takes time.
  void run(std::vector<std::byte>* made) {
    const std::int64_t strips = strip_count() + plan_.behind;
    first_plate_ = submit_ = 0;
    const auto start = std::chrono::steady_clock::now();
    std::int64_t row = 0;
    for (std::int64_t i = 0; i < strips + plan_.in_flight - 1; ++i) {
      if (i < strips) submit_ += seconds([&] { submit(i, made != nullptr); });
      if (i < plan_.in_flight - 1) continue;
      const auto done = page_->wait();
      if (!done.ok()) fail(done.error().message);
      if (row == 0 && done->rows > 0)
        first_plate_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (made != nullptr) copy_plates(strip(i - plan_.in_flight + 1), row, done->rows, *made);
      row += done->rows;
    }
    if (row != side_) fail("rows are missing");
  }

  /// The time for uploading the strips, without any other work.
  [[nodiscard]] double upload() const {
    std::byte* device = nullptr;
    const auto strip_bytes = static_cast<std::size_t>(plan_.rows * 3 * side_);
    must(cudaMalloc(reinterpret_cast<void**>(&device), strip_bytes));
    const double time = seconds([&] {
      for (std::int64_t i = 0; i < strip_count(); ++i)
        must(cudaMemcpyAsync(device, strips_[static_cast<std::size_t>(i) % strips_.size()].pixels,
                             static_cast<std::size_t>(rows_of(i) * 3 * side_), cudaMemcpyHostToDevice));
      must(cudaDeviceSynchronize());
    });
    must(cudaFree(device));
    return time;
  }

  [[nodiscard]] std::size_t host_bytes() const { return strips_bytes(shape(), plan_, 0); }
  [[nodiscard]] double prepare_seconds() const { return prepare_; }
  [[nodiscard]] double begin_seconds() const { return begin_; }
  [[nodiscard]] double first_plate_seconds() const { return first_plate_; }
  [[nodiscard]] double submit_seconds() const { return submit_ / static_cast<double>(strip_count()); }
  [[nodiscard]] const StripPlan& plan() const { return plan_; }

 private:
  [[nodiscard]] StripShape shape() const {
    return {.width = side_,
            .pixel_row_bytes = 3 * side_,
            .planes = 0,
            .sample_bytes = 1,
            .plates = plates,
            .plate_row_bytes = plate_row()};
  }
  [[nodiscard]] std::int64_t plate_row() const { return halftone::plate_row_bytes(side_, 2); }
  [[nodiscard]] std::int64_t strip_count() const { return (side_ + plan_.rows - 1) / plan_.rows; }
  [[nodiscard]] std::int64_t rows_of(std::int64_t i) const {
    return std::clamp<std::int64_t>(side_ - i * plan_.rows, 0, plan_.rows);
  }
  StripInFlight& strip(std::int64_t i) { return strips_[static_cast<std::size_t>(i) % strips_.size()]; }

  void submit(std::int64_t i, bool with_photo) {
    StripInFlight& next = strip(i);
    next.rows = rows_of(i);
    next.first_row = std::min(i * plan_.rows, side_);
    next.last = next.first_row + next.rows == side_;
    const std::int64_t photo_rows = static_cast<std::int64_t>(photo_.size()) / (3 * side_);
    for (std::int64_t y = 0; with_photo && y < next.rows; ++y)
      std::copy_n(photo_.data() + (next.first_row + y) % photo_rows * 3 * side_, 3 * side_,
                  next.pixels + y * next.pixel_stride);
    must(page_->submit(next));
  }

  void copy_plates(const StripInFlight& from, std::int64_t row, std::int64_t rows, std::vector<std::byte>& to) const {
    for (std::size_t plate = 0; plate < plates; ++plate) {
      std::byte* const first = to.data() + (static_cast<std::int64_t>(plate) * side_ + row) * plate_row();
      for (std::int64_t y = 0; y < rows; ++y)
        std::copy_n(from.plates[plate].pixels + y * from.plates[plate].stride, plate_row(), first + y * plate_row());
    }
  }

  Gpu& gpu_;
  std::int64_t side_;
  const std::vector<std::byte>& photo_;
  StripPlan wanted_;
  StripPlan plan_;
  std::unique_ptr<GpuPage> page_;
  std::vector<StripInFlight> strips_;
  double prepare_ = 0, begin_ = 0, first_plate_ = 0, submit_ = 0;
};

void run(std::int64_t side, std::int64_t strip_rows, int in_flight, const std::vector<std::byte>& photo) {
  const std::size_t free_before = free_memory();
  const auto gpu = open_gpu(0, 0);
  Page page(*gpu, side, strip_rows, in_flight, photo);
  page.begin();
  const std::size_t device_bytes = free_before - free_memory();
  std::vector<std::byte> made(plates * static_cast<std::size_t>(side * halftone::plate_row_bytes(side, 2)));
  page.run(&made);
  std::vector<double> prepare, begin, first, submit, work, upload;
  for (int i = 0; i < repeats; ++i) {
    page.begin();
    upload.push_back(page.upload());
    work.push_back(seconds([&] { page.run(nullptr); }));
    prepare.push_back(page.prepare_seconds());
    begin.push_back(page.begin_seconds());
    first.push_back(page.first_plate_seconds());
    submit.push_back(page.submit_seconds());
  }
  constexpr double mib = 1 << 20;
  const double bytes = 3 * static_cast<double>(side) * static_cast<double>(side);
  std::printf(
      "strips of %5lld rows: %7.2f ms (best %7.2f), upload alone %7.2f ms (%.1f GB/s): %5.1f %%; plates %d strips "
      "behind, first after %.2f ms, %.0f us to submit one; %.1f MiB of the host's, %.1f of the GPU's; prepare %.1f ms, "
      "begin %.1f ms; "
      "%016llx\n",
      static_cast<long long>(strip_rows), 1e3 * median(work), 1e3 * std::ranges::min(work), 1e3 * median(upload),
      bytes / median(upload) / 1e9, 100 * median(upload) / median(work), page.plan().behind, 1e3 * median(first),
      1e6 * median(submit), static_cast<double>(page.host_bytes()) / mib, static_cast<double>(device_bytes) / mib,
      1e3 * median(prepare), 1e3 * median(begin), static_cast<unsigned long long>(hash_of(made)));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char* argv[]) {
  const std::int64_t side = argc > 1 ? std::atoll(argv[1]) : 16384;
  const int in_flight = argc > 2 ? std::atoi(argv[2]) : 6;
  const double driver = seconds([] { must(find_gpu(0)); });
  const double start = seconds([] { must(cudaFree(nullptr)); });
  cudaDeviceProp properties{};
  must(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s: %lld x %lld RGB to four plates, medians of %d; the driver starts in %.0f ms, a context in %.0f ms\n",
              properties.name, static_cast<long long>(side), static_cast<long long>(side), repeats, 1e3 * driver,
              1e3 * start);
  const std::vector<std::byte> photo = photo_rows(side, 512);
  for (const std::int64_t rows : {64, 128, 256, 384, 512}) run(side, rows, in_flight, photo);
}
