#include "tests/bench/quality/tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/inks.h"
#include "tests/bench/quality/inner_levels.h"
#include "tests/bench/quality/instruments/detail.h"
#include "tests/bench/quality/markdown.h"
#include "tests/bench/quality/originals/charts.h"
#include "tests/bench/quality/run_in.h"

namespace platerip::quality {
namespace {

std::string rows_of(const RunIn& rows) {
  std::string text;
  for (const double count : rows) text += (text.empty() ? "" : "/") + number(count, 1);
  return text;
}

SeenError ramp_error(Eye& eye, const Halftone& halftone) {
  std::vector<SeenError> errors;
  for (const Image& ramp : {ramp_to_the_right(), ramp_downwards()})
    errors.push_back(eye.error(difference(halftone.plate(ramp), ramp)));
  return quadratic_mean(errors);
}

Faithfulness of_grays(Eye& eye, const Halftone& halftone, const std::vector<Image>& grays) {
  std::vector<Faithfulness> all;
  for (const Image& gray : grays) all.push_back(compare(eye, gray, halftone.plate(gray)));
  return summary(all);
}

// CMYK pages of all photographs. Means of shifts are of their sizes; of overlaps on black, the one furthest from 1.
InkQuality of_pages(Eye& eye, const Halftone& halftone, const std::vector<std::vector<Image>>& pages) {
  InkQuality all;
  const auto count = static_cast<double>(pages.size());
  for (const auto& planes : pages) {
    const InkQuality one = compare_inks(eye, planes, halftone.plates(planes, 2), inside(planes[0], 0));
    all.e600 += one.e600 * one.e600 / count;
    all.shift += std::abs(one.shift) / count;
    all.overlap += one.overlap / count;
    all.alone += one.alone * one.alone / count;
    if (std::abs(one.on_black - 1) > std::abs(all.on_black - 1)) all.on_black = one.on_black;
  }
  all.e600 = std::sqrt(all.e600);
  all.alone = std::sqrt(all.alone);
  return all;
}

double gray_error(Eye& eye, const Halftone& halftone, int levels, const std::vector<Photograph>& photographs) {
  std::vector<SeenError> errors;
  for (const Photograph& photograph : photographs)
    errors.push_back(eye.error(difference(halftone.plate(photograph.gray, levels), photograph.gray)));
  return quadratic_mean(errors).e600;
}

}  // namespace

void tone_table(std::ostream& out, const std::vector<Halftone>& halftones) {
  print_head(out,
             "Tints of all tones, 1 to 254, or every eighth by les and pes; near: the 16 nearest to paper and to solid",
             {"tints", "e300", "e600", "e1200", "near e300", "near e600", "anisotropy, dB", "worm", "worst worm",
              "at tone", "ramps e600"});
  Eye eye;
  for (const Halftone& halftone : halftones) {
    const FlatQuality q = summary(measure_tones(halftone));
    print_row(out, {halftone.name, number(q.error.e300, 3), number(q.error.e600, 3), number(q.error.e1200, 3),
                    number(q.extreme.e300, 3), number(q.extreme.e600, 3), number(q.anisotropy, 1), number(q.worm, 2),
                    number(q.worst_worm, 1), std::to_string(q.worst_tone), number(ramp_error(eye, halftone).e600, 3)});
  }
}

void photograph_table(std::ostream& out, const std::vector<Halftone>& halftones,
                      const std::vector<Photograph>& photographs) {
  std::vector<Image> grays, enlarged_grays;
  for (const Photograph& photograph : photographs) {
    grays.push_back(photograph.gray);
    if (enlarged_grays.size() < 4) enlarged_grays.push_back(enlarged_middle(photograph.gray, 4));
  }
  const Image text = text_page();
  print_head(out, "Photographs in gray; press: the middles of the first four, enlarged 4 times",
             {"photographs", "e300", "e600", "e1200", "press e300", "press e600", "press e1200", "shift, rows",
              "shift, columns", "tiles", "g1", "text e600"});
  Eye eye;
  for (const Halftone& halftone : halftones) {
    const Faithfulness q = of_grays(eye, halftone, grays), press = of_grays(eye, halftone, enlarged_grays);
    const SeenError of_text = eye.error(difference(halftone.plate(text), text));
    print_row(out, {halftone.name, number(q.error.e300, 3), number(q.error.e600, 3), number(q.error.e1200, 3),
                    number(press.error.e300, 3), number(press.error.e600, 3), number(press.error.e1200, 3),
                    number(q.shift.rows, 3), number(q.shift.columns, 3), number(q.tiles, 2), number(q.g1, 2),
                    number(of_text.e600, 3)});
  }
}

void beginning_table(std::ostream& out, const std::vector<Halftone>& halftones) {
  print_head(out,
             "Rows without dots at the top of tints of 1/2/4/8 of 255; dots of a box of 1/255 (expected: 2.26, 39.2)",
             {"beginnings", "page top", "on paper", "40 rows under a tint", "24×24", "200×50"});
  for (const Halftone& halftone : halftones) {
    print_row(out, {halftone.name, rows_of(run_in_at_page_top(halftone)), rows_of(run_in_on_paper(halftone)),
                    rows_of(run_in_under_tints(halftone)), number(small_tints(halftone, 24, 24).printed, 2),
                    number(small_tints(halftone, 200, 50).printed, 1)});
  }
}

void ink_table(std::ostream& out, const std::vector<Halftone>& halftones, const std::vector<Photograph>& photographs) {
  std::vector<std::vector<Image>> pages;
  for (const Photograph& photograph : photographs) pages.push_back(separated(photograph.cmy));
  print_head(
      out,
      "Luminance of 81 tints of C and M, and of CMYK photographs; overlap: C and M over Demichel's; on K: C or M "
      "and K, the furthest from 1; alone: plates one by one",
      {"inks", "pairs e600", "pairs shift", "pairs overlap", "pairs alone", "CMYK e600", "CMYK shift", "CMYK overlap",
       "CMYK on K", "CMYK alone"});
  Eye eye;
  for (const Halftone& halftone : halftones) {
    if (halftone.is_slow) continue;
    std::vector<Halftone> ways{halftone, independent(halftone)};
    if (auto even = with_even_inks(halftone)) ways.push_back(*std::move(even));
    if (auto together = with_inks_together(halftone)) ways.push_back(*std::move(together));
    for (const Halftone& way : ways) {
      const InkQuality pairs = ink_pairs(way), cmyk = of_pages(eye, way, pages);
      print_row(out, {way.name, number(pairs.e600, 2), number(pairs.shift, 2), number(pairs.overlap, 3),
                      number(pairs.alone, 2), number(cmyk.e600, 3), number(cmyk.shift, 2), number(cmyk.overlap, 3),
                      number(cmyk.on_black, 3), number(cmyk.alone, 2)});
    }
  }
}

void level_table(std::ostream& out, const std::vector<Halftone>& halftones,
                 const std::vector<Photograph>& photographs) {
  constexpr std::array all_levels{2, 3, 4, 16};
  print_head(out, "e600 of photographs in gray, by levels; off: pixels off a noisy tint's inner level, in percent",
             {"levels", "2", "3", "4", "16", "3 off", "4 off", "16 off"});
  Eye eye;
  for (const Halftone& halftone : halftones) {
    if (halftone.is_slow) continue;
    Cells errors{halftone.name}, off;
    for (const int levels : all_levels) {
      const bool can = std::ranges::find(halftone.levels, levels) != halftone.levels.end();
      errors.push_back(can ? number(gray_error(eye, halftone, levels, photographs), 4) : "–");
      if (levels > 2) off.push_back(can ? number(100 * off_level(halftone, levels), 1) : "–");
    }
    errors.insert(errors.end(), off.begin(), off.end());
    print_row(out, errors);
  }
}

void plate_table(std::ostream& out, const Image& original, const std::vector<NamedPlate>& plates) {
  print_head(out, "Plates", {"plates", "e300", "e600", "e1200", "shift, rows", "shift, columns", "tiles", "g1"});
  Eye eye;
  for (const NamedPlate& each : plates) {
    const Faithfulness q = compare(eye, original, each.plate);
    print_row(out, {each.name, number(q.error.e300, 3), number(q.error.e600, 3), number(q.error.e1200, 3),
                    number(q.shift.rows, 3), number(q.shift.columns, 3), number(q.tiles, 2), number(q.g1, 2)});
  }
}

}  // namespace platerip::quality
