// Kasagi, Nakano, Ito, table V (5): the time to copy a page to the GPU and its halftone, one byte per pixel, back.
#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

Algorithm transfer(std::string_view name, bool to_device, bool pinned, std::vector<double> published) {
  return {.name = name,
          .paper = "Kasagi",
          .table = "Transfers",
          .cost = "n bytes",
          .where = Where::gpu,
          .memory = [](const Page&, const Setting&) { return Footprint{}; },
          .begin = [=](const Page& page, const Setting&) { return begin_transfer(page, to_device, pinned); },
          .bits = Bits::copy,
          .published = std::move(published)};
}

}  // namespace

std::vector<Algorithm> kasagi_transfers() {
  const std::vector<double> there{0.2979, 0.8501, 1.834, 3.346, 4.782, 6.855, 9.245, 12.39, 18.92, 29.82, 38.43, 49.83};
  const std::vector<double> back{0.3107, 0.8529, 1.828, 3.389, 4.896, 7.386, 9.475, 12.36, 19.95, 30.85, 39.97, 54.75};
  return {transfer("host to GPU, pageable", true, false, there), transfer("host to GPU, pinned", true, true, {}),
          transfer("GPU to host, pageable", false, false, back), transfer("GPU to host, pinned", false, true, {})};
}

}  // namespace platerip::literature
