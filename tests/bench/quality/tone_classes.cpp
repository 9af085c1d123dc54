#include "tests/bench/quality/tone_classes.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace platerip::quality {
namespace {

// The best way to divide the tones up to a border: its cost, and its last class, which begins at border `from`.
struct Way {
  double cost = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
  int choice = 0;
};

}  // namespace

std::vector<ClassOfTones> best_classes(const std::vector<int>& borders, int count,
                                       const std::function<CostOfClass(int first, int end)>& cost) {
  const std::size_t ends = borders.size();
  std::vector<std::vector<Way>> ways(static_cast<std::size_t>(count) + 1, std::vector<Way>(ends));
  ways[0][0].cost = 0;
  for (std::size_t from = 0; from < ends; ++from) {
    for (std::size_t end = from + 1; end < ends; ++end) {
      const CostOfClass last = cost(borders[from], borders[end]);
      for (std::size_t classes = 1; classes < ways.size(); ++classes) {
        const double all = ways[classes - 1][from].cost + last.cost;
        if (all < ways[classes][end].cost) ways[classes][end] = {all, from, last.choice};
      }
    }
  }
  std::vector<ClassOfTones> best;
  std::size_t end = ends - 1;
  for (std::size_t classes = ways.size() - 1; classes > 0; --classes) {
    const Way& way = ways[classes][end];
    best.push_back({borders[way.from], borders[end], way.choice});
    end = way.from;
  }
  std::ranges::reverse(best);
  return best;
}

}  // namespace platerip::quality
