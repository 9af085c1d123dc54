// Pixels per second of every way to halftone a plane in memory: the sequential algorithms of the literature, the
// reference, and the cpu backend with each instruction set of this machine. Ends with a table of ratios within this
// run.
#include <benchmark/benchmark.h>
#include <sys/mman.h>
#ifdef PLATERIP_HAS_HIGHWAY
#include <hwy/targets.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "halftone/backends/backends.h"
#include "halftone/error_filter.h"
#include "halftone/inks_together.h"
#include "tests/bench/best_of.h"
#include "tests/bench/sequential.h"
#include "tests/halftone/test_screens.h"
#include "tests/on_threads.h"

namespace platerip::halftone {
namespace {

// Padding of rows. The pipeline pads rows, too, because a stride that is a power of two would cost a tenth of the
// speed.
constexpr std::int64_t padding = 192;

std::uint8_t noise_sample(std::int64_t, std::int64_t, std::int64_t, std::mt19937& random) {
  return static_cast<std::uint8_t>(random() >> 24);
}

std::uint8_t gradient_sample(std::int64_t x, std::int64_t, std::int64_t size, std::mt19937&) {
  return static_cast<std::uint8_t>(x * 255 / size);
}

// Soft light and shade with a little grain.
std::uint8_t photo_sample(std::int64_t x, std::int64_t y, std::int64_t, std::mt19937& random) {
  const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
  const float light = std::sin(fx / 311.f + std::sin(fy / 173.f)) + std::sin(fy / 229.f - fx / 97.f) / 2;
  return static_cast<std::uint8_t>(128.f + 70.f * light + static_cast<float>(random() >> 29));
}

struct Content {
  const char* name;
  std::uint8_t (*sample)(std::int64_t x, std::int64_t y, std::int64_t size, std::mt19937& random);
};
constexpr Content contents[] = {{"noise", noise_sample}, {"gradient", gradient_sample}, {"photo", photo_sample}};

// Memory in pages of 2 MiB. With pages of 4 KiB, a plane of 64 MiB takes 7 % longer, because of address translation.
class HugePages {
 public:
  HugePages() = default;
  explicit HugePages(std::size_t bytes) {
    const std::size_t whole = (bytes + page - 1) / page * page;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(page, whole)));
    madvise(memory_.get(), whole, MADV_HUGEPAGE);
    std::fill_n(memory_.get(), whole, std::byte{0});
  }
  [[nodiscard]] std::byte* data() const { return memory_.get(); }

 private:
  static constexpr std::size_t page = std::size_t{2} << 20;
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
};

// The page of the current benchmark. It is made once for all benchmarks that use the same one.
struct Page {
  std::int64_t size = 0;
  const Content* content = nullptr;
  int bits = 8;
  HugePages samples;
  HugePages pixels;

  [[nodiscard]] Plane plane() const { return {samples.data(), (size + padding) * bits / 8}; }
  [[nodiscard]] Plate plate() { return {pixels.data(), plate_row_bytes(size, 16) + padding}; }
};

// 16-bit samples have random low bytes.
void paint(const Page& page) {
  std::mt19937 random(1);
  const Plane plane = page.plane();
  for (std::int64_t y = 0; y < page.size; ++y) {
    std::byte* to = page.samples.data() + y * plane.stride;
    for (std::int64_t x = 0; x < page.size; ++x) {
      if (page.bits == 16) *to++ = static_cast<std::byte>(random());
      *to++ = static_cast<std::byte>(page.content->sample(x, y, page.size, random));
    }
  }
}

Page& page_of(const Content& content, std::int64_t size, int bits) {
  static Page page;
  if (page.size == size && page.content == &content && page.bits == bits) return page;
  page = {};
  page.size = size;
  page.content = &content;
  page.bits = bits;
  page.samples = HugePages(static_cast<std::size_t>(page.plane().stride * size));
  page.pixels = HugePages(static_cast<std::size_t>(page.plate().stride * size));
  paint(page);
  return page;
}

template <typename Work>
void measure(benchmark::State& state, Work work) {
  measure_best(state, CLOCK_MONOTONIC, state.range(0) * state.range(0), work);
}

void run_sequential(benchmark::State& state, const sequential::Algorithm& algorithm, const Content& content) {
  Page& page = page_of(content, state.range(0), 8);
  measure(state, [&] { algorithm.run(page.size, page.size, page.plane(), page.plate()); });
}

struct Engine {
  const Backend* backend;
  std::int64_t instructions = 0;  // bits of Highway's targets; 0: all
  int threads = 1;
  Method method = "floyd-steinberg";
  int levels = 2;
  int bits = 8;
  bool even = false;      // C, M, Y and K as --inks even spreads them: a quarter of the page each
  bool together = false;  // the same as --inks together searches them
};

std::vector<PlaneSettings> planes_of(const Engine& engine) {
  if (!engine.even && !engine.together) return {plane_of(engine.method)};
  std::vector<PlaneSettings> planes = halftone::planes_of(4, engine.method);
  if (engine.together) {
    constexpr std::array<std::size_t, 4> places{1, 2, 3, 0};  // of C, M, Y and K in ink_shades
    for (std::size_t i = 0; i < planes.size(); ++i) planes[i].shade = ink_shades[places[i]].shade;
    return planes;
  }
  planes[0].beside = {3};
  planes[1].beside = {3, 0};
  return planes;
}

void run_engine(benchmark::State& state, const Engine& engine, const Content& content) {
#ifdef PLATERIP_HAS_HIGHWAY
  hwy::SetSupportedTargetsForTest(engine.instructions);
#endif
  Page& page = page_of(content, state.range(0), engine.bits);
  const Settings settings{.planes = planes_of(engine),
                          .levels = engine.levels,
                          .bits = engine.bits,
                          .width = page.size,
                          .parallel = engine.threads > 1 ? on_threads(engine.threads) : ParallelFor()};
  std::vector<std::byte> workspace(engine.backend->workspace_bytes(settings));
  const auto count = std::ssize(settings.planes);
  const std::int64_t rows = page.size / count;
  std::vector<Plane> planes(settings.planes.size(), page.plane());
  std::vector<Plate> plates(settings.planes.size(), page.plate());
  for (std::size_t i = 0; i < planes.size(); ++i) {
    planes[i].samples += static_cast<std::ptrdiff_t>(i) * rows * planes[i].stride;
    plates[i].pixels += static_cast<std::ptrdiff_t>(i) * rows * plates[i].stride;
  }
  measure(state, [&] {
    auto halftoner = engine.backend->make(settings, workspace);
    if (!(*halftoner)->run({rows, planes, plates, true}).ok()) state.SkipWithError("the halftoner failed");
  });
}

constexpr const char* yardstick = "collection-registers";

// At the end, prints a table with the pixels per second for each size, and the ratio to the yardstick.
class TableReporter : public benchmark::ConsoleReporter {
 public:
  TableReporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const std::string& engine = run.run_name.function_name;  // "engine/content"
      if (!rates_.contains(engine)) order_.push_back(engine);
      rates_[engine][run.run_name.args] = run.counters.at("px/s");
    }
  }

  void Finalize() override {
    GetOutputStream() << "\nThe best of " << least_runs << " runs or more\n| | Gpx/s | times " << yardstick
                      << " |\n| --- | --- | --- |\n";
    for (const std::string& engine : order_)
      for (const auto& [size, rate] : rates_[engine]) print(engine, size, rate);
  }

 private:
  void print(const std::string& engine, const std::string& size, double rate) {
    const std::string content = engine.substr(engine.find('/'));
    const double unit = rates_[yardstick + content][size];  // for samples of 16 bits too
    char line[200];
    std::snprintf(line, sizeof line, "| %s/%s | %.2f | %.1f |\n", engine.c_str(), size.c_str(), rate / 1e9,
                  unit > 0 ? rate / unit : 0);
    GetOutputStream() << line;
  }

  std::vector<std::string> order_;
  std::map<std::string, std::map<std::string, double>> rates_;
};

std::vector<Engine> engines() {
  std::vector<Engine> all;
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    if (backend.name != "cpu") {
      all.push_back({&backend});
      continue;
    }
#ifdef PLATERIP_HAS_HIGHWAY
    for (const std::int64_t instructions : hwy::SupportedAndGeneratedTargets())
      if (instructions != HWY_SCALAR && instructions != HWY_EMU128)
        for (const int threads : {1, 2}) all.push_back({&backend, instructions, threads});
#endif
  }
  return all;
}

std::string name_of(const Engine& engine) {
  std::string name(engine.backend->name);
#ifdef PLATERIP_HAS_HIGHWAY
  if (engine.instructions) name += std::string("-") + hwy::TargetName(engine.instructions);
#endif
  if (engine.threads > 1) name += "-" + std::to_string(engine.threads) + "-threads";
  if (engine.method != Method("floyd-steinberg")) name += "-" + std::string(engine.method.name());
  if (engine.even) name += "-even";
  if (engine.together) name += "-together";
  if (engine.levels != 2) name += "-" + std::to_string(engine.levels) + "-levels";
  if (engine.bits != 8) name += "-" + std::to_string(engine.bits) + "-bits";
  return name;
}

void add(const std::string& name, const Content& content, std::int64_t size,
         const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark((name + "/" + content.name).c_str(), run)
      ->Arg(size)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add_engine(const Engine& engine, const Content& content, std::int64_t size) {
  add(name_of(engine), content, size, [=, &content](benchmark::State& state) { run_engine(state, engine, content); });
}

void add_all() {
  for (const Content& content : contents) {
    for (const std::int64_t size : {4096, 8192, 16384}) {
      for (const auto& algorithm : sequential::algorithms()) {
        add(std::string(algorithm.name), content, size,
            [&](benchmark::State& state) { run_sequential(state, algorithm, content); });
      }
      for (const Engine& engine : engines()) add_engine(engine, content, size);
    }
  }
  // The other filters and levels, and 16-bit samples, on one kind of page.
  for (Engine engine : engines()) {
    if (engine.threads > 1) continue;
    for (const MethodInfo& info : methods()) {
      engine.method = Method(info);
      if (info.family != Family::point_process && engine.method != Method("floyd-steinberg"))
        add_engine(engine, contents[0], 8192);
      if (info.family != Family::tone_filter) continue;
      engine.even = true;
      add_engine(engine, contents[0], 8192);
      engine.even = false;
    }
    engine.method = "floyd-steinberg";
    for (const int levels : {3, 4, 16}) {
      engine.levels = levels;
      add_engine(engine, contents[0], 8192);
    }
    engine.levels = 2;
    engine.bits = 16;
    add_engine(engine, contents[0], 8192);
  }
  // Direct binary search, whose speed depends on the contents. The reference takes minutes.
  for (Engine engine : engines()) {
    if (engine.backend->name != "cpu") continue;
    engine.method = "dbs";
    for (const bool together : {false, true}) {
      engine.together = together;
      add_engine(engine, contents[2], 8192);
    }
  }
  // Screens, whose speed depends neither on their kind nor on the size of the tile.
  for (Engine engine : engines()) {
    if (engine.threads > 1) continue;
    engine.method = "blue-noise";
    for (const auto& [levels, bits] : {std::pair{2, 8}, std::pair{2, 16}, std::pair{4, 8}, std::pair{16, 8}}) {
      engine.levels = levels;
      engine.bits = bits;
      add_engine(engine, contents[0], 8192);
    }
  }
  // The point processes run the same code on every instruction set.
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    for (const MethodInfo& info : methods())
      if (info.family == Family::point_process)
        add_engine({.backend = &backend, .method = Method(info)}, contents[0], 8192);
  }
}

}  // namespace
}  // namespace platerip::halftone

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  platerip::halftone::add_all();
  platerip::halftone::TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
