#include "tests/bench/quality/drop_tables.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string>

#include "tests/bench/quality/drop_tones.h"
#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/markdown.h"
#include "tests/bench/quality/methods/naive_drops.h"
#include "tests/bench/quality/methods/own_lights.h"

namespace platerip::quality {
namespace {

using Amounts = std::vector<int>;

const Amounts usual{0, 28, 55, 100};

// A row of the table.
struct Printer {
  std::string method;
  Amounts amounts;
  int mix = 0;
  bool is_naive = false;
};

Amounts sixteen() {
  Amounts amounts(16);
  std::iota(amounts.begin(), amounts.end(), 0);
  return amounts;
}

std::string text_of(const Amounts& amounts) {
  if (amounts == sixteen()) return "16 even";
  std::string text;
  for (const int amount : amounts) text += (text.empty() ? "" : "/") + std::to_string(amount);
  return text;
}

std::vector<Printer> all_printers() {
  std::vector<Printer> all;
  const auto add_tone = [&](const Amounts& amounts, bool has_naive, std::initializer_list<int> mixes) {
    if (has_naive) all.push_back({.method = "tone", .amounts = amounts, .is_naive = true});
    for (const int mix : mixes) all.push_back({.method = "tone", .amounts = amounts, .mix = mix});
  };
  add_tone(usual, true, {0, 50, 60, 70, 100});
  all.push_back({.method = "floyd-steinberg", .amounts = usual});
  for (const int mix : {0, 20}) all.push_back({.method = "blue-noise", .amounts = usual, .mix = mix});
  add_tone({0, 20, 45, 100}, true, {0, 70});
  add_tone({0, 10, 30, 100}, true, {0, 70, 80});
  add_tone({0, 50, 100}, false, {0, 70});
  add_tone({0, 33, 67, 100}, true, {0, 70});
  add_tone({0, 8, 17, 28, 41, 57, 76, 100}, true, {0, 70});
  add_tone(sixteen(), false, {0, 70});
  for (const Amounts& amounts : {usual, Amounts{0, 20, 45, 100}, Amounts{0, 50, 100}, sixteen()})
    for (const int mix : {0, 70}) all.push_back({.method = "dbs", .amounts = amounts, .mix = mix});
  return all;
}

Halftone halftone_of(const Printer& printer) {
  if (printer.is_naive) return with_curve(printer.method, printer.amounts);
  return with_drops(printer.method, {.amounts = printer.amounts, .mix = printer.mix});
}

std::string mixing_of(const Printer& printer) {
  return printer.is_naive ? "curve" : std::to_string(printer.mix);
}

// Nearer to paper and solid, dots are few with any drops.
constexpr int least_tone = 13;

double worst_tone(const std::vector<ToneQuality>& tones) {
  double worst = 0;
  for (const ToneQuality& tone : tones)
    if (tone.tone >= least_tone && tone.tone <= 255 - least_tone) worst = std::max(worst, tone.error.e600);
  return worst;
}

double of_photographs(const Halftone& halftone, const std::vector<Photograph>& photographs) {
  Eye eye;
  std::vector<SeenError> errors;
  for (const Photograph& photograph : photographs)
    errors.push_back(eye.error(difference(halftone.plate(photograph.gray), photograph.gray)));
  return quadratic_mean(errors).e600;
}

std::string percents_of(const std::vector<double>& shares) {
  std::string text;
  for (const double share : shares) text += (text.empty() ? "" : " ") + number(100 * share, 0);
  return text;
}

}  // namespace

void drop_table(std::ostream& out, const std::vector<Photograph>& photographs) {
  print_head(out,
             "e600 of drop sizes; curve: evenly spaced levels that a curve brings to the same means; worst: of tones "
             "13 to 242",
             {"drops", "method", "mixing", "tints", "worst tint", "photographs"});
  for (const Printer& printer : all_printers()) {
    const Halftone halftone = halftone_of(printer);
    const std::vector<ToneQuality> tones = measure_tones(halftone);
    print_row(out, {text_of(printer.amounts), printer.method, mixing_of(printer), number(summary(tones).error.e600, 4),
                    number(worst_tone(tones), 3), number(of_photographs(halftone, photographs), 4)});
  }
}

void near_level_table(std::ostream& out) {
  print_head(out,
             "41 tints within 4 % of each inner level: e600, its greatest change in 0.2 % of tone, and how patchy the "
             "texture is",
             {"near levels", "method", "mixing", "level, %", "least", "most", "change", "patchy"});
  for (const Printer& printer : all_printers()) {
    for (const NearLevel& near : near_levels(halftone_of(printer), printer.amounts))
      print_row(out, {text_of(printer.amounts), printer.method, mixing_of(printer), number(near.level, 0),
                      number(near.least, 3), number(near.most, 3), number(near.change, 3), number(near.patchy, 2)});
  }
}

void drop_use_table(std::ostream& out) {
  constexpr int mix = 70;
  print_head(out, "Pixels of the drop sizes " + text_of(usual) + ", in percent",
             {"drop use", "mixing 0", "mixing " + std::to_string(mix)});
  const Halftone plain = with_drops("tone", {.amounts = usual}),
                 mixed = with_drops("tone", {.amounts = usual, .mix = mix});
  for (int percent = 20; percent <= 65; percent += 5)
    print_row(out, {std::to_string(percent), percents_of(use_of_drops(plain, usual, percent)),
                    percents_of(use_of_drops(mixed, usual, percent))});
}

void light_table(std::ostream& out, const std::vector<Photograph>& photographs) {
  print_head(out, "e600 of a dark ink and a light one; worst: of tones 13 to 242",
             {"light inks", "halftone", "tints", "worst tint", "photographs"});
  const auto row = [&](const std::string& strengths, const std::string& name, const Halftone& halftone) {
    const std::vector<ToneQuality> tones = measure_tones(halftone);
    print_row(out, {strengths, name, number(summary(tones).error.e600, 4), number(worst_tone(tones), 3),
                    number(of_photographs(halftone, photographs), 4)});
  };
  row("none", "dark ink alone", with_drops("tone", {.amounts = {0, 1}}));
  for (const auto& [strength, thousandths] : {std::pair{"0.3", 300}, {"0.45", 450}}) {
    row(strength, "own plane", with_own_lights("tone", thousandths / 1000., 0.8));
    for (const int mix : {0, 70})
      row(strength, "together, mixing " + std::to_string(mix),
          with_drops("tone", {.amounts = {0, thousandths, 1000}, .mix = mix}));
  }
  for (const int mix : {0, 70})
    row("0.3, three drop sizes", "together, mixing " + std::to_string(mix),
        with_drops("tone", {.amounts = {0, 84, 165, 300, 550, 1000}, .mix = mix}));
  row("0.5, 0.2", "together, mixing 70", with_drops("tone", {.amounts = {0, 200, 500, 1000}, .mix = 70}));
}

}  // namespace platerip::quality
