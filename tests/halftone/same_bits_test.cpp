// Every backend gives the bits of the reference, for any page, any cut into strips, any threads and any instruction
// set. A page can continue with another backend after any strip.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <random>

#include "tests/halftone/quick_methods.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/test_screens.h"
#include "tests/halftone/tested_backends.h"
#include "tests/on_threads.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::halftone {
namespace {

// Memory between two pages that may not be accessed. It begins where the first one ends, or ends where the second one
// begins, as nearly as its alignment allows.
class GuardedBytes {
 public:
  GuardedBytes(std::size_t bytes, bool at_end, std::size_t alignment = 1) : bytes_(bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inner = (bytes + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    map_ = static_cast<std::byte*>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (inner > 0) mprotect(map_ + page, inner, PROT_READ | PROT_WRITE);
    data_ = map_ + page + (at_end ? (inner - bytes) / alignment * alignment : 0);
  }
  ~GuardedBytes() { munmap(map_, mapped_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, bytes_}; }

 private:
  std::size_t bytes_;
  std::size_t mapped_;
  std::byte* map_;
  std::byte* data_;
};

enum class Content { noise, gradient, paper, solid, dots };

void paint(std::span<std::byte> samples, Content content, std::mt19937& random) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto noise = static_cast<unsigned>(random());
    switch (content) {
      case Content::noise:
        samples[i] = static_cast<std::byte>(noise);
        break;
      case Content::gradient:
        samples[i] = static_cast<std::byte>(i * 256 / samples.size());
        break;
      case Content::paper:
        samples[i] = std::byte{0};
        break;
      case Content::solid:
        samples[i] = std::byte{255};
        break;
      case Content::dots:
        samples[i] = static_cast<std::byte>(noise % 50 == 0 ? 255 : 0);
        break;
    }
  }
}

// A page in memory, and the layout of its plates. Strides may be negative.
struct Page {
  Settings settings;
  std::int64_t height;
  std::ptrdiff_t plane_stride;
  std::ptrdiff_t plate_stride;
  bool upwards;
  std::vector<std::unique_ptr<GuardedBytes>> planes;

  [[nodiscard]] std::size_t plate_bytes() const {
    return static_cast<std::size_t>((height - 1) * plate_stride + plate_row_bytes(settings.width, settings.levels));
  }
  [[nodiscard]] std::ptrdiff_t place(std::int64_t row, std::ptrdiff_t stride) const {
    return (upwards ? height - 1 - row : row) * stride;
  }
  [[nodiscard]] Plane plane_from(std::int64_t row, const GuardedBytes& samples) const {
    return {samples.data() + place(row, plane_stride), upwards ? -plane_stride : plane_stride};
  }
  [[nodiscard]] Plate plate_from(std::int64_t row, const GuardedBytes& pixels) const {
    return {pixels.data() + place(row, plate_stride), upwards ? -plate_stride : plate_stride};
  }
};

std::int64_t below(std::int64_t n, std::mt19937& random) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
}

Page page_of(const Settings& settings, std::int64_t height, std::mt19937& random) {
  const auto below = [&](std::int64_t n) { return halftone::below(n, random); };
  Page page;
  page.settings = settings;
  page.height = height;
  page.plane_stride = (page.settings.width + below(70)) * page.settings.bits / 8;
  page.plate_stride = plate_row_bytes(page.settings.width, page.settings.levels) + below(70);
  page.upwards = below(4) == 0;
  const auto plane_bytes =
      static_cast<std::size_t>((page.height - 1) * page.plane_stride + page.settings.width * page.settings.bits / 8);
  for (std::size_t plane = 0; plane < page.settings.planes.size(); ++plane) {
    page.planes.push_back(std::make_unique<GuardedBytes>(plane_bytes, below(2) == 0));
    paint(page.planes.back()->bytes(), static_cast<Content>(below(5)), random);
  }
  return page;
}

// Puts earlier planes beside some planes that can have them.
void spread_evenly(Settings& settings, std::mt19937& random) {
  if (settings.levels != 2 || rows_held_back(settings) > 0) return;
  for (std::size_t i = 1; i < settings.planes.size(); ++i) {
    PlaneSettings& plane = settings.planes[i];
    if (plane.method.info().family != Family::tone_filter || random() % 2 == 0) continue;
    plane.beside = {0};
    if (i > 1 && settings.planes[i - 1].beside.size() < 2) plane.beside.push_back(static_cast<int>(i) - 1);
  }
}

Page random_page(std::mt19937& random) {
  const auto below = [&](std::int64_t n) { return halftone::below(n, random); };
  Settings settings;
  settings.levels = std::array{2, 2, 3, 4, 7, 16}[static_cast<std::size_t>(below(6))];
  settings.bits = below(3) == 0 ? 16 : 8;
  // Widths around the limits of lanes, blocks and words, and any others.
  settings.width = below(2) == 0 ? std::max<std::int64_t>(1, 16 * below(20) + below(5) - 2) : 1 + below(5000);
  // One method for all planes, or one for each.
  const auto random_plane = [&] {
    const std::vector<Method> known = quick_methods();
    const Method method = known[static_cast<std::size_t>(below(std::ssize(known)))];
    PlaneSettings plane = plane_of(method, random_screen(random));
    plane.sharpness = below(2) == 0 ? 0 : static_cast<int>(below(max_sharpness + 1));
    if (method.info().search == nullptr && below(2) == 0) plane.drops = random_drops(random, settings.levels);
    return plane;
  };
  settings.planes.assign(1 + static_cast<std::size_t>(below(4)), random_plane());
  if (below(3) == 0) std::ranges::generate(settings.planes, random_plane);
  spread_evenly(settings, random);
  return page_of(settings, below(2) == 0 ? 1 + below(40) : 1 + below(150), random);
}

struct Outcome {
  std::vector<std::unique_ptr<GuardedBytes>> plates;
  Boundary boundary;
};

const std::vector<const Backend*> reference_{*find_backend("reference")};

// Halftones the page strip by strip, with the backends in turn. Each one continues from the boundary errors of the one
// before.
Outcome halftone_page(const std::vector<const Backend*>& in_turn, const Page& page, ParallelFor parallel,
                      const std::vector<int>& strips) {
  Outcome outcome;
  for (std::size_t plane = 0; plane < page.settings.planes.size(); ++plane) {
    outcome.plates.push_back(std::make_unique<GuardedBytes>(page.plate_bytes(), plane % 2 == 0));
    std::ranges::fill(outcome.plates.back()->bytes(), std::byte{0xA5});
  }
  Settings settings = page.settings;
  settings.parallel = std::move(parallel);
  std::unique_ptr<GuardedBytes> workspace;
  std::unique_ptr<Halftoner> halftoner;
  std::int64_t row = 0, done = 0;
  for (std::size_t strip = 0; strip < strips.size(); ++strip) {
    if (strip == 0 || in_turn.size() > 1) {
      const Backend& backend = *in_turn[strip % in_turn.size()];
      halftoner.reset();
      workspace = std::make_unique<GuardedBytes>(backend.workspace_bytes(settings), page.height % 2 == 0,
                                                 alignof(std::max_align_t));
      auto made = backend.make(settings, workspace->bytes());
      if (!made.ok()) ADD_FAILURE() << made.error().message;
      halftoner = std::move(*made);
      if (strip > 0) {
        EXPECT_TRUE(halftoner->restore(outcome.boundary).ok());
      }
    }
    std::vector<Plane> planes;
    std::vector<Plate> plates;
    for (std::size_t plane = 0; plane < settings.planes.size(); ++plane) {
      planes.push_back(page.plane_from(row, *page.planes[plane]));
      plates.push_back(page.plate_from(std::min(done, page.height - 1), *outcome.plates[plane]));
    }
    row += strips[strip];
    const auto rows = halftoner->run({.rows = strips[strip],
                                      .planes = planes,
                                      .plates = plates,
                                      .last = row == page.height,
                                      .room = page.height - done});
    if (!rows.ok()) {
      ADD_FAILURE() << rows.error().message;
    } else {
      done += *rows;
      EXPECT_EQ(done, row == page.height ? row : std::max<std::int64_t>(row - rows_held_back(settings), 0));
    }
    if (in_turn.size() > 1) outcome.boundary = *halftoner->save();
  }
  outcome.boundary = *halftoner->save();
  return outcome;
}

std::vector<int> random_strips(std::int64_t height, std::mt19937& random) {
  std::vector<int> strips;
  const int most = std::array{1, 5, 40, 200}[random() % 4];
  while (height > 0) {
    const int rows = static_cast<int>(std::min<std::int64_t>(1 + random() % static_cast<unsigned>(most), height));
    strips.push_back(rows);
    height -= rows;
  }
  return strips;
}

std::string described(const Page& page, const std::vector<int>& strips) {
  std::string methods;
  for (const PlaneSettings& plane : page.settings.planes)
    methods += std::string(plane.method.name()) + (plane.beside.empty() ? ", " : " beside others, ");
  return methods + std::to_string(page.settings.levels) + " levels, " + std::to_string(page.settings.bits) + " bits, " +
         std::to_string(page.settings.width) + " by " + std::to_string(page.height) +
         (page.upwards ? " pixels upwards" : " pixels") + ", first strip of " + std::to_string(strips.front());
}

void expect_same(const Page& page, const Outcome& actual, const Outcome& expected) {
  for (std::size_t plate = 0; plate < expected.plates.size(); ++plate) {
    const auto a = expected.plates[plate]->bytes(), b = actual.plates[plate]->bytes();
    ASSERT_TRUE(std::ranges::equal(a, b))
        << "plate " << plate << " differs first in byte "
        << std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin() << ", rows have " << page.plate_stride;
  }
  ASSERT_EQ(actual.boundary.rows, page.height);
  ASSERT_TRUE(actual.boundary == expected.boundary);
}

class SameBits : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    backend_ = tested_backend(GetParam());
    if (backend_ == nullptr) GTEST_SKIP() << "this build or machine has no " << GetParam();
  }

  const Backend* backend_ = nullptr;
  std::mt19937 random_{test_seed()};
};

INSTANTIATE_TEST_SUITE_P(Backends, SameBits, testing::Values("cpu", "cuda"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(SameBits, AsTheReference) {
  for (int i = 0; i < test::repeated(300); ++i) {
    const Page page = random_page(random_);
    const std::vector<int> strips = random_strips(page.height, random_);
    const int threads = static_cast<int>(random_() % 4);
    SCOPED_TRACE(described(page, strips) + ", " + std::to_string(threads) + " threads");
    const Outcome expected = halftone_page(reference_, page, {}, {static_cast<int>(page.height)});
    const Outcome actual = halftone_page({backend_}, page, threads > 0 ? on_threads(threads) : ParallelFor(), strips);
    ASSERT_NO_FATAL_FAILURE(expect_same(page, actual, expected));
  }
}

// A page with so many bands that later ones reuse the progress of earlier ones.
TEST_P(SameBits, OfATallPageInOneStrip) {
  for (const Method method : quick_methods()) {
    const Page page = page_of({.planes = {plane_of(method)}, .width = 70}, 5000, random_);
    const Outcome expected = halftone_page(reference_, page, {}, {5000});
    for (int i = 0; i < test::repeated(2); ++i) {
      const int threads = 3 + static_cast<int>(random_() % 6);
      SCOPED_TRACE(described(page, {5000}) + ", " + std::to_string(threads) + " threads");
      ASSERT_NO_FATAL_FAILURE(
          expect_same(page, halftone_page({backend_}, page, on_threads(threads), {5000}), expected));
    }
  }
}

TEST_P(SameBits, WhenBackendsTakeTurns) {
  std::vector<const Backend*> in_turn = tested_backends();
  in_turn.push_back(backend_);
  for (int i = 0; i < test::repeated(30); ++i) {
    const Page page = random_page(random_);
    const std::vector<int> strips = random_strips(page.height, random_);
    SCOPED_TRACE(described(page, strips));
    std::ranges::shuffle(in_turn, random_);
    const Outcome expected = halftone_page(reference_, page, {}, {static_cast<int>(page.height)});
    ASSERT_NO_FATAL_FAILURE(expect_same(page, halftone_page(in_turn, page, {}, strips), expected));
  }
}

TEST(Cpu, SaysWhichInstructionsItRunsOn) {
  const auto cpu = find_backend("cpu");
  if (!cpu.ok()) GTEST_SKIP() << cpu.error().message;
  const Settings settings{.width = 10};
  std::vector<std::byte> workspace((*cpu)->workspace_bytes(settings));
  const auto halftoner = (*cpu)->make(settings, workspace);
  ASSERT_TRUE(halftoner.ok());
  const std::string description = (*halftoner)->description();
  EXPECT_EQ(description.substr(0, 5), "cpu (");
  if (const char* forced = std::getenv("PLATERIP_SIMD")) {
    std::string name(forced);
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(description, "cpu (" + name + ")");
  }
}

TEST(Cpu, IsWhatAutoTakes) {
  if (!find_backend("cpu").ok()) GTEST_SKIP() << "this build has no cpu backend";
  EXPECT_EQ((*find_backend("auto"))->name, "cpu");
}

}  // namespace
}  // namespace platerip::halftone
