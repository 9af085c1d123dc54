#include "rip/calibrate/bars.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>

#include "rip/pages/page_files.h"
#include "separation/curve.h"

namespace platerip::rip {
namespace {

using separation::Curve;

constexpr MemoryRange scan_memory{std::size_t{64} << 20, std::size_t{64} << 20};
constexpr std::int64_t most_width = 1'000'000;
constexpr double edge = 0.2;         // of a bar's height, above and below, which does not count
constexpr double least_range = 0.1;  // of paper's light

double mean(const std::vector<double>& values) {
  return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

double sample_at(const std::vector<std::byte>& row, std::int64_t x, int bits) {
  if (bits == 8) return static_cast<double>(row[static_cast<std::size_t>(x)]);
  std::uint16_t sample = 0;
  std::memcpy(&sample, row.data() + 2 * x, sizeof sample);
  return sample;
}

// The first column of each group, and the width of the scan.
std::vector<std::int64_t> edges_of_groups(std::int64_t width, double group_pixels) {
  const std::int64_t count = std::max<std::int64_t>(1, std::llround(static_cast<double>(width) / group_pixels));
  std::vector<std::int64_t> edges;
  for (std::int64_t i = 0; i <= count; ++i) edges.push_back(i * width / count);
  return edges;
}

// Adds the means of a row's groups to `sums`.
void add_row(const std::vector<std::byte>& row, int bits, const std::vector<std::int64_t>& edges,
             std::vector<double>& sums) {
  for (std::size_t group = 0; group + 1 < edges.size(); ++group) {
    double sum = 0;
    for (std::int64_t x = edges[group]; x < edges[group + 1]; ++x) sum += sample_at(row, x, bits);
    sums[group] += sum / static_cast<double>(edges[group + 1] - edges[group]);
  }
}

Result<std::vector<double>> read_bar(PageRows& page, std::int64_t rows, const std::vector<std::int64_t>& edges) {
  const auto around = static_cast<std::int64_t>(edge * static_cast<double>(rows));
  const std::int64_t middle = rows - 2 * around;
  std::vector<double> light(edges.size() - 1);
  std::vector<std::byte> row(static_cast<std::size_t>(page.info().row_bytes()));
  if (Status status = page.skip(around); !status.ok()) return status.error();
  for (std::int64_t y = 0; y < middle; ++y) {
    const Status status = page.read(1, row.data(), static_cast<std::ptrdiff_t>(row.size()));
    if (!status.ok()) return status.error();
    add_row(row, page.info().bits, edges, light);
  }
  if (Status status = page.skip(around); !status.ok()) return status.error();
  for (double& sum : light) sum /= static_cast<double>(middle);
  return light;
}

// The amounts that print tones, which are parts of the last one. Tones that do not rise are left out.
Curve amounts_by_tone(const std::vector<double>& amounts, const std::vector<double>& tones) {
  constexpr double least_rise = 0.1;
  std::vector<Curve::Point> points{{0, 0}};
  for (std::size_t i = 1; i + 1 < tones.size(); ++i) {
    const double tone = 100 * tones[i] / tones.back();
    if (tone >= points.back().in + least_rise && tone <= 100 - least_rise) points.push_back({tone, amounts[i]});
  }
  points.push_back({100, 100});
  return *Curve::from_points(std::move(points));  // which cannot fail with such points
}

}  // namespace

Result<Bars> read_bars(const std::string& path, const std::vector<double>& nominal, double group,
                       std::optional<double> resolution) {
  PageFiles pages({path}, scan_memory);
  auto next = pages.next();
  if (!next) return Error{path + ": has no page"};
  if (!next->ok()) return next->error();
  PageRows& page = *(*next)->rows;
  const tiffio::PageInfo& info = page.info();
  if (info.model != tiffio::ColorModel::gray || info.samples() != 1 || (info.bits != 8 && info.bits != 16))
    return Error{path + ": is not a gray scan; save the channel in which the ink is darkest as a gray TIFF or PGM"};
  const double dpi = info.resolution.is_known() ? info.resolution.per_inch(info.resolution.x) : resolution.value_or(0);
  if (dpi <= 0) return Error{path + ": the scan has no resolution; give --resolution DPI"};
  if (info.width > most_width) return Error{path + ": the scan is wider than a million pixels"};
  const std::int64_t rows = info.height / static_cast<std::int64_t>(nominal.size());
  if (rows < 5)
    return Error{path + ": the scan is too low for " + std::to_string(nominal.size()) +
                 " bars; are the --steps right?"};

  const double pixels = group * dpi / 25.4;
  if (pixels < 1) return Error{path + ": a group of columns is narrower than a pixel; give a larger --group"};
  const std::vector<std::int64_t> edges = edges_of_groups(info.width, pixels);
  Bars bars{.nominal = nominal, .places = {}, .light = {}};
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    bars.places.push_back(static_cast<double>(edges[i] + edges[i + 1]) / 2 * 25.4 / dpi);
  for (std::size_t bar = 0; bar < nominal.size(); ++bar) {
    auto light = read_bar(page, rows, edges);
    if (!light.ok()) return light.error();
    bars.light.push_back(*std::move(light));
  }
  return bars;
}

Result<std::vector<std::vector<double>>> tones_of(const Bars& bars) {
  const std::vector<double>& paper = bars.light.front();
  std::vector<std::vector<double>> tones;
  for (const std::vector<double>& bar : bars.light) {
    std::vector<double>& dark = tones.emplace_back();
    for (std::size_t i = 0; i < bar.size(); ++i) dark.push_back(paper[i] > 0 ? 1 - bar[i] / paper[i] : 0);
  }
  const double solid = mean(tones.back());
  if (std::ranges::min(tones.back()) < least_range)
    return Error{"paper and solid ink look alike; the first bar is paper, and the last one solid"};
  for (std::vector<double>& bar : tones)
    for (double& tone : bar) tone *= 100 / solid;
  return tones;
}

std::vector<std::vector<double>> even_amounts(const std::vector<double>& nominal,
                                              const std::vector<std::vector<double>>& tones) {
  std::vector<double> wanted(tones.size());
  std::ranges::transform(tones, wanted.begin(), mean);
  std::vector<std::vector<double>> amounts;
  for (std::size_t group = 0; group < tones.front().size(); ++group) {
    std::vector<double> printed(tones.size());
    std::ranges::transform(tones, printed.begin(), [group](const std::vector<double>& bar) { return bar[group]; });
    const Curve amount_for = amounts_by_tone(nominal, printed);
    std::vector<double>& made = amounts.emplace_back();
    for (const double tone : wanted) made.push_back(100 * amount_for(tone / printed.back()));
    made.front() = 0;
    made.back() = 100;
  }
  return amounts;
}

}  // namespace platerip::rip
