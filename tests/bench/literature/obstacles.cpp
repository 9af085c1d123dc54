#include "tests/bench/literature/obstacles.h"

#include <fstream>
#include <limits>

#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/report.h"

namespace platerip::literature {
namespace {

std::size_t free_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string name, kib; file >> name >> kib; file.ignore(80, '\n')) {
    if (name == "MemAvailable:") return std::stoull(kib) * 1024;
  }
  return std::numeric_limits<std::size_t>::max();
}

std::string shortage(std::size_t needed, std::size_t free) {
  if (needed <= free) return {};
  return "does not fit: " + std::to_string(needed >> 20) + " MiB, " + std::to_string(free >> 20) + " are free";
}

}  // namespace

std::string missing(const Algorithm& algorithm) {
  if (algorithm.where != Where::cpu && !gpu_missing().empty()) return gpu_missing();
  return std::string(algorithm.missing);
}

std::string obstacle(const Algorithm& algorithm, const Page& page, const Setting& setting) {
  const Footprint besides = algorithm.memory(page, setting);
  const std::size_t halftones = 2 * page.pixels();  // on the host: the result, and the expected result
  const std::string on_host = shortage(halftones + besides.host, free_memory());
  if (!on_host.empty() || algorithm.where == Where::cpu) return on_host;
  const std::size_t there = 3 * page.pixels();  // the page, its halftone, and that in order for reading it back
  return shortage(there + besides.device, gpu_free_memory());
}

std::optional<Page> page_that_fits(int width, int height, Content content, std::ostream& out) {
  const std::string why = shortage(2 * page_bytes(width, height), free_memory());
  if (why.empty()) return make_page(width, height, content);
  out << width << "×" << height << "  not run: " << why << '\n';
  return {};
}

}  // namespace platerip::literature
