// Deshpande, Misra, Narayanan: trapezoidal blocks on a multicore CPU. Within a block, each row begins one column
// further left than the row above, except at the page's left edge, which makes trapezoids. Blocks depend on each other
// as pixels do, so they also run in knight's order. OpenMP shares out the blocks of an iteration.
#include <algorithm>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {
namespace {

class Blocks {
 public:
  Blocks(const Page& page, const Setting& setting)
      : page_(page),
        threads_(threads_of(setting)),
        levels_(setting.levels),
        side_(setting.block ? setting.block : std::max(1, page.width / (2 * threads_))),
        stride_(page.width + 2),
        errors_(error_count(page)) {}

  static std::size_t error_count(const Page& page) {
    return static_cast<std::size_t>(page.width + 2) * static_cast<std::size_t>(page.height + 1);
  }

  void operator()(const Page&, std::uint8_t* pixels) {
    with_levels(levels_, [&]<int levels>() { run<levels>(pixels); });
  }
  void poison() {
    for (int y = 0; y < page_.height; ++y)
      spoil(std::span(errors_).subspan(static_cast<std::size_t>(y + 1) * stride_ + 1,
                                       static_cast<std::size_t>(page_.width)));
  }

 private:
  template <int levels>
  void run(std::uint8_t* pixels) {
    const int rows = (page_.height + side_ - 1) / side_;
    const int columns = (page_.width + 2 * side_ - 2) / side_;
    for (int iteration = 0; iteration < steps_of(2, columns, rows); ++iteration) {
      const Step blocks = step_at(iteration, 2, columns, rows);
#pragma omp parallel for num_threads(threads_)
      for (int row = blocks.first; row <= blocks.last; ++row) run_block<levels>(row, iteration - 2 * row, pixels);
    }
  }

  template <int levels>
  void run_block(int block_row, int block_column, std::uint8_t* pixels) {
    const int top = block_row * side_;
    const int bottom = std::min(top + side_, page_.height);
    for (int y = top; y < bottom; ++y) {
      const int begin = block_column * side_ - (y - top);
      run_row<levels>(y, std::max(begin, 0), std::min(begin + side_, page_.width), pixels);
    }
  }

  template <int levels>
  void run_row(int y, int begin, int end, std::uint8_t* pixels) {
    if (begin >= end) return;
    const std::int16_t* above = errors_.data() + static_cast<std::size_t>(y) * stride_ + 1;
    std::int16_t* here = errors_.data() + static_cast<std::size_t>(y + 1) * stride_ + 1;
    const std::uint8_t* ink = page_.row(y);
    std::uint8_t* out = pixels + std::int64_t{y} * page_.width;
    int left = here[begin - 1], upper_left = above[begin - 1], upper = above[begin];
    for (int x = begin; x < end; ++x) {
      const int upper_right = above[x + 1];
      const Pixel pixel = halftone_pixel<levels>(ink[x], upper_left + 5 * upper + 3 * upper_right + 7 * left);
      out[x] = pixel.level;
      here[x] = static_cast<std::int16_t>(pixel.error);
      left = pixel.error;
      upper_left = upper;
      upper = upper_right;
    }
  }

  const Page& page_;
  int threads_;
  int levels_;
  int side_;
  std::size_t stride_;
  std::vector<std::int16_t> errors_;  // of every pixel, with a column of 0 on each side and a row of 0 above
};

#ifdef _OPENMP
constexpr std::string_view missing;
#else
constexpr std::string_view missing = "built without OpenMP";
#endif

std::vector<Setting> sweep() {
  std::vector<Setting> settings;
  for (const int threads : {1, 2, 4, 8, 16, 32}) {
    settings.push_back({.threads = threads});
    for (const int block : {32, 64, 128, 256, 512}) settings.push_back({.threads = threads, .block = block});
  }
  return settings;
}

}  // namespace

std::vector<Algorithm> deshpande_blocks() {
  return {
      {.name = "block-based, OpenMP",
       .paper = "Deshpande",
       .table = "CPU and GPU together",
       .cost = "2M/a + N/b iterations of at most min(M/a, N/2b) blocks; blocks are so large that each thread has one",
       .memory = [](const Page& page, const Setting&) -> Footprint {
         return {.host = Blocks::error_count(page) * sizeof(std::int16_t)};
       },
       .begin = [](const Page& page, const Setting& setting) { return cpu_session(page, Blocks(page, setting)); },
       .also = {{.threads = 3, .block = 50}, {.levels = 3}, {.levels = 4}, {.levels = 16}},
       .sweep = sweep(),
       .missing = missing}};
}

}  // namespace platerip::literature
