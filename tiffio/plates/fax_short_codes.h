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
  /// How many pixels after a0 count in the row that is coded, and in the row above. Vertical mode compares pixels up to
  /// three apart, so a few code words need more. With 6 and 9, 6 and 8, 7 and 7, or 8 and 9 pixels, plates of dots take
  /// 1.07, 1.03, 1.03 and 0.99 of the time: more code words are found in a larger table, but in the cache it has the
  /// place of others.
  static constexpr unsigned seen = 7;
  static constexpr unsigned seen_above = 8;

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
