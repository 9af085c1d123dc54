// Methods that look ahead, by every maker: rows of plates come out later than the rows of pixels go in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "rip/makers/cores_maker.h"
#include "rip/makers/gpu_maker.h"
#include "rip/page/make_rows.h"
#include "rip/resources/threads.h"
#include "separation/backends/backends.h"
#include "tests/rip/made_gpu.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

using namespace test;
using halftone::Method;
using halftone::MethodInfo;

constexpr std::int64_t width = 21;
constexpr std::int64_t height = 120;
constexpr std::size_t inks = 4;

constexpr MethodInfo one_below{.name = "one below", .rows_below = 1};
constexpr MethodInfo some_below{.name = "some below", .rows_below = 5};
constexpr MethodInfo most_below{.name = "most below", .rows_below = sanitized ? 20 : 70};

/// The average of a pixel and of rows_below pixels below it, with its error handed down. Rows below the page are like
/// the last row.
class LookAhead : public halftone::Halftoner {
 public:
  explicit LookAhead(const halftone::Settings& settings)
      : method_(settings.planes[0].method),
        width_(static_cast<std::size_t>(settings.width)),
        planes_(settings.planes.size(), Plane(width_)) {}

  Result<std::int64_t> run(const halftone::Strip& strip) override {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      for (std::int64_t row = 0; row < strip.rows; ++row) {
        const std::byte* const first = strip.planes[i].samples + row * strip.planes[i].stride;
        planes_[i].held.insert(planes_[i].held.end(), first, first + width_);
      }
    }
    held_ += strip.rows;
    const std::int64_t finished = strip.last ? held_ : std::max<std::int64_t>(0, held_ - method_.info().rows_below);
    const std::int64_t rows = std::min(finished, std::max(strip.rows, strip.room));
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      for (std::int64_t row = 0; row < rows; ++row)
        print(planes_[i], strip.plates[i].pixels + row * strip.plates[i].stride);
    }
    held_ -= rows;
    rows_ += rows;
    return rows;
  }

  [[nodiscard]] std::string description() const override { return "look ahead"; }

  [[nodiscard]] Result<halftone::Boundary> save() const override {
    halftone::Boundary boundary{.rows = rows_, .held = held_, .planes = {}};
    for (const Plane& plane : planes_) {
      halftone::PlaneBoundary saved{.method = std::string(method_.name()), .state = plane.errors, .finished = {}};
      saved.state.insert(saved.state.end(), plane.held.begin(), plane.held.end());
      boundary.planes.push_back(std::move(saved));
    }
    return boundary;
  }

  Status restore(const halftone::Boundary& boundary) override {
    rows_ = boundary.rows;
    held_ = boundary.held;
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      const std::vector<std::byte>& state = boundary.planes[i].state;
      const auto errors_end = state.begin() + static_cast<std::ptrdiff_t>(width_);
      planes_[i] = Plane(width_);
      planes_[i].errors.assign(state.begin(), errors_end);
      planes_[i].held.assign(errors_end, state.end());
    }
    return {};
  }

 private:
  struct Plane {
    explicit Plane(std::size_t columns) : errors(columns) {}
    std::vector<std::byte> errors;  // of the row before, plus 128
    std::vector<std::byte> held;
  };

  void print(Plane& plane, std::byte* out) const {
    std::fill_n(out, halftone::plate_row_bytes(static_cast<std::int64_t>(width_), 2), std::byte{0});
    const std::size_t rows = plane.held.size() / width_;
    const auto below = static_cast<std::size_t>(method_.info().rows_below);
    for (std::size_t x = 0; x < width_; ++x) {
      std::size_t sum = 0;
      for (std::size_t row = 0; row <= below; ++row)
        sum += std::to_integer<std::size_t>(plane.held[std::min(row, rows - 1) * width_ + x]);
      const int value = static_cast<int>(sum / (below + 1)) + std::to_integer<int>(plane.errors[x]) - 128;
      const bool is_ink = value > 127;
      if (is_ink) out[x / 8] |= std::byte{0x80} >> (x % 8);
      plane.errors[x] = static_cast<std::byte>(value - (is_ink ? 255 : 0) + 128);
    }
    plane.held.erase(plane.held.begin(), plane.held.begin() + static_cast<std::ptrdiff_t>(width_));
  }

  Method method_;
  std::size_t width_;
  std::vector<Plane> planes_;
  std::int64_t rows_ = 0;
  std::int64_t held_ = 0;
};

constexpr halftone::Backend look_ahead{
    .name = "look ahead",
    .description = "",
    .supported = [] { return Status(); },
    .workspace_bytes = [](const halftone::Settings&) { return std::size_t{0}; },
    .make = [](const halftone::Settings& settings,
               std::span<std::byte>) -> Result<std::unique_ptr<halftone::Halftoner>> {
      return std::unique_ptr<halftone::Halftoner>(std::make_unique<LookAhead>(settings));
    }};

/// The inks as bytes, one plane after the other: CMYK.
std::vector<std::byte> made_inks() {
  std::vector<std::byte> pixels(static_cast<std::size_t>(width * height) * inks);
  std::mt19937 random(test_seed());
  for (std::byte& sample : pixels) sample = static_cast<std::byte>(random() % 256);
  return pixels;
}

/// A page of these pixels, CMYK.
Pixels page_of(const std::vector<std::byte>& pixels) {
  Pixels page{{}, pixels};
  page.info.width = width;
  page.info.height = height;
  page.info.model = tiffio::ColorModel::cmyk;
  return page;
}

/// A page on its way.
struct Made {
  explicit Made(const std::vector<std::byte>& pixels) : page(page_of(pixels)) {
    std::vector<OutputFile> files;
    PlatesInfo info;
    info.width = width;
    info.height = height;
    info.inks = {"C", "M", "Y", "K"};
    EXPECT_TRUE(sink.begin(info, files).ok());
  }

  PageInMemory page;
  PlatesInMemory sink;
  StripReader reader{page, {}};
  RowsState state{RowsDone::nothing(RowsToMake::all(height)), {}};
  TotalInk ink;
  std::int64_t most_late = 0;  ///< the most rows by which plates came later than pixels
};

// Runs the strips that are not done, at most `strips` of them with rows.
Status make_plates(Made& made, Relay& relay, std::int64_t strips = std::numeric_limits<std::int64_t>::max()) {
  const PageSource source{"page"};
  const RowsJob job{.source = source,
                    .height = height,
                    .rows = RowsToMake::all(height),
                    .threads = 3,
                    .before_read = [] { return Status(); },
                    .write =
                        [&](StripInFlight& strip) {
                          EXPECT_LE(strip.plate_rows, strip.room);
                          made.most_late = std::max(made.most_late, strip.first_row - strip.first_plate_row);
                          return made.sink.write(strip.plates, strip.plate_rows);
                        },
                    .ends_early = [&] { return strips-- == 0; }};
  return make_rows(job, relay, made.reader, made.state, made.ink);
}

class MethodsThatLookAhead : public testing::TestWithParam<const MethodInfo*> {
 protected:
  MakerSettings settings(std::int64_t strip_rows) const {
    MakerSettings settings;
    settings.separation.format = {.model = profiles::ColorModel::cmyk};
    settings.halftone = {
        .planes = halftone::planes_of(inks, Method(*GetParam())), .width = width, .parallel = parallel_for};
    settings.plate_inks = {0, 1, 2, 3};
    settings.shape = {.width = width,
                      .pixel_row_bytes = width * static_cast<std::int64_t>(inks),
                      .planes = inks,
                      .plates = inks,
                      .plate_row_bytes = halftone::plate_row_bytes(width, 2)};
    settings.page_height = height;
    settings.rows = RowsToMake::all(height);
    settings.threads = 3;
    settings.memory = std::size_t{64} << 20;
    settings.strip_rows = strip_rows;
    settings.cores = {*separation::find_backend("reference"), &look_ahead};
    return settings;
  }

  /// A relay for this GPU, or for the cores.
  Relay relay_of(std::int64_t rows, const std::shared_ptr<Gpu>& gpu = nullptr) const {
    auto relay = Relay::make({.gpu = gpu}, settings(rows));
    EXPECT_TRUE(relay.ok()) << relay.error().message;
    return *std::move(relay);
  }

  /// The plates that the method makes of the complete page at once.
  std::vector<std::vector<std::byte>> expected() const {
    const std::int64_t row_bytes = halftone::plate_row_bytes(width, 2);
    std::vector<std::vector<std::byte>> samples(inks), plates(inks);
    std::vector<halftone::Plane> in;
    std::vector<halftone::Plate> out;
    for (std::size_t ink = 0; ink < inks; ++ink) {
      for (std::size_t i = ink; i < pixels_.size(); i += inks) samples[ink].push_back(pixels_[i]);
      plates[ink].resize(static_cast<std::size_t>(row_bytes * height));
      in.push_back({samples[ink].data(), width});
      out.push_back({plates[ink].data(), row_bytes});
    }
    LookAhead halftoner(settings(1).halftone);
    EXPECT_EQ(*halftoner.run({.rows = height, .planes = in, .plates = out, .last = true}), height);
    return plates;
  }

  void expect_made(Relay& relay) {
    Made made(pixels_);
    ASSERT_TRUE(relay.begin({}).ok());
    const bool is_one_strip = relay.maker().plan().rows >= height;
    const Status status = make_plates(made, relay);
    ASSERT_TRUE(status.ok()) << status.error().message;
    EXPECT_TRUE(made.sink.plates == expected());
    EXPECT_NEAR(made.ink.mean_percent(), 200, 10);
    EXPECT_EQ(made.most_late > 0, !is_one_strip);
  }

  /// The cores make `strips` strips, and the relay of `gpu` the rest in strips of other heights.
  void expect_handed_over(std::int64_t rows, std::int64_t strips, std::int64_t gpu_rows,
                          const std::shared_ptr<Gpu>& gpu) {
    SCOPED_TRACE(testing::Message() << strips << " strips of " << rows << " rows, then strips of " << gpu_rows);
    Made made(pixels_);
    Relay cores = relay_of(rows);
    ASSERT_TRUE(cores.begin({}).ok());
    ASSERT_TRUE(make_plates(made, cores, strips).ok());
    const RowsDone& done = made.state.done;
    ASSERT_EQ(done.given, std::min(height, rows * strips));
    if (done.on_plates == height) return;

    const halftone::Boundary above = *cores.maker().stop();
    EXPECT_EQ(above.rows, done.on_plates);
    EXPECT_EQ(above.rows + above.held, done.given);
    Relay later = relay_of(gpu_rows, gpu);
    ASSERT_TRUE(later.begin(above).ok());
    const Status status = make_plates(made, later);
    ASSERT_TRUE(status.ok()) << status.error().message;
    EXPECT_TRUE(made.sink.plates == expected());
    EXPECT_NEAR(made.ink.mean_percent(), 200, 10);
  }

  const std::vector<std::byte> pixels_ = made_inks();
};

constexpr std::int64_t strip_heights[] = {1, 2, 5, 7, 32, 64, 119, 120};

TEST_P(MethodsThatLookAhead, GoThroughTheCores) {
  for (const std::int64_t rows : strip_heights) {
    SCOPED_TRACE(rows);
    Relay relay = relay_of(rows);
    expect_made(relay);
  }
}

TEST_P(MethodsThatLookAhead, GoThroughAGpu) {
  for (const std::int64_t rows : strip_heights) {
    SCOPED_TRACE(rows);
    Relay relay = relay_of(rows, std::make_shared<MadeGpu>(look_ahead));
    expect_made(relay);
    EXPECT_EQ(relay.halftone_backend(), "made");
  }
}

TEST_P(MethodsThatLookAhead, GoOnOnTheCoresWhereTheGpuFails) {
  for (const std::int64_t rows : strip_heights) {
    const auto strips = static_cast<int>((height + rows - 1) / rows);
    const auto empty = static_cast<int>((GetParam()->rows_below + rows - 1) / rows) + strips_behind(rows);
    for (const Call call : {Call::submit, Call::wait}) {
      for (const int at : {0, 1, strips / 2, strips - 1, strips, strips + empty / 2, strips + empty - 1}) {
        SCOPED_TRACE(testing::Message() << "strips of " << rows << " rows, broken at " << at << " by "
                                        << (call == Call::submit ? "submit" : "wait"));
        Relay relay = relay_of(rows, std::make_shared<FailingGpu>(std::make_shared<MadeGpu>(look_ahead), call, at));
        expect_made(relay);
        EXPECT_THAT(relay.warning(), testing::StartsWith("the test's GPU broke; the CPU went on from row "));
      }
    }
  }
}

TEST_P(MethodsThatLookAhead, AreHandedOverToAGpuAfterAnyStrip) {
  for (const std::int64_t rows : {5, 7, 32, 64}) {
    for (std::int64_t strips = 0; strips * rows < height; ++strips) {
      for (const std::int64_t gpu_rows : {3, 7, 90}) {
        expect_handed_over(rows, strips, gpu_rows, std::make_shared<MadeGpu>(look_ahead));
      }
    }
  }
}

TEST_P(MethodsThatLookAhead, AreHandedOverToAGpuThatFails) {
  for (const std::int64_t strips : {0, 1, 3, 10}) {
    for (const std::int64_t gpu_rows : {3, 16, 90}) {
      const auto left = static_cast<int>((height - 7 * strips + gpu_rows - 1) / gpu_rows);
      for (const Call call : {Call::submit, Call::wait}) {
        for (const int at : {0, 1, left / 2, left - 1, left}) {
          expect_handed_over(7, strips, gpu_rows,
                             std::make_shared<FailingGpu>(std::make_shared<MadeGpu>(look_ahead), call, at));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, MethodsThatLookAhead, testing::Values(&one_below, &some_below, &most_below),
                         [](const auto& method) {
                           std::string name(method.param->name);
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace platerip::rip
