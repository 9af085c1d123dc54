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

// What was measured of a halftone.
struct Line {
  std::string name;
  double ms;
  double error;
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

void print(std::ostream& out, const Line& line, const char* published_seconds = "–",
           const char* published_error = "–") {
  char cells[80];
  std::snprintf(cells, sizeof cells, "%.4g | %s | %.2f | %s", line.ms / 1000, published_seconds, line.error,
                published_error);
  out << "| " << line.name << " | " << cells << " |" << std::endl;
}

void print_searches(const Page& page, std::ostream& out) {
  print(out, on_cpu("Floyd–Steinberg", "floyd-steinberg", page, 1), "–", "7.06");
  print(out, on_cpu("DBS; here `dbs`, which is for another eye", "dbs", page, 1), "–", "5.86");
  if (gpu_missing().empty()) {
    print(out, measured("LES on the GPU", page, *begin_kouge(page, false)), "733", "4.75");
    print(out, measured("PES on the GPU", page, *begin_kouge(page, true)), "449", "4.75");
    print(out, measured("`les` on the GPU", page, *begin_device_halftoner(page, {.method = "les"})));
    print(out, measured("`pes` on the GPU", page, *begin_device_halftoner(page, {.method = "pes"})));
  }
  const int threads = threads_of({});
  const std::string on = " on the CPU, " + std::to_string(threads) + " threads";
  print(out, on_cpu("`les`" + on, "les", page, threads));
  print(out, on_cpu("`pes`" + on, "pes", page, threads));
}

}  // namespace

int compare_searches(const Options& options, const std::vector<std::string>& about, std::ostream& out) {
  for (const std::string& line : about) out << line << "  \n";
  for (const int size : options.sizes.empty() ? std::vector{512} : options.sizes) {
    const std::optional<Page> page = page_that_fits(size, size, Content::waves, out);
    if (!page) return 1;
    out << "\n### Waves with grain, " << size << "×" << size << "\n\n"
        << "| | seconds | in the paper | average error | in the paper |\n| --- | --- | --- | --- | --- |" << std::endl;
    print_searches(*page, out);
  }
  return 0;
}

}  // namespace platerip::literature
