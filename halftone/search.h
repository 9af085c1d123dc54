// The search methods: another method's dots, moved to where the eye sees least of the difference between page and
// plate. `dbs` changes single pixels: M. Analoui and J. P. Allebach, "Model-based halftoning using direct binary
// search", SPIE 1666, 1992; D. J. Lieberman and J. P. Allebach, "Efficient model based halftoning using direct binary
// search", ICIP 1997. Where levels are unevenly spaced or mixed, it is defined in search_drops.h. `les` and `pes`
// change windows of pixels: H. Kouge, Y. Ito and K. Nakano, "GPU-accelerated digital halftoning by the local exhaustive
// search". Nothing here throws.
//
// Errors. Amounts are those of tone_filter.h. A pixel's amount lies between two levels: r is what it has above the
// lower one, in units of 1/1020 of a step. The pixel's error is
//
//     e = −r          if it prints the lower level
//     e = 1020 − r    if it prints the upper level
//     e = 0           if its amount is a level (r = 0), or if it is outside the page
//
// So the sign of e says what a pixel prints. A search only moves pixels between their two levels. It never changes a
// pixel with e = 0: paper stays paper, and solid stays solid.
//
// The plate to begin with is that of SearchMethod::start for the same ink, with SearchMethod::start_sharpness. A pixel
// begins with the upper level if that plate has more than the lower one there. For dbs it is the plate of `tone`, whose
// tones and places are the most faithful. For les and pes it is that of `floyd-steinberg`, because their measure likes
// sharp edges.
//
// dbs. c(dy, dx) is the table of the eye (SearchEffort::eye). The eye sees the sum of e·e'·c over all pairs of pixels.
// For each pixel
//
//     E(y, x) = Σ c(dy, dx)·e(y + dy, x + dx)
//
// is enough to know how this sum changes. To visit a pixel with e ≠ 0 is to make the change that lowers the sum most.
// Let s be +1 if e < 0 and −1 if e > 0. The changes are
//
//     a toggle, if r is 64 to 956: e changes by 1020·s                          510·c(0, 0) + s·E
//     a swap with a neighbour whose e' has the other sign: e changes by
//     1020·s and e' by −1020·s                      1020·(c(0, 0) − c(dy, dx)) + s·(E − E')
//
// The number on the right is what the change adds to the sum, in units of 2040. The change with the lowest number is
// made, if this number is negative. Of equal ones the first wins: first the toggle, then the neighbours in the order
// −1,−1; −1,0; −1,1; 0,−1; 0,1; 1,−1; 1,0; 1,1. Every change lowers the sum, so the search ends. Light and dark tones
// have no toggles. Their dots are so far from each other that each looks like an error that is best left out.
//
// les. v(dy, dx) is the table of a glance (GlanceTable). The eye blurs the plate, and compares it with the page as it
// is. It sees
//
//     E(y, x) = Σ v(dy, dx)·(1020·level(y + dy, x + dx) − amount(y, x))
//
// summed over the pixels of the page, where level is what a pixel prints, and amount what (y, x) should have. The
// search lowers Σ |E|. To visit a pixel is to search the window of 4×4 pixels that has it in its upper left corner.
// All patterns of the window's pixels with e ≠ 0 are tried, 2^16 at most. The pattern with the least Σ |E| stays. Each
// pattern is also a binary number with a digit for each of these pixels in raster order, the highest first: 1 if the
// pixel changes. Of equal patterns, the one with the lowest number stays. If one of these pixels has a light or dark
// tone (r below 64 or above 956), only patterns with as many pixels with e > 0 as before are tried.
//
// pes tries fewer patterns. Let n be the number of pixels with e > 0. It tries the patterns with n such pixels, then
// with n + 1, n + 2, …, and then with n − 1, n − 2, …. It stops going up, or down, after the first number that does not
// give a lower Σ |E| than all before.
//
// The order. The page is cut into tiles of 32×32 pixels from its top left corner. To search a tile is to visit its
// pixels row by row, from left to right, SearchEffort::sweeps times. Pixels beside the tile may change, too: neighbours
// that are swapped with, and windows that reach across the border. A round searches all tiles: first those in even rows
// and even columns of tiles, then even rows and odd columns, odd rows and even columns, odd rows and odd columns. Tiles
// of one of these four kinds do not depend on each other. There are SearchEffort::rounds rounds.
//
// The order of streaming. Tile rows 2k and 2k + 1 are pair k. Step k = 0, 1, 2, … does, for each round r = 0, 1, … in
// turn, tile row 2(k − r), then tile row 2(k − r) − 1, if they are on the page. This gives the same plate as searching
// the whole page round by round. For each tile row comes after all earlier work on the tile rows beside it, and before
// all later work on them. Step k needs the rows above 64k + 32 + tile_halo. After it, all rows above 64·(k − rounds +
// 1) are finished: hence rows_below().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace platerip::halftone {

/// A change of one level, in the units of errors.
inline constexpr int search_step = 1020;

/// The least amount above a level, and below the next one, of pixels with toggles.
inline constexpr int least_toggled = 64;

/// Rows and columns of a tile.
inline constexpr int search_tile = 32;

/// The most rows and columns that the eye's table reaches.
inline constexpr int eye_reach = 11;

/// What a tile's search reads around the tile: E of the pixels beside it.
inline constexpr int tile_halo = eye_reach + 1;

/// The eye's response to pairs of errors: c_pp, the autocorrelation of its point spread.
struct EyeTable {
  std::string_view source;
  std::array<std::array<int, eye_reach + 1>, eye_reach + 1> quadrant;  ///< [rows apart][columns apart]

  /// c(dy, dx); 0 beyond eye_reach.
  [[nodiscard]] constexpr int operator()(int dy, int dx) const {
    const auto row = static_cast<std::size_t>(dy < 0 ? -dy : dy);
    const auto column = static_cast<std::size_t>(dx < 0 ? -dx : dx);
    return row > eye_reach || column > eye_reach ? 0 : quadrant[row][column];
  }
  [[nodiscard]] constexpr int sum() const {
    int sum = 0;
    for (int dy = -eye_reach; dy <= eye_reach; ++dy) {
      for (int dx = -eye_reach; dx <= eye_reach; ++dx) sum += (*this)(dy, dx);
    }
    return sum;
  }
};

/// For distances of d pixels less than 12.5: round(K·(1 + (d/a)²)^(−3/2)·cos²(πd/25)), where K makes the sum about
/// 65536. The first factor is the autocorrelation of Näsänen's eye, whose contrast sensitivity falls by exp(−f/5.17)
/// with f cycles per degree: a = 5.71 pixels of 1/450 inch seen from 30 cm. The second one, a Hann window, ends it.
inline constexpr EyeTable nasanen_450{
    .source = "R. Näsänen, \"Visibility of halftone dot textures\", IEEE Trans. SMC 14, 1984; 11 cd/m², 450 dpi, 30 cm",
    .quadrant = {{
        {1032, 971, 814, 619, 436, 288, 180, 106, 58, 29, 12, 4},
        {971, 914, 769, 587, 415, 275, 172, 102, 56, 28, 11, 3},
        {814, 769, 653, 504, 361, 242, 152, 90, 49, 24, 10, 3},
        {619, 587, 504, 396, 288, 195, 124, 74, 40, 19, 7, 2},
        {436, 415, 361, 288, 213, 146, 94, 56, 30, 14, 5, 1},
        {288, 275, 242, 195, 146, 102, 66, 39, 20, 9, 3, 0},
        {180, 172, 152, 124, 94, 66, 42, 24, 12, 5, 1, 0},
        {106, 102, 90, 74, 56, 39, 24, 13, 6, 2, 0, 0},
        {58, 56, 49, 40, 30, 20, 12, 6, 2, 0, 0, 0},
        {29, 28, 24, 19, 14, 9, 5, 2, 0, 0, 0, 0},
        {12, 11, 10, 7, 5, 3, 1, 0, 0, 0, 0, 0},
        {4, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0},
    }}};

/// The same for pixels of 1/300 inch: a = 3.81. K is 1032, so that c(0, 0) is the same.
inline constexpr EyeTable nasanen_300{
    .source = "R. Näsänen, \"Visibility of halftone dot textures\", IEEE Trans. SMC 14, 1984; 11 cd/m², 300 dpi, 30 cm",
    .quadrant = {{
        {1032, 919, 672, 433, 260, 150, 84, 46, 24, 11, 4, 1},
        {919, 824, 611, 400, 243, 142, 80, 44, 23, 11, 4, 1},
        {672, 611, 469, 320, 201, 121, 70, 38, 20, 9, 4, 1},
        {433, 400, 320, 228, 150, 93, 55, 31, 16, 7, 3, 1},
        {260, 243, 201, 150, 103, 66, 40, 23, 12, 5, 2, 0},
        {150, 142, 121, 93, 66, 44, 27, 15, 8, 3, 1, 0},
        {84, 80, 70, 55, 40, 27, 17, 9, 4, 2, 0, 0},
        {46, 44, 38, 31, 23, 15, 9, 5, 2, 1, 0, 0},
        {24, 23, 20, 16, 12, 8, 4, 2, 1, 0, 0, 0},
        {11, 11, 9, 7, 5, 3, 2, 1, 0, 0, 0, 0},
        {4, 4, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0},
        {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    }}};

/// The eye for which toggles and swaps are made.
enum class Eye : std::uint8_t { at_450_dpi, at_300_dpi };

/// The table of an eye.
constexpr const EyeTable& table_of(Eye eye) {
  switch (eye) {
    case Eye::at_450_dpi:
      return nasanen_450;
    case Eye::at_300_dpi:
      return nasanen_300;
  }
  return nasanen_450;
}

/// The eye for a page of so many dots per inch, 0 if that is not known. Seen from 30 cm, the plates of at_300_dpi have
/// 6 % less error in photographs than those of at_450_dpi at 300 dpi, 2 % less at 400 dpi and 3 % more at 450 dpi
/// (tests/bench/quality/README.md, which compares other eyes).
constexpr Eye eye_for(double dpi) {
  return dpi > 0 && dpi < 425 ? Eye::at_300_dpi : Eye::at_450_dpi;
}

/// Bounds of both tables: c(0, 0), which is the greatest weight, and the sum of all weights.
inline constexpr int eye_middle = 1032;
inline constexpr int most_eye_sum = (1 << 16) - 1;

/// Rows and columns of a window.
inline constexpr int window_side = 4;

/// The most rows and columns that the table of a glance reaches.
inline constexpr int glance_reach = 3;

/// v: an eye's point spread, round(1024·exp(−(dy² + dx²)/2)/Σ): a Gaussian with σ = 1 pixel (Kouge, Ito and Nakano).
struct GlanceTable {
  std::array<std::array<int, glance_reach + 1>, glance_reach + 1> quadrant;  ///< [rows apart][columns apart]

  /// v(dy, dx), where |dy| and |dx| are at most glance_reach.
  [[nodiscard]] constexpr int operator()(int dy, int dx) const {
    return quadrant.data()[dy < 0 ? -dy : dy].data()[dx < 0 ? -dx : dx];
  }
};
inline constexpr GlanceTable glance{{{{163, 99, 22, 2}, {99, 60, 13, 1}, {22, 13, 3, 0}, {2, 1, 0, 0}}}};

/// What a search tries.
enum class Moves {
  toggles_and_swaps,  ///< of single pixels: direct binary search
  patterns,           ///< all patterns of a window: local exhaustive search
  patterns_by_ink,    ///< patterns of a window with as much ink, then with more and less: partial exhaustive search
};

/// How long a search goes on, and for which eye.
struct SearchEffort {
  int rounds = 1;             ///< 1 to max_search_rounds
  int sweeps = 1;             ///< of a tile in each round; 1 to max_search_sweeps
  Eye eye = Eye::at_450_dpi;  ///< of toggles and swaps; others ignore it

  /// How many rows below a row must be given before it is finished.
  [[nodiscard]] constexpr int rows_below() const { return 2 * search_tile * rounds + search_tile + tile_halo; }

  /// The number of steps, in the order of streaming, that the first `finished` rows of a page need.
  [[nodiscard]] constexpr std::int64_t steps_for(std::int64_t finished) const {
    return finished == 0 ? 0 : (finished - 1) / (2 * search_tile) + rounds + 1;
  }

  /// How many rows below the first `finished` rows the steps of steps_for() may have changed.
  [[nodiscard]] constexpr std::int64_t searched_rows(std::int64_t finished) const {
    return finished == 0 ? 0 : 2 * search_tile * (steps_for(finished) - 1) + search_tile + window_side - 1 - finished;
  }

  /// The most that searched_rows() can be.
  [[nodiscard]] constexpr int most_searched_rows() const {
    return 2 * search_tile * rounds + search_tile + window_side - 2;
  }

  friend bool operator==(const SearchEffort&, const SearchEffort&) = default;
};
inline constexpr int max_search_rounds = 8;
inline constexpr int max_search_sweeps = 16;

/// Names for efforts.
enum class SearchQuality { draft, normal, best };

/// A search method.
struct SearchMethod {
  std::string_view name;
  std::string_view title;  // for print dialogs
  std::string_view source;
  Moves moves;
  int start_sharpness;              ///< PlaneSettings::sharpness of the plate with which the search begins
  std::string_view start = "tone";  ///< the error filter or tone filter that makes this plate
  SearchEffort draft;
  SearchEffort normal;
  SearchEffort best;

  [[nodiscard]] constexpr SearchEffort effort(SearchQuality quality) const {
    switch (quality) {
      case SearchQuality::draft:
        return draft;
      case SearchQuality::normal:
        return normal;
      case SearchQuality::best:
        return best;
    }
    return normal;
  }
};

/// The table of search methods. tests/bench/quality/README.md says how these rounds, sweeps, tiles and eye were chosen.
inline constexpr std::array search_methods{
    SearchMethod{.name = "dbs",
                 .title = "Direct Binary Search",
                 .source = "M. Analoui and J. P. Allebach, \"Model-based halftoning using direct binary search\", SPIE "
                           "1666, 1992, from the plate of tone",
                 .moves = Moves::toggles_and_swaps,
                 .start_sharpness = 0,
                 .draft = {.rounds = 1, .sweeps = 4},
                 .normal = {.rounds = 2, .sweeps = 3},
                 .best = {.rounds = 4, .sweeps = 4}},
    SearchMethod{.name = "les",
                 .title = "Local Exhaustive Search",
                 .source =
                     "H. Kouge, Y. Ito and K. Nakano, \"GPU-accelerated digital halftoning by the local exhaustive "
                     "search\", with windows of 4×4 pixels, from the plate of floyd-steinberg",
                 .moves = Moves::patterns,
                 .start_sharpness = 0,
                 .start = "floyd-steinberg",
                 .draft = {.rounds = 1, .sweeps = 1},
                 .normal = {.rounds = 1, .sweeps = 3},
                 .best = {.rounds = 2, .sweeps = 4}},
    SearchMethod{.name = "pes",
                 .title = "Partial Exhaustive Search",
                 .source = "the same authors: les among patterns with about as much ink",
                 .moves = Moves::patterns_by_ink,
                 .start_sharpness = 0,
                 .start = "floyd-steinberg",
                 .draft = {.rounds = 1, .sweeps = 1},
                 .normal = {.rounds = 1, .sweeps = 3},
                 .best = {.rounds = 2, .sweeps = 4}},
};

// The state between strips of a plane is that of SearchMethod::start; then the effort (saved_effort.h); then the rows
// held back, upper first: their errors e, then the levels below their amounts. Errors are std::int16_t in native byte
// order, [row][column]. Levels are std::uint8_t, [row][column]. This is version 1 of the layout. The number of finished
// rows says which tiles have been searched: those of all steps that the finished rows needed, and no others.
//
// If fewer rows are held back than these tiles may have changed, the samples of the other rows are given again. Then
// what these rows print follows, packed as on a plate. A GPU hands over a page like this, with no rows held back.
//
// If nothing follows the effort, and the finished rows are a multiple of 64, nothing is known of these rows: a band
// begins here (bands.h).

// Proof of the bounds of dbs. |e| <= 1019, so |E| <= 1019·sum < 2^27, and the numbers compared are at most 1020·c(0, 0)
// + 2^28.
constexpr bool keeps_bounds(const EyeTable& eye) {
  for (std::size_t y = 0; y <= eye_reach; ++y) {
    for (std::size_t x = 0; x <= eye_reach; ++x) {
      if (eye.quadrant[y][x] < 0 || eye.quadrant[y][x] > eye.quadrant[0][0]) return false;
      if (eye.quadrant[y][x] != eye.quadrant[x][y]) return false;
    }
  }
  return eye.quadrant[0][0] == eye_middle && eye.sum() <= most_eye_sum;
}
static_assert(keeps_bounds(nasanen_450) && keeps_bounds(nasanen_300));

// Proof of the bounds of les. The weights v add up to at most 1024, and levels are 0 to 15. So |E| <= 15·1020·1024 on
// the plate. While patterns are tried it is at most 1020·1024 more. Σ |E| over the 100 places that a window changes is
// then less than 2^31.
constexpr int glance_sum() {
  int sum = 0;
  for (int dy = -glance_reach; dy <= glance_reach; ++dy)
    for (int dx = -glance_reach; dx <= glance_reach; ++dx) sum += glance(dy, dx);
  return sum;
}
static_assert(glance_sum() <= 1024);
static_assert(16LL * search_step * 1024 * (window_side + 2 * glance_reach) * (window_side + 2 * glance_reach) <
              1LL << 31);

// Tiles of one kind do not depend on each other: no tile changes a pixel that another one reads, even beyond its
// border.
static_assert(search_tile > tile_halo + 1);
static_assert(search_tile > window_side - 1 + 2 * glance_reach);
static_assert(tile_halo >= window_side - 1 + 2 * glance_reach);

}  // namespace platerip::halftone
