// Kouge, Ito, Nakano, tables I and II: times and average errors of the searches, theirs and platerip's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <ostream>

#include "halftone/backends/backends.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/kouge.h"
#include "tests/bench/literature/obstacles.h"
#include "tests/bench/literature/report.h"
#include "tests/on_threads.h"

namespace platerip::literature {
namespace {

// What was measured of a halftone, and what the paper says.
struct Line {
  std::string name;
  double ms;
  double error;
  std::string published_seconds = "–";
  std::string published_error = "–";
};

double average_error(const Page& page, std::span<const std::uint8_t> levels) {
  kouge::Search search(page);
  search.print(levels);
  return search.average_error();
}

// The best of three runs.
Line measured(std::string name, const Page& page, Session& session) {
  double best = session.run();
  for (int i = 0; i < 2 && best < 5000; ++i) best = std::min(best, session.run());
  std::vector<std::uint8_t> levels(page.pixels());
  session.levels(levels);
  return {std::move(name), best, average_error(page, levels)};
}

Line on_cpu(const std::string& name, halftone::Method method, const Page& page, int threads) {
  const halftone::Settings settings{.planes = {{method}}, .width = page.width, .parallel = on_threads(threads)};
  const halftone::Backend& backend = **halftone::find_backend("auto");
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  const auto session = plate_session(page, 2, [&](const halftone::Plane& plane, const halftone::Plate& plate) {
    auto halftoner = backend.make(settings, workspace);
    const auto rows =
        (*halftoner)
            ->run(
                {.rows = page.height, .planes = {&plane, 1}, .plates = {&plate, 1}, .last = true, .room = page.height});
    if (!rows.ok() || *rows != page.height) std::abort();
  });
  return measured(name, page, *session);
}

Line published(Line line, std::string seconds, std::string error) {
  line.published_seconds = std::move(seconds);
  line.published_error = std::move(error);
  return line;
}

std::vector<Line> lines_of(const Page& page) {
  const int threads = threads_of({});
  std::vector<Line> lines{
      published(on_cpu("error diffusion (Floyd–Steinberg), platerip", "floyd-steinberg", page, 1), "–", "7.06"),
      published(on_cpu("DBS: platerip's, for another eye", "dbs", page, 1), "–", "5.86")};
  if (gpu_missing().empty()) {
    lines.push_back(published(measured("LES on the GPU", page, *begin_kouge(page, false)), "733", "4.75"));
    lines.push_back(published(measured("PES on the GPU", page, *begin_kouge(page, true)), "449", "4.75"));
    lines.push_back(measured("`les` of platerip on the GPU", page, *begin_device_halftoner(page, {.method = "les"})));
    lines.push_back(measured("`pes` of platerip on the GPU", page, *begin_device_halftoner(page, {.method = "pes"})));
  }
  const std::string cores = " of platerip, " + std::to_string(threads) + " threads";
  lines.push_back(on_cpu("`les`" + cores, "les", page, threads));
  lines.push_back(on_cpu("`pes`" + cores, "pes", page, threads));
  return lines;
}

}  // namespace

int compare_searches(const Options& options, const std::vector<std::string>& about, std::ostream& out) {
  for (const std::string& line : about) out << line << "  \n";
  for (const int size : options.sizes.empty() ? std::vector{512} : options.sizes) {
    const std::optional<Page> page = page_that_fits(size, size, Content::waves, out);
    if (!page) return 1;
    out << "\n### Waves with grain, " << size << "×" << size << "\n\n"
        << "| | seconds | in the paper | average error | in the paper |\n| --- | --- | --- | --- | --- |\n";
    for (const Line& line : lines_of(*page)) {
      char cells[80];
      std::snprintf(cells, sizeof cells, "%.4g | %s | %.2f | %s", line.ms / 1000, line.published_seconds.c_str(),
                    line.error, line.published_error.c_str());
      out << "| " << line.name << " | " << cells << " |" << std::endl;
    }
  }
  return 0;
}

}  // namespace platerip::literature
