#include "rip/selftest/shrink.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "rip/selftest/comparison.h"

namespace platerip::rip {
namespace {

struct Crop {
  std::int64_t left, top, width, height;
};

Trial cropped(const Trial& trial, const Crop& crop) {
  Trial smaller = trial;
  Pixels& page = smaller.page;
  page.info.width = crop.width;
  page.info.height = crop.height;
  const std::int64_t pixel = trial.page.info.row_bytes() / trial.page.info.width;
  page.samples.resize(static_cast<std::size_t>(page.info.row_bytes() * crop.height));
  for (std::int64_t y = 0; y < crop.height; ++y)
    std::memcpy(page.samples.data() + y * page.info.row_bytes(),
                trial.page.samples.data() + (crop.top + y) * trial.page.info.row_bytes() + crop.left * pixel,
                static_cast<std::size_t>(page.info.row_bytes()));
  std::erase_if(smaller.hand_overs, [&](std::int64_t row) { return row >= crop.height; });
  return smaller;
}

// Without a share of the rows or columns, at one of their ends.
void add_crops(const Trial& trial, std::vector<Trial>& smaller) {
  const std::int64_t width = trial.page.info.width, height = trial.page.info.height;
  for (const std::int64_t share : {2, 4, 16, 0}) {
    const std::int64_t rows = share == 0 ? 1 : height / share, columns = share == 0 ? 1 : width / share;
    if (rows > 0 && rows < height) {
      smaller.push_back(cropped(trial, {0, 0, width, height - rows}));
      smaller.push_back(cropped(trial, {0, rows, width, height - rows}));
    }
    if (columns > 0 && columns < width) {
      smaller.push_back(cropped(trial, {0, 0, width - columns, height}));
      smaller.push_back(cropped(trial, {columns, 0, width - columns, height}));
    }
  }
}

void add_simpler(const Trial& trial, std::vector<Trial>& simpler) {
  if (!trial.hand_overs.empty()) {
    simpler.push_back(trial);
    simpler.back().hand_overs.clear();
  }
  for (std::size_t i = 0; i < trial.options.size(); ++i) {
    simpler.push_back(trial);
    auto& options = simpler.back().options;
    if (options[i].first != "halftone") {
      options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (options[i].second == "threshold") {
      simpler.pop_back();
    } else {
      options[i].second = options[i].second == "floyd-steinberg" ? "threshold" : "floyd-steinberg";
    }
  }
}

}  // namespace

void shrink(Trial& trial, std::string& what, Laboratory& laboratory, const Path& path, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (bool has_shrunk = true; has_shrunk;) {
    has_shrunk = false;
    std::vector<Trial> smaller;
    add_simpler(trial, smaller);
    add_crops(trial, smaller);
    for (Trial& each : smaller) {
      if (std::chrono::steady_clock::now() > end) return;
      auto wrong = compare_path(laboratory, each, path);
      if (!wrong.ok() || !*wrong) continue;
      trial = std::move(each);
      what = **wrong;
      has_shrunk = true;
      break;
    }
  }
}

}  // namespace platerip::rip
