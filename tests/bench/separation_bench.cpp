// Pixels per second from a page to ink planes on one core, for each backend and for an ordinary call of LittleCMS.
// Pages are noise, or a photograph with grain. `cpu` is measured without its table, with it, and including the time to
// set up and fill it. Ends with a table of ratios within this run.
#include <benchmark/benchmark.h>
#include <lcms2.h>

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "samples/content.h"
#include "separation/backends/backends.h"
#include "tests/bench/best_of.h"

namespace platerip::separation {
namespace {

constexpr std::int64_t side = 4096;
constexpr std::int64_t strip_rows = 64;
constexpr std::int64_t big_page = 4 * side * side;  // 8192 × 8192 pixels: enough for a table

// 8-bit samples become 16-bit ones with random low bytes.
std::vector<std::byte> make_pixels(const std::string& content, const PixelFormat& format) {
  const auto paint = samples::find_content(content, side, side, 1);
  const int samples = format.bytes() / (format.bits / 8);
  std::vector<std::byte> pixels;
  std::vector<samples::Color> row(static_cast<std::size_t>(side));
  std::mt19937 random(1);
  for (std::int64_t y = 0; y < side; ++y) {
    (*paint)(y, row);
    for (const samples::Color& color : row) {
      const double grain = (static_cast<double>(random() & 7) - 3.5) / 255;
      const double rgb[] = {color.r, color.g, color.b, color.g, color.r};
      for (int s = 0; s < samples; ++s) {
        if (format.bits == 16) pixels.push_back(static_cast<std::byte>(random()));
        pixels.push_back(static_cast<std::byte>(samples::clamp01(rgb[s] + grain) * 255));
      }
    }
  }
  return pixels;
}

const std::vector<std::byte>& pixels_of(const std::string& content, const PixelFormat& format) {
  static std::vector<std::byte> pixels;  // of the last benchmark: those with the same pixels follow each other
  static std::string kept;
  const std::string wanted = content + std::to_string(format.bits) + std::to_string(format.bytes());
  if (kept != wanted) pixels = make_pixels(content, format);
  kept = wanted;
  return pixels;
}

// A separator, and the memory that it needs for a strip.
class Strips {
 public:
  Strips(const Settings& settings, const std::string& backend)
      : format_(settings.format), separator_(*make_separator(settings, backend)) {
    const std::ptrdiff_t stride = side * format_.bits / 8 + 64;
    memory_.resize(separator_->inks().size());
    for (auto& plane : memory_) {
      plane.resize(static_cast<std::size_t>(strip_rows * stride));
      planes_.push_back({plane.data(), stride});
    }
    workspace_.resize(separator_->workspace_bytes(side, strip_rows));
  }

  void run(const std::vector<std::byte>& pixels, std::int64_t row) {
    const std::ptrdiff_t stride = side * format_.bytes();
    static_cast<void>(separator_->run({side, strip_rows, pixels.data() + row * stride, stride}, planes_, workspace_));
  }
  void run_all(const std::vector<std::byte>& pixels) {
    for (std::int64_t row = 0; row < side; row += strip_rows) run(pixels, row);
    benchmark::ClobberMemory();
  }
  [[nodiscard]] std::string description() const { return separator_->description(); }

 private:
  PixelFormat format_;
  std::unique_ptr<Separator> separator_;
  std::vector<std::vector<std::byte>> memory_;
  std::vector<Plane> planes_;
  std::vector<std::byte> workspace_;
};

void separate_page(benchmark::State& state, const std::string& backend, const Settings& settings,
                   const std::string& content) {
  const std::vector<std::byte>& pixels = pixels_of(content, settings.format);
  Strips strips(settings, backend);
  strips.run(pixels, 0);  // the first one may fill a table
  measure_best(state, CLOCK_THREAD_CPUTIME_ID, side * side, [&] { strips.run_all(pixels); });
  state.SetLabel(strips.description());
}

// A page of 8192 × 8192 pixels, from its settings to its last row.
void separate_whole_page(benchmark::State& state, const std::string& backend, const Settings& settings,
                         const std::string& content) {
  const std::vector<std::byte>& pixels = pixels_of(content, settings.format);
  measure_best(state, CLOCK_THREAD_CPUTIME_ID, 4 * side * side, [&] {
    Strips strips(settings, backend);
    for (int quarter = 0; quarter < 4; ++quarter) strips.run_all(pixels);
  });
}

// One call for a complete page, from its pixels to interleaved inks.
void call_littlecms(benchmark::State& state, const Settings& settings, const std::string& content) {
  const std::vector<std::byte>& pixels = pixels_of(content, settings.format);
  const auto sample_bytes = static_cast<cmsUInt32Number>(settings.format.bits / 8);
  const cmsHPROFILE page = settings.page->handle(), press = settings.press->handle();
  const cmsHTRANSFORM transform = cmsCreateTransform(
      page, cmsFormatterForColorspaceOfProfile(page, sample_bytes, FALSE), press,
      cmsFormatterForColorspaceOfProfile(press, sample_bytes, FALSE), static_cast<cmsUInt32Number>(settings.intent),
      settings.black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0);
  std::vector<std::byte> inks(4 * static_cast<std::size_t>(side * side) * sample_bytes);
  measure_best(state, CLOCK_THREAD_CPUTIME_ID, side * side, [&] {
    cmsDoTransform(transform, pixels.data(), inks.data(), static_cast<cmsUInt32Number>(side * side));
    benchmark::ClobberMemory();
  });
  cmsDeleteTransform(transform);
}

// From the settings to the first finished strip: what every page costs, however small.
void make_and_begin(benchmark::State& state, const std::string& backend, const Settings& settings) {
  const std::vector<std::byte> pixels(static_cast<std::size_t>(16 * settings.format.bytes()));
  std::vector<std::byte> inks(8 * 16 * 2);
  for (auto _ : state) {
    const auto separator = make_separator(settings, backend);
    std::vector<Plane> planes;
    for (std::size_t ink = 0; ink < (*separator)->inks().size(); ++ink) planes.push_back({&inks[ink * 32], 32});
    std::vector<std::byte> workspace((*separator)->workspace_bytes(16, 1));
    if (!(*separator)->run({16, 1, pixels.data(), 0}, planes, workspace).ok()) state.SkipWithError("it failed");
  }
}

constexpr const char* bare = "cmsDoTransform";

// At the end, prints a table: for each kind of page, how many times as fast as LittleCMS cpu is.
class TableReporter : public benchmark::ConsoleReporter {
 public:
  TableReporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const std::string& name = run.run_name.function_name;  // "way/kind/content"
      const auto rate = run.counters.find("px/s");
      if (rate == run.counters.end()) continue;
      const std::string page = name.substr(name.find('/') + 1);
      if (!rates_.contains(page)) order_.push_back(page);
      rates_[page][name.substr(0, name.find('/'))] = rate->second;
    }
  }

  void Finalize() override {
    GetOutputStream() << "\nMillions of pixels a second, the best of " << least_runs << " runs or more\n"
                      << "| | cmsDoTransform | reference | cpu | times cmsDoTransform | times reference |\n"
                      << "| --- | --- | --- | --- | --- | --- |\n";
    for (const std::string& page : order_) print(page);
  }

 private:
  // "rgb8-big/photo" is compared with "rgb8/photo", because the reference has no table.
  double rate(const std::string& page, const std::string& way) {
    const std::string plain = page.starts_with("rgb8-big") ? "rgb8" + page.substr(page.find('/')) : page;
    return rates_[way == "cpu" ? page : plain][way];
  }

  void print(const std::string& page) {
    const double littlecms = rate(page, bare), reference = rate(page, "reference"), cpu = rate(page, "cpu");
    char line[200];
    std::snprintf(line, sizeof line, "| %s | %s | %.0f | %.0f | %s | %.1f |\n", page.c_str(),
                  number("%.0f", littlecms / 1e6).c_str(), reference / 1e6, cpu / 1e6,
                  number("%.1f", littlecms > 0 ? cpu / littlecms : 0).c_str(), reference > 0 ? cpu / reference : 0);
    GetOutputStream() << line;
  }

  // Empty if there is no value.
  static std::string number(const char* format, double value) {
    char text[40] = "";
    if (value > 0) std::snprintf(text, sizeof text, format, value);
    return text;
  }

  std::vector<std::string> order_;
  std::map<std::string, std::map<std::string, double>> rates_;
};

using Measurement = std::function<void(benchmark::State&, const std::string& content)>;

void add(const std::string& name, const Measurement& measurement) {
  for (const std::string content : {"noise", "photo"})
    benchmark::RegisterBenchmark((name + "/" + content).c_str(),
                                 [=](benchmark::State& state) { measurement(state, content); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

void add_backends(const std::string& kind, const Settings& settings) {
  for (const Backend& backend : backends()) {
    const std::string name(backend.name);
    add(name + "/" + kind,
        [=](benchmark::State& state, const std::string& content) { separate_page(state, name, settings, content); });
  }
}

void add_littlecms(const std::string& kind, const Settings& settings) {
  add(std::string(bare) + "/" + kind,
      [=](benchmark::State& state, const std::string& content) { call_littlecms(state, settings, content); });
}

void add_big(const Settings& settings) {
  add("cpu/rgb8-big",
      [=](benchmark::State& state, const std::string& content) { separate_page(state, "cpu", settings, content); });
  add("cpu/rgb8-big-with-filling", [=](benchmark::State& state, const std::string& content) {
    separate_whole_page(state, "cpu", settings, content);
  });
}

void add_all(const profiles::Profile& press) {
  Settings rgb;
  rgb.page = profiles::Profile::srgb();
  rgb.press = press;
  Settings big = rgb;
  big.pixels = big_page;
  Settings limited = rgb;
  limited.ink_limit = 280;
  limited.curves.assign(4, *Curve::from_points({{50, 60}, {100, 100}}));
  Settings rgb16 = rgb;
  rgb16.format.bits = 16;
  Settings alpha = rgb;
  alpha.format.alpha = Alpha::unassociated;
  Settings gray = rgb;
  gray.format.model = profiles::ColorModel::gray;
  gray.page = profiles::Profile::srgb_gray();
  Settings cmyk;
  cmyk.format.model = profiles::ColorModel::cmyk;
  Settings exact16 = rgb16;
  exact16.precision = Precision::exact;
  Settings exact_cmyk16 = exact16;
  exact_cmyk16.format.model = profiles::ColorModel::cmyk;
  exact_cmyk16.page = press;

  add_littlecms("rgb8", rgb);
  add_backends("rgb8", rgb);
  add_big(big);
  add_backends("rgb8-curves-limit", limited);
  add_littlecms("rgb16", rgb16);
  add_backends("rgb16", rgb16);
  add_backends("rgb16-exact", exact16);
  add_backends("rgba8", alpha);
  add_littlecms("gray8", gray);
  add_backends("gray8", gray);
  add_backends("cmyk8", cmyk);
  add_backends("cmyk16-exact", exact_cmyk16);
  for (const Backend& backend : backends())
    for (const auto& [kind, settings] :
         {std::pair("make", rgb), std::pair("make-big", big), std::pair("make-exact16", exact16)})
      benchmark::RegisterBenchmark((std::string(backend.name) + "/" + kind).c_str(), make_and_begin,
                                   std::string(backend.name), settings)
          ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace platerip::separation

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  platerip::separation::add_all(platerip::profiles::Profile::default_press());
  platerip::separation::TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
