#include "rip/calibrate/page/drop_mixtures.h"

#include <cstddef>

namespace platerip::rip {
namespace {

constexpr int many_levels = 6;

std::string percent_of(int size, int share) {
  return std::to_string(size) + (share < 100 ? ":" + std::to_string(share) : "");
}

}  // namespace

std::vector<DropMixture> drop_mixtures(int levels) {
  const std::vector<int> parts = levels < many_levels ? std::vector{25, 50, 75} : std::vector{50};
  const std::vector<double> paper(static_cast<std::size_t>(levels) - 1);
  std::vector<DropMixture> mixtures{{paper, "0"}};
  for (int size = 1; size < levels; ++size) {
    const auto place = static_cast<std::size_t>(size) - 1;
    const auto add_alone = [&](int share) {
      DropMixture& alone = mixtures.emplace_back(DropMixture{paper, percent_of(size, share)});
      alone.shares[place] = share;
    };
    for (const int share : parts) add_alone(share);
    for (const int share : parts) {
      if (size == 1) break;
      DropMixture& both =
          mixtures.emplace_back(DropMixture{paper, std::to_string(size - 1) + "+" + percent_of(size, share)});
      both.shares[place] = share;
      both.shares[place - 1] = 100 - share;
    }
    add_alone(100);
  }
  return mixtures;
}

double nominal_amount(std::span<const double> shares) {
  double amount = 0;
  for (std::size_t i = 0; i < shares.size(); ++i)
    amount += shares[i] * static_cast<double>(i + 1) / static_cast<double>(shares.size());
  return amount;
}

}  // namespace platerip::rip
