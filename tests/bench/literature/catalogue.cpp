#include <array>
#include <iterator>

#include "tests/bench/literature/families.h"

namespace platerip::literature {

std::string text(const Setting& setting) {
  std::string all;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!all.empty()) all += ' ';
    all += std::string(name) + '=' + value;
  };
  if (setting.threads) add("threads", std::to_string(setting.threads));
  if (setting.block) add("block", std::to_string(setting.block));
  if (setting.handover) add("handover", std::to_string(setting.handover));
  if (setting.share) add("share", std::to_string(setting.share));
  if (setting.levels != 2) add("levels", std::to_string(setting.levels));
  if (setting.method != halftone::Method("floyd-steinberg")) add("filter", std::string(setting.method.name()));
  return all;
}

std::vector<Algorithm> catalogue() {
  constexpr std::array families{
      kasagi_sequential, kasagi_global_memory, kasagi_blocks, kasagi_transfers, metaxas_simulated,
      metaxas_threads,   deshpande_blocks,     deshpande_gpu, kouge_search,     product};
  std::vector<Algorithm> all;
  for (const auto family : families) std::ranges::move(family(), std::back_inserter(all));
  return all;
}

}  // namespace platerip::literature
