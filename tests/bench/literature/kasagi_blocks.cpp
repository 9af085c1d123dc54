// Kasagi, Nakano, Ito, table V (4): parallelogram blocks in shared memory (BWED and BWEC of the preliminary version),
// with a launch for each label. Also the same launches as a CUDA graph.
#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

Algorithm blocks(std::string_view name, std::string_view cost, bench::BlockForm form, bool graph,
                 std::vector<double> published) {
  return {.name = name,
          .paper = "Kasagi",
          .table = graph ? "GPU, parallelogram blocks, CUDA graph" : "GPU, parallelogram blocks",
          .cost = cost,
          .where = Where::gpu,
          .memory = [](const Page& page, const Setting&) -> Footprint {
            return {.device = sizeof(int) * bench::blockwise_errors(page.width, page.height, 1)};
          },
          .begin = [=](const Page& page, const Setting&) { return begin_blockwise(page, form, graph); },
          .published = std::move(published)};
}

}  // namespace

std::vector<Algorithm> kasagi_blocks() {
  using enum bench::BlockForm;
  constexpr std::string_view ped = "n + O(n/w) global, 6n + 6n shared reads and writes, 4√n/w launches";
  constexpr std::string_view rc = "n + O(n/w) global, 3n + 3n shared reads and writes, 4√n/w launches";
  constexpr std::string_view pec = "n + O(n/w) global, 6n + 3n shared reads and writes, 4√n/w launches";
  return {
      blocks("2-D PED in blocks", ped, diffusion, false,
             {2.192, 4.559, 6.944, 9.298, 11.66, 14.13, 16.64, 19.09, 24.21, 29.74, 35.27, 56.27}),
      blocks("2-D PED in blocks, RC (BWED)", rc, diffusion_registers, false,
             {1.891, 3.945, 5.976, 7.993, 10.04, 12.19, 14.30, 16.45, 24.26, 29.59, 35.05, 55.77}),
      blocks("2-D PEC in blocks", pec, collection, false,
             {2.009, 4.365, 6.519, 8.748, 10.94, 13.37, 15.65, 18.12, 22.98, 28.88, 34.26, 51.36}),
      blocks("2-D PEC in blocks, RC (BWEC)", rc, collection_registers, false,
             {1.847, 3.919, 6.000, 8.097, 10.08, 12.26, 14.25, 16.63, 21.07, 26.33, 31.32, 46.75}),
      blocks("2-D PED in blocks, graph", ped, diffusion, true, {}),
      blocks("2-D PED in blocks, RC, graph", rc, diffusion_registers, true, {}),
      blocks("2-D PEC in blocks, graph", pec, collection, true, {}),
      blocks("2-D PEC in blocks, RC, graph", rc, collection_registers, true, {}),
  };
}

}  // namespace platerip::literature
