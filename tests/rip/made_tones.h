// Tones in memory of their own.
#pragma once

#include <memory>
#include <vector>

#include "rip/strips/tones_on_cores.h"

namespace platerip::test {

using namespace rip;

/// The tones of rows that begin at row `first` of a page, without a byte more memory than they need.
struct MadeTones {
  MadeTones(const ToneSettings& settings, std::int64_t first, std::int64_t rows)
      : memory(std::make_unique<std::byte[]>(static_cast<std::size_t>(tones_bytes(settings, rows)))),
        tones(place_tones(settings, rows, memory.get())) {
    tones.first = first;
  }
  MadeTones(const ToneSettings& settings, const std::vector<RowSpan>& inks, std::int64_t first)
      : MadeTones(settings, first, inks[0].count) {
    add_tones(settings, inks, first, tones);
  }

  std::unique_ptr<std::byte[]> memory;
  StripTones tones;
};

}  // namespace platerip::test
