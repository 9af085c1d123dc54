// The calibration of drop sizes with real plates and a simulated printer, whose sizes nobody tells it.
#include <cmath>
#include <fstream>
#include <random>

#include "rip/calibrate/page/target_layout.h"
#include "rip/job/drop_settings.h"
#include "tests/rip/calibrate/inkjet.h"
#include "tests/rip/command.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

constexpr double resolution = 600;
constexpr std::array<double, 3> paper = {0.86, 0.88, 0.9};  // of the white of L*a*b*

enum class Instrument { densitometer, spectrophotometer };

struct InkOnPaper {
  std::string name;
  std::string column;  // of a densitometer
  std::size_t filter;  // by which it is seen
  Inkjet printer;
};

struct Measured {
  rip::WedgePatch patch;
  std::array<double, 3> light;
};

class DropsLoop : public PlateripTest {
 protected:
  // Names of inks as options want them.
  [[nodiscard]] std::string names() const {
    std::string list;
    for (const InkOnPaper& ink : inks_) list += (list.empty() ? "" : ",") + ink.name;
    return list;
  }

  void make_target(const std::string& name, int levels) {
    std::vector<std::string> words{"calibrate", "target", name, "--inks", names(), "--resolution", "600"};
    if (levels > 2) words.insert(words.end(), {"--levels", std::to_string(levels)});
    expect_done(platerip(words));
    rip::TargetSettings settings{.inks = {}, .resolution = resolution, .levels = levels};
    for (const InkOnPaper& ink : inks_) settings.inks.push_back(ink.name);
    const auto layout = rip::lay_out(settings, name);
    ASSERT_TRUE(layout.ok());
    layout_ = *layout;
  }

  // Prints plates of the target, "NAME.INK.tif".
  [[nodiscard]] std::vector<Measured> print(const std::string& name) const {
    std::vector<Plate> plates;
    for (const InkOnPaper& ink : inks_) plates.push_back(plate(name + "." + ink.name + ".tif"));
    const auto pixels = [](double mm) { return static_cast<std::uint32_t>(mm * resolution / 25.4); };
    std::vector<Measured> measured;
    for (const rip::WedgePatch& patch : layout_.patches) {
      const Area area{pixels(patch.at.x + 1), pixels(patch.at.y + 1), pixels(6), pixels(6)};
      measured.push_back({patch, inks_[patch.ink].printer.print(plates[patch.ink], area)});
    }
    return measured;
  }

  // Measures by hand: with some noise, and three times.
  void measure(const std::vector<Measured>& patches, Instrument instrument, const std::string& name) {
    std::ofstream csv(file(name));
    const bool is_density = instrument == Instrument::densitometer;
    csv << (is_density ? "Patch;D_RED;D_GREEN;D_BLUE\n" : "Patch;L*;a*;b*\n");
    std::normal_distribution<double> noise;
    for (int time = 0; time < 3; ++time) {
      for (const Measured& patch : patches) {
        std::array<double, 3> light = patch.light;
        for (std::size_t i = 0; i < 3; ++i) light[i] *= paper[i];
        csv << patch.patch.name;
        for (const double value : is_density ? densities(light) : lab(light))
          csv << ';' << value + (is_density ? 0.002 : 0.1) * noise(random_);
        csv << '\n';
      }
    }
  }

  static std::array<double, 3> densities(const std::array<double, 3>& light) {
    return {-std::log10(light[0]), -std::log10(light[1]), -std::log10(light[2])};
  }

  static std::array<double, 3> lab(const std::array<double, 3>& light) {
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    return {116 * f(light[1]) - 16, 500 * (f(light[0]) - f(light[1])), 200 * (f(light[1]) - f(light[2]))};
  }

  // Measures the sizes, then the tones that these give, and prints with both.
  std::vector<Measured> calibrate(Instrument instrument, int levels) {
    make_target("drops", levels);
    measure(print("drops"), instrument, "drops.csv");
    expect_done(platerip({"calibrate", "drops", "--target", "drops.ti2", "drops.csv"}));
    make_target("tones", 2);
    expect_done(platerip({"--drop-file", "drops.drops.txt", "-o", "plates", "tones.tif"}));
    measure(print("plates/tones"), instrument, "tones.csv");
    expect_done(platerip({"calibrate", "curves", "--target", "tones.ti2", "--aim", "linear", "tones.csv"}));
    std::vector<std::string> words{"--drop-file", "drops.drops.txt", "-o", "again", "tones.tif"};
    for (const InkOnPaper& ink : inks_)
      words.insert(words.end(), {"--curve", ink.name + "=tones." + ink.name + ".txt"});
    expect_done(platerip(words));
    return print("again/tones");
  }

  // The most that the size of an ink is beside its true size, in percent of the latter.
  [[nodiscard]] double worst_size() const {
    const auto found = rip::DropFile::read(file("drops.drops.txt"));
    EXPECT_TRUE(found.ok()) << found.error().message;
    double worst = 0;
    for (std::size_t ink = 0; ink < inks_.size(); ++ink) {
      const rip::DropSizes& sizes = found->of_inks.at(ink).value;
      const std::vector<double>& amounts = inks_[ink].printer.amounts;
      EXPECT_EQ(sizes.size(), amounts.size());
      for (std::size_t i = 1; i < amounts.size(); ++i)
        worst = std::max(worst, 100 * std::abs(sizes.at(i) / double(sizes.back()) / amounts[i] - 1));
    }
    return worst;
  }

  // The most that a patch is beside its aim, in percent: Murray and Davies' tone values.
  [[nodiscard]] double worst_patch(const std::vector<Measured>& patches) const {
    double worst = 0;
    for (const Measured& each : patches) {
      const InkOnPaper& ink = inks_[each.patch.ink];
      const double tone = (1 - each.light[ink.filter]) / (1 - solid_of(patches, each.patch.ink));
      worst = std::max(worst, std::abs(100 * tone - each.patch.amount));
    }
    return worst;
  }

  std::vector<InkOnPaper> inks_;

 private:
  [[nodiscard]] double solid_of(const std::vector<Measured>& patches, std::size_t ink) const {
    for (const Measured& each : patches)
      if (each.patch.ink == ink && each.patch.amount == 100) return each.light[inks_[ink].filter];
    return 0;
  }

  rip::TargetLayout layout_;
  std::mt19937 random_{test_seed()};
};

std::vector<InkOnPaper> inks(Drops drops) {
  return {{"Cyan", "D_RED", 0, {drops, {0, 0.24, 0.61, 1}, {0.06, 0.3, 0.6}}},
          {"Black", "D_GREEN", 1, {drops, {0, 0.3, 0.5, 1}, {0.02, 0.02, 0.02}}}};
}

TEST_F(DropsLoop, FindsTheAmountsByDensities) {
  inks_ = inks(Drops::on_spreading_paper);
  const auto printed = calibrate(Instrument::densitometer, 4);
  EXPECT_LE(worst_size(), 2);
  EXPECT_LE(worst_patch(printed), 1);
}

TEST_F(DropsLoop, FindsTheAmountsByColours) {
  inks_ = inks(Drops::on_spreading_paper);
  const auto printed = calibrate(Instrument::spectrophotometer, 4);
  EXPECT_LE(worst_size(), 2);
  EXPECT_LE(worst_patch(printed), 1);
}

// Here a size in all pixels covers less than the sum of its drops, so no amount is the true one. How much drops overlap
// depends on the texture, too, which changes from tint to tint.
TEST_F(DropsLoop, PrintsLinearTonesWithDropsThatOverlap) {
  inks_ = inks(Drops::round);
  EXPECT_LE(worst_patch(calibrate(Instrument::densitometer, 4)), 2.5);
}

}  // namespace
}  // namespace platerip::test
