// Deshpande, Misra, Narayanan: each pixel of an iteration has a thread, pixels are stored in knight's order, and each
// iteration is a launch. The CPU may do the first and the last iterations (handover), and a fixed number of columns of
// the others (hybrid). Errors at the border between them then go through zero-copy memory.
#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {
namespace {

constexpr std::string_view together = "CPU and GPU together";

// Bytes for the places of each iteration's pixels.
std::size_t order_bytes(const Page& page) {
  return sizeof(int) * static_cast<std::size_t>(steps_of(2, page.width, page.height));
}
// Bytes for the errors on one side of the border between CPU and GPU.
std::size_t border_bytes(const Page& page) {
  return sizeof(int) * static_cast<std::size_t>(page.height);
}

Algorithm knight(std::string_view name, std::string_view cost, Where where, Setting defaults, std::vector<Setting> also,
                 std::vector<Setting> sweep) {
  return {.name = name,
          .paper = "Deshpande",
          .table = together,
          .cost = cost,
          .where = where,
          .memory = [where](const Page& page, const Setting&) -> Footprint {
            const std::size_t errors = sizeof(int) * page.pixels();
            const std::size_t second_page = where == Where::both ? 2 * page.pixels() + errors : 0;
            return {.host = second_page + 2 * border_bytes(page), .device = errors + order_bytes(page)};
          },
          .begin =
              [defaults](const Page& page, Setting setting) {
                if (!setting.block) setting.block = threads_of_a_block;
                if (!setting.handover) setting.handover = defaults.handover;
                if (!setting.share) setting.share = defaults.share;
                return begin_knight(page, setting);
              },
          .also = std::move(also),
          .sweep = std::move(sweep)};
}

}  // namespace

std::vector<Algorithm> deshpande_gpu() {
  return {
      knight("pixel-based in knight order", "2M + N launches of at most min(M, N/2) threads", Where::gpu, {},
             {{.levels = 3}, {.levels = 4}, {.levels = 16}}, sweep_of_thread_blocks()),
      {.name = "knight order and back alone",
       .paper = "Deshpande",
       .table = together,
       .cost = "2n reads, 2n writes; not in the others' times",
       .where = Where::gpu,
       .memory = [](const Page& page, const Setting&) -> Footprint {
         return {.device = page.pixels() + order_bytes(page)};
       },
       .begin = [](const Page& page, const Setting&) { return begin_knight_order(page); },
       .bits = Bits::copy},
      knight("CPU-GPU handover", "the CPU has the first and last iterations, which are short", Where::both,
             {.handover = 512}, {{.handover = 1}, {.handover = 512, .levels = 4}},
             {{.handover = 1},
              {.handover = 64},
              {.handover = 128},
              {.handover = 256},
              {.handover = 512},
              {.handover = 1024},
              {.handover = 2048},
              {.handover = 4096},
              {.handover = 6144},
              {.handover = 12288}}),
      knight("CPU-GPU hybrid", "in between the CPU has a share; one synchronisation for each iteration", Where::both,
             {.handover = 512, .share = 64}, {{.handover = 1, .share = 1}, {.handover = 100, .share = 333}},
             {{.share = 1},
              {.share = 64},
              {.share = 256},
              {.share = 512},
              {.share = 1024},
              {.share = 2048},
              {.share = 4096},
              {.share = 6000}}),
  };
}

}  // namespace platerip::literature
