// Several code words of ITU-T T.6 at once, for the pixels of a few columns. Nothing here throws. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace platerip::tiffio {

/// The code words that some pixels determine.
struct FaxShortCodes {
  std::uint32_t bits = 0;     ///< the highest bit goes first
  std::uint32_t length = 0;   ///< in bits
  std::uint32_t advance = 0;  ///< how far a0 moves; 0: the pixels are too few even for one code word
};

/// Looks up what the pixels from a0 on say about the code words there.
class FaxShortCodeTable {
 public:
  /// How many pixels after a0 count in the row that is coded. In the row above these are three more, because vertical
  /// mode compares pixels that far apart. With 4, 5, 6 and 7 pixels, plates of dots take 1.33, 1.10, 1.00 and 1.07 of
  /// the time: a large table does not fit into the cache.
  static constexpr unsigned seen = 6;
  static constexpr unsigned seen_above = seen + 3;

  /// The rows begin at a0, which has the lowest bit. A 0 has the colour of a0 in the row that is coded.
  static FaxShortCodes find(std::uint64_t row, std::uint64_t above, bool is_black) {
    row = row >> 1 & ((1U << seen) - 1);
    above &= (2U << seen_above) - 1;
    auto& entry = entries[row | above << seen | std::uint64_t{is_black} << (seen + seen_above + 1)];
    const std::uint32_t known = entry.load(std::memory_order_relaxed);
    const std::uint32_t codes = known != unknown ? known
                                                 : learn(static_cast<std::uint32_t>(row << 1),
                                                         static_cast<std::uint32_t>(above), is_black, entry);
    return {codes >> 10, codes >> 5 & 31, codes & 31};
  }

 private:
  using Entry = std::atomic<std::uint32_t>;
  static constexpr std::uint32_t unknown = 0;

  static std::uint32_t learn(std::uint32_t row, std::uint32_t above, bool is_black, Entry& entry);

  // Computed when they are needed first: all of them would take 10 ms.
  static std::array<Entry, std::size_t{1} << (seen + seen_above + 2)> entries;
};

}  // namespace platerip::tiffio
