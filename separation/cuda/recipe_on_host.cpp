#include "separation/cuda/recipe_on_host.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace platerip::separation::cuda {
namespace {

template <typename From>
auto inks_from(const From& from, const pipeline::Arbiter* arbiter,
               const std::array<typename From::Sample, From::colors>& color) {
  if constexpr (requires { from.program; }) {
    bool doubtful = false;
    auto inks = from(color, from.program.nodes, doubtful);
    if (doubtful) std::copy_n(arbiter->inks_of(color.data()).begin(), from.inks, inks.begin());
    return inks;
  } else {
    return from(color);
  }
}

}  // namespace

template <typename Sample>
std::vector<Sample> inks_on_host(const Recipe& recipe, const pipeline::Arbiter* arbiter,
                                 const TellingPixels<Sample>& pixels) {
  const auto count = static_cast<std::size_t>(pixels.count()), inks = static_cast<std::size_t>(recipe.inks);
  std::vector<Sample> result(inks * count);
  const Finish<Sample> finish(recipe);
  const auto run = [&](const auto& from) {
    constexpr int colors = std::remove_cvref_t<decltype(from)>::colors;
    const Alpha alpha = recipe.format.alpha;
    for (std::size_t p = 0; p < count; ++p) {
      const Sample* const pixel = &pixels.samples[p * static_cast<std::size_t>(pixels.pixel_samples)];
      auto found = inks_from(from, arbiter,
                             alpha == Alpha::none ? color_of<Sample, colors, false>(pixel, alpha)
                                                  : color_of<Sample, colors, true>(pixel, alpha));
      finish(found);
      for (std::size_t ink = 0; ink < inks; ++ink) result[ink * count + p] = found[ink];
    }
  };
  recipe.source == Source::program ? with_program<Sample>(recipe, run) : with_source<Sample>(recipe, run);
  return result;
}

template std::vector<std::uint8_t> inks_on_host(const Recipe&, const pipeline::Arbiter*,
                                                const TellingPixels<std::uint8_t>&);
template std::vector<std::uint16_t> inks_on_host(const Recipe&, const pipeline::Arbiter*,
                                                 const TellingPixels<std::uint16_t>&);

}  // namespace platerip::separation::cuda
