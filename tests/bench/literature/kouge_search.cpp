// Kouge, Ito, Nakano: the local exhaustive search. It does not diffuse errors. It looks for the pixels whose image,
// blurred as eyes blur it, is nearest to the page. It goes through all windows of m×m pixels in raster order, and gives
// each the best of its 2^(m²) patterns. It repeats this until a round changes nothing.
//
// The partial search tries patterns with as much ink as the window has, and then with more or less ink as long as that
// helps. Each pattern differs from the one before by one pixel (Gray code), or by two if the amount of ink is given
// (revolving door). The search skips windows around which nothing has changed since they were searched (the replacement
// map).
#include <cstdio>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/kouge.h"

namespace platerip::literature {
namespace {

using kouge::Search;
using kouge::window;

class SearchSession final : public Session {
 public:
  SearchSession(const Page& page, bool partial) : page_(page), partial_(partial) {}

  void poison() override {}  // nothing is kept from run to run
  double run() override {
    return took_ = milliseconds([&] {
             Search search(page_);
             search.random_dither();
             searched_ = 0;
             rounds_ = 0;
             while (const int searched = search.round(partial_)) {
               searched_ += searched;
               ++rounds_;
             }
             average_error_ = search.average_error();
           });
  }
  void levels(std::span<std::uint8_t>) override {}

  [[nodiscard]] std::string note() const override {
    char line[160];
    std::snprintf(
        line, sizeof line,
        "windows of %d×%d: average error %.2f after %d rounds, %d searches and %.0f ms; error diffusion's %.2f", window,
        window, average_error_, rounds_, searched_, took_, error_of_diffusion());
    return line;
  }
  [[nodiscard]] std::string fault() const override {
    const bool has_window = page_.width >= window && page_.height >= window;
    const bool is_worse = has_window && average_error_ > error_of_diffusion();
    return is_worse ? "WRONG: more error than error diffusion's" : "";
  }

 private:
  [[nodiscard]] double error_of_diffusion() const {
    Search search(page_);
    search.print(expected_levels(page_, halftone::Method("floyd-steinberg"), 2));
    return search.average_error();
  }

  const Page& page_;
  bool partial_;
  int rounds_ = 0;
  int searched_ = 0;
  double average_error_ = 0;
  double took_ = 0;
};

Algorithm search(std::string_view name, std::string_view cost, bool partial) {
  return {
      .name = name,
      .paper = "Kouge",
      .table = "Local exhaustive search",
      .cost = cost,
      .memory = [](const Page& page, const Setting&) -> Footprint { return {.host = Search::bytes(page)}; },
      .begin = [partial](const Page& page, const Setting&) { return std::make_unique<SearchSession>(page, partial); },
      .bits = Bits::own,
      .timed = false};
}

Algorithm search_on_gpu(std::string_view name, std::string_view cost, bool partial) {
  Algorithm algorithm = search(name, cost, partial);
  algorithm.where = Where::gpu;
  algorithm.memory = [](const Page& page, const Setting&) -> Footprint { return {.device = 14 * page.pixels()}; };
  algorithm.begin = [partial](const Page& page, const Setting&) { return begin_kouge(page, partial); };
  return algorithm;
}

}  // namespace

std::vector<Algorithm> kouge_search() {
  constexpr std::string_view all =
      "2^(m²)·(2w + 1)² additions for each window and round, w the Gaussian filter's reach";
  constexpr std::string_view some = "a third to a sixth of the patterns";
  return {search("local exhaustive search", all, false), search("partial exhaustive search", some, true),
          search_on_gpu("local exhaustive search, GPU", all, false),
          search_on_gpu("partial exhaustive search, GPU", some, true)};
}

}  // namespace platerip::literature
