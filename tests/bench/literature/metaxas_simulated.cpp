// Metaxas: the linear array of processors, simulated step by step. A superstep is delay + 1 pixels of a row (three for
// Floyd–Steinberg). A processor knows only what its two neighbours did in earlier steps. An error that has not arrived
// in time is taken as 0, so that a wrong schedule shows in the bits.
#include <algorithm>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/metaxas.h"

namespace platerip::literature {
namespace {

constexpr int floor_div(int a, int b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

template <std::size_t filter>
class LinearArray {
 public:
  LinearArray(const Page& page, std::uint8_t* levels)
      : page_(page), levels_(levels), done_(page.pixels()), errors_(page.pixels()) {}

  /// Returns the number of steps.
  int run() {
    const int first = owner(page_.height - 1, 0), last = owner(0, page_.width - 1);
    std::size_t left = page_.pixels();
    int step = 0;
    while (left > 0) {
      ++step;
      for (int processor = first; processor <= last; ++processor) left -= process(processor, step);
    }
    return step;
  }

 private:
  static constexpr int superstep = delay_of(halftone::error_filters[filter]) + 1;

  static int owner(int row, int column) { return floor_div(column - row, superstep); }
  [[nodiscard]] std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(page_.width) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] bool inside(int row, int column) const {
    return row >= 0 && row < page_.height && column >= 0 && column < page_.width;
  }

  // Processes the pixel that the processor has at this step, if it is on the page.
  bool process(int processor, int step) {
    const int row = (step - 1) / superstep - processor;
    const int column = row + superstep * processor + (step - 1) % superstep;
    if (!inside(row, column)) return false;
    const Pixel pixel = collect<filter>(page_.row(row)[column], [&](int rows, int columns) {
      return received(processor, step, row + rows, column + columns);
    });
    levels_[index(row, column)] = pixel.level;
    errors_[index(row, column)] = static_cast<std::int16_t>(pixel.error);
    done_[index(row, column)] = step;
    return true;
  }

  [[nodiscard]] int received(int processor, int step, int row, int column) const {
    if (!inside(row, column)) return 0;
    const int done = done_[index(row, column)];
    const bool in_time = done > 0 && done < step && std::abs(owner(row, column) - processor) <= 1;
    return in_time ? errors_[index(row, column)] : 0;
  }

  const Page& page_;
  std::uint8_t* levels_;
  std::vector<int> done_;  // the step in which each pixel was done
  std::vector<std::int16_t> errors_;
};

class Simulation final : public Session {
 public:
  Simulation(const Page& page, halftone::Method method) : page_(page), method_(method), levels_(page.pixels()) {}

  void poison() override { spoil(std::span(levels_)); }
  double run() override {
    return milliseconds([&] {
      halftone::with_place_of(*method_.info().filter, [&]<std::size_t filter>() {
        steps_ = LinearArray<filter>(page_, levels_.data()).run();
        delay_ = delay_of(halftone::error_filters[filter]);
      });
    });
  }
  void levels(std::span<std::uint8_t> to) override { std::ranges::copy(levels_, to.begin()); }
  [[nodiscard]] std::string note() const override {
    const int rest = steps_ - delay_ * page_.height - page_.width;
    return std::to_string(steps_) + " steps = " + std::to_string(delay_) + "n + m " + (rest < 0 ? "- " : "+ ") +
           std::to_string(std::abs(rest));
  }
  [[nodiscard]] std::string fault() const override {
    const int scheduled = steps_of(delay_, page_.width, page_.height);
    return steps_ == scheduled ? "" : "WRONG: the schedule has " + std::to_string(scheduled) + " steps";
  }

 private:
  const Page& page_;
  halftone::Method method_;
  std::vector<std::uint8_t> levels_;
  int steps_ = 0;
  int delay_ = 0;
};

}  // namespace

std::vector<Algorithm> metaxas_simulated() {
  return {{.name = "linear array, simulated",
           .paper = "Metaxas",
           .table = "Linear array of processors",
           .cost = "2n + m steps of (n + m)/3 processors, n rows and m columns; slope 3 for Fan, Jarvis and Stucki",
           .memory = [](const Page& page, const Setting&) -> Footprint {
             return {.host = page.pixels() * (sizeof(int) + sizeof(std::int16_t))};
           },
           .begin = [](const Page& page,
                       const Setting& setting) { return std::make_unique<Simulation>(page, setting.method); },
           .also = {{.method = "fan"}, {.method = "jarvis"}, {.method = "stucki"}},
           .timed = false}};
}

}  // namespace platerip::literature
