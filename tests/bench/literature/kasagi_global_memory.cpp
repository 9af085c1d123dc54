// Kasagi, Nakano, Ito, table V (2): k-delay parallel scan in the GPU's global memory, with a launch for each step.
// Table V (3): the same on a permuted page, whose rows are shifted and which is then transposed, so that the data of a
// step are contiguous.
#include <array>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

struct Form {
  Scan scan;
  std::string_view cost;
  std::string_view name;
  std::vector<double> published;
  std::string_view permuted_name;
  std::vector<double> permuted_published;
};

Algorithm algorithm(const Form& form, bool permuted) {
  return {.name = permuted ? form.permuted_name : form.name,
          .paper = "Kasagi",
          .table = permuted ? "GPU, global memory, data permutation" : "GPU, global memory",
          .cost = form.cost,
          .where = Where::gpu,
          .memory = [permuted](const Page& page, const Setting&) -> Footprint {
            return {.device = page.pixels() * (sizeof(int) + (permuted ? 2 : 0))};
          },
          .begin =
              [scan = form.scan, permuted](const Page& page, const Setting& setting) {
                return begin_scan(page, scan, permuted, setting.block ? setting.block : threads_of_a_block);
              },
          .sweep = sweep_of_thread_blocks(),
          .published = permuted ? form.permuted_published : form.published};
}

}  // namespace

std::vector<Algorithm> kasagi_global_memory() {
  const std::array forms{Form{Scan::diffusion_3_delay,
                              "5n reads, 5n writes, 4√n launches of √n/3 threads",  //
                              "3-D PED",
                              {32.23, 68.50, 99.50, 140.5, 167.3, 232.2, 257.2, 304.3, 383.0, 501.1, 613.8, 805.8},
                              "3-D PED, permuted",
                              {18.77, 37.56, 57.76, 77.40, 99.29, 119.8, 150.5, 162.5, 212.0, 258.2, 305.0, 355.5}},
                         Form{Scan::diffusion_atomic,
                              "5n reads, 5n writes, 2n of them atomic, 3√n launches of √n/2 threads",
                              "2-D PED with atomicAdd (PWED)",
                              {23.43, 56.14, 78.35, 107.4, 128.3, 165.4, 199.5, 233.2, 306.2, 421.1, 589.1, 796.1},
                              "2-D PED with atomicAdd, permuted",
                              {14.06, 28.37, 42.35, 55.63, 71.12, 86.75, 101.6, 127.0, 155.0, 209.9, 227.9, 266.8}},
                         Form{Scan::diffusion_double_calls,
                              "5n reads, 6n writes, 6√n launches of √n/2 threads",
                              "2-D PED with double kernel calls",
                              {40.49, 82.42, 127.1, 173.8, 224.4, 282.6, 332.9, 403.8, 528.7, 691.3, 941.9, 1254},
                              "2-D PED with double kernel calls, permuted",
                              {24.26, 49.43, 81.12, 98.80, 125.7, 186.8, 195.8, 203.9, 266.8, 353.2, 404.1, 448.6}},
                         Form{Scan::collection,
                              "5n reads, 2n writes, 3√n launches of √n/2 threads",
                              "2-D PEC (PWEC)",
                              {17.41, 35.27, 53.16, 78.28, 115.3, 136.9, 158.9, 191.6, 261.7, 357.1, 476.2, 650.5},
                              "2-D PEC, permuted",
                              {14.28, 26.10, 39.10, 51.33, 65.92, 85.26, 94.04, 118.0, 146.5, 176.5, 207.7, 260.6}}};
  std::vector<Algorithm> all;
  for (const bool permuted : {false, true})
    for (const Form& form : forms) all.push_back(algorithm(form, permuted));
  all.push_back({.name = "data permutation and its inverse alone",
                 .paper = "Kasagi",
                 .table = "GPU, global memory, data permutation",
                 .cost = "2n reads, 2n writes, 2 launches, each way",
                 .where = Where::gpu,
                 .memory = [](const Page& page, const Setting&) -> Footprint { return {.device = 2 * page.pixels()}; },
                 .begin = [](const Page& page, const Setting&) { return begin_permutation(page); },
                 .bits = Bits::copy});
  return all;
}

}  // namespace platerip::literature
