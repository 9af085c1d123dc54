// Kasagi, Nakano, Ito: k-delay parallel scan on the GPU's global memory, a launch for each step; the same on a page
// that is permuted (each row shifted, then all transposed), so that what a step uses lies side by side.
#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

constexpr int threads = 128;  // of a thread block

Algorithm scan(std::string_view name, std::string_view cost, Scan form, bool permuted, std::vector<double> published) {
  return {.name = name,
          .paper = "Kasagi",
          .table = permuted ? "GPU, global memory, data permutation" : "GPU, global memory",
          .cost = cost,
          .where = Where::gpu,
          .memory = [permuted](const Page& page,
                               const Setting&) { return page.pixels() * (sizeof(int) + (permuted ? 2 : 0)); },
          .begin =
              [=](const Page& page, const Setting& setting) {
                return begin_scan(page, form, permuted, setting.block ? setting.block : threads);
              },
          .sweep = form == Scan::collection
                       ? std::vector<Setting>{{.block = 32}, {.block = 64}, {.block = 128}, {.block = 256}}
                       : std::vector<Setting>{},
          .published = std::move(published)};
}

}  // namespace

std::vector<Algorithm> kasagi_global_memory() {
  constexpr std::string_view delay3 = "5n reads, 5n writes, 4√n launches of √n/3 threads";
  constexpr std::string_view atomic = "5n reads, 5n writes, 2n of them atomic, 3√n launches of √n/2 threads";
  constexpr std::string_view twice = "5n reads, 6n writes, 6√n launches of √n/2 threads";
  constexpr std::string_view collects = "5n reads, 2n writes, 3√n launches of √n/2 threads";
  return {
      scan("3-D PED", delay3, Scan::diffusion_3_delay, false,
           {32.23, 68.50, 99.50, 140.5, 167.3, 232.2, 257.2, 304.3, 383.0, 501.1, 613.8, 805.8}),
      scan("2-D PED with atomicAdd (PWED)", atomic, Scan::diffusion_atomic, false,
           {23.43, 56.14, 78.35, 107.4, 128.3, 165.4, 199.5, 233.2, 306.2, 421.1, 589.1, 796.1}),
      scan("2-D PED with double kernel calls", twice, Scan::diffusion_double_calls, false,
           {40.49, 82.42, 127.1, 173.8, 224.4, 282.6, 332.9, 403.8, 528.7, 691.3, 941.9, 1254}),
      scan("2-D PEC (PWEC)", collects, Scan::collection, false,
           {17.41, 35.27, 53.16, 78.28, 115.3, 136.9, 158.9, 191.6, 261.7, 357.1, 476.2, 650.5}),
      scan("3-D PED, permuted", delay3, Scan::diffusion_3_delay, true,
           {18.77, 37.56, 57.76, 77.40, 99.29, 119.8, 150.5, 162.5, 212.0, 258.2, 305.0, 355.5}),
      scan("2-D PED with atomicAdd, permuted", atomic, Scan::diffusion_atomic, true,
           {14.06, 28.37, 42.35, 55.63, 71.12, 86.75, 101.6, 127.0, 155.0, 209.9, 227.9, 266.8}),
      scan("2-D PED with double kernel calls, permuted", twice, Scan::diffusion_double_calls, true,
           {24.26, 49.43, 81.12, 98.80, 125.7, 186.8, 195.8, 203.9, 266.8, 353.2, 404.1, 448.6}),
      scan("2-D PEC, permuted", collects, Scan::collection, true,
           {14.28, 26.10, 39.10, 51.33, 65.92, 85.26, 94.04, 118.0, 146.5, 176.5, 207.7, 260.6}),
      {.name = "data permutation and its inverse alone",
       .paper = "Kasagi",
       .table = "GPU, global memory, data permutation",
       .cost = "2n reads, 2n writes, 2 launches, each way",
       .where = Where::gpu,
       .memory = [](const Page& page, const Setting&) { return 2 * page.pixels(); },
       .begin = [](const Page& page, const Setting&) { return begin_permutation(page); },
       .bits = Bits::copy},
  };
}

}  // namespace platerip::literature
