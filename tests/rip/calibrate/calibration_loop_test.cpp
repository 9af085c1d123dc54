// The calibration loop with real plates, and Argyll's fakeread as the press that prints and measures them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "rip/calibrate/page/target_layout.h"
#include "separation/cgats/sheet.h"
#include "separation/curve.h"
#include "tests/rip/calibrate/six_ink_press.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

constexpr const char* fakeread = "/usr/bin/fakeread";
constexpr double resolution = 600;

// The amounts of its ink that a patch gets on the plate and on paper.
struct Printed {
  std::size_t ink;
  double nominal;
  std::array<double, 3> xyz;
};

class CalibrationLoop : public PlateripTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(fakeread)) GTEST_SKIP() << "NOT TESTED: needs the Debian package argyll";
  }

  void make_target(const std::vector<std::string>& inks, const std::string& list) {
    expect_done(platerip({"calibrate", "target", "press", "--inks", list, "--resolution", "600"}));
    const auto layout = rip::lay_out({.inks = inks, .resolution = resolution}, "press");
    ASSERT_TRUE(layout.ok());
    layout_ = *layout;
  }

  // Makes the plates, and prints what is on them.
  std::vector<Printed> print(const std::string& profile, const std::vector<std::string>& curves,
                             const std::vector<std::string>& bending = {}) {
    std::vector<std::string> words{"press.tif", "-o", "plates"};
    words.insert(words.end(), curves.begin(), curves.end());
    expect_done(platerip(words));
    write_amounts();
    std::vector<std::string> press{fakeread};
    press.insert(press.end(), bending.begin(), bending.end());
    press.insert(press.end(), {profile, "plates/press"});
    const Outcome outcome = run({.words = press, .folder = file("")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto sheet = cgats::read(file("plates/press.ti3"));
    EXPECT_TRUE(sheet.ok()) << sheet.error().message;
    const std::size_t x = *sheet->find("XYZ_X");
    std::vector<Printed> printed;
    for (std::size_t i = 0; i < sheet->rows.size(); ++i) {
      const auto value = [&](std::size_t field) { return *sheet->number(sheet->rows[i], field); };
      const rip::WedgePatch& patch = layout_.patches[i];
      printed.push_back({patch.ink, patch.sample / 2.55, {value(x), value(x + 1), value(x + 2)}});
    }
    return printed;
  }

  // The measurements as a hand instrument gives them: by the patches' names.
  void write_measurements(const std::string& name, const std::vector<Printed>& printed) const {
    std::ofstream csv(file(name));
    csv << "Patch;X;Y;Z\n";
    for (std::size_t i = 0; i < printed.size(); ++i) {
      csv << layout_.patches[i].name;
      for (const double value : printed[i].xyz) csv << ';' << with_comma(value);
      csv << '\n';
    }
  }

  // The curves that `platerip calibrate curves` makes, as options.
  std::vector<std::string> calibrate(const std::string& measured, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"calibrate", "curves", "--target", "press.ti2", measured};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = platerip(words);
    expect_done(outcome);
    const std::string stem = std::filesystem::path(measured).stem().string();
    std::vector<std::string> options;
    for (const std::string& ink : layout_.settings.inks) {
      std::string curve = ink;
      curve.append("=").append(stem).append(".").append(ink).append(".txt");
      options.insert(options.end(), {"--curve", curve});
    }
    return options;
  }

  // The most that a patch is beside its aim, in percent, by a computation of our own.
  [[nodiscard]] double worst(const std::vector<Printed>& printed, double increase) const {
    const std::vector<double> tones = tones_of(printed);
    double most = 0;
    for (std::size_t i = 0; i < printed.size(); ++i) {
      const double a = printed[i].nominal / 100;
      most = std::max(most, std::abs(tones[i] - (printed[i].nominal + 4 * increase * a * (1 - a))));
    }
    return most;
  }

  // The most that the tones of two prints differ, in percent.
  [[nodiscard]] double farthest(const std::vector<Printed>& one, const std::vector<Printed>& other) const {
    const std::vector<double> tones = tones_of(one);
    const std::vector<double> others = tones_of(other);
    double most = 0;
    for (std::size_t i = 0; i < tones.size(); ++i) most = std::max(most, std::abs(tones[i] - others[i]));
    return most;
  }

  [[nodiscard]] const rip::TargetLayout& layout() const { return layout_; }

 private:
  // Murray and Davies' tone values.
  [[nodiscard]] std::vector<double> tones_of(const std::vector<Printed>& printed) const {
    constexpr std::array<std::size_t, 6> seen_by = {0, 1, 2, 1, 2, 0};  // X, Y or Z, which the ink absorbs most
    std::vector<double> tones;
    for (const Printed& patch : printed) {
      const auto is_of_ink = [&](const Printed& each) { return each.ink == patch.ink; };
      const std::size_t i = seen_by[patch.ink];
      const double paper = std::ranges::find_if(printed, is_of_ink)->xyz[i];
      const double solid = std::ranges::find_if(printed.rbegin(), printed.rend(), is_of_ink)->xyz[i];
      tones.push_back(100 * (paper - patch.xyz[i]) / (paper - solid));
    }
    return tones;
  }

  static std::string with_comma(double value) {
    std::string text = std::to_string(value);
    std::ranges::replace(text, '.', ',');
    return text;
  }

  // A .ti1 for fakeread with the ink that is on the plates.
  void write_amounts() {
    std::vector<Plate> plates;
    for (const std::string& ink : layout_.settings.inks) plates.push_back(plate("plates/press." + ink + ".tif"));
    std::ifstream from(file("press.ti1"));
    std::ofstream to(file("plates/press.ti1"));
    std::string line;
    while (std::getline(from, line) && line != "BEGIN_DATA") to << line << '\n';
    to << "BEGIN_DATA\n";
    const auto pixels = [](double mm) { return static_cast<std::uint32_t>(mm * resolution / 25.4); };
    for (std::size_t i = 0; i < layout_.patches.size(); ++i) {
      const rip::WedgePatch& patch = layout_.patches[i];
      // Without the edges, which an aperture does not see either.
      const Area area{pixels(patch.at.x + 1), pixels(patch.at.y + 1), pixels(6), pixels(6)};
      to << i + 1;
      for (const Plate& each : plates) to << ' ' << each.coverage(area);
      to << " 50 50 50\n";
    }
    to << "END_DATA\n";
  }

  rip::TargetLayout layout_;
};

const std::vector<std::string> cmyk{"Cyan", "Magenta", "Yellow", "Black"};
const std::string fogra39 = PLATERIP_FOGRA39;

TEST_F(CalibrationLoop, PrintsLinearTonesOnAPressOfFourInks) {
  make_target(cmyk, "C,M,Y,K");
  const auto before = print(fogra39, {});
  EXPECT_GT(worst(before, 0), 10);
  write_measurements("one.csv", before);
  EXPECT_LE(worst(print(fogra39, calibrate("one.csv", {"--aim", "linear"})), 0), 1);
}

// A press that prints as its profile says needs no correction.
TEST_F(CalibrationLoop, LeavesAPressThatKeepsToItsProfileAlone) {
  make_target(cmyk, "C,M,Y,K");
  write_measurements("one.csv", print(fogra39, {}));
  for (const std::string& word : calibrate("one.csv")) {
    if (word == "--curve") continue;
    const auto curve = separation::Curve::from_file(file(word.substr(word.find('=') + 1)));
    ASSERT_TRUE(curve.ok()) << curve.error().message;
    for (int amount = 0; amount <= 100; ++amount) EXPECT_NEAR(100 * (*curve)(amount / 100.0), amount, 1) << word;
  }
}

// A press that prints other tones is brought back to those of its profile, whose colours pages then have.
TEST_F(CalibrationLoop, BringsAPressBackToItsProfile) {
  const std::vector<std::string> changed{"-0", "1.2", "-1", "1.15", "-2", "1.1", "-3", "1.25"};
  make_target(cmyk, "C,M,Y,K");
  const auto wanted = print(fogra39, {});
  const auto before = print(fogra39, {}, changed);
  EXPECT_GT(farthest(before, wanted), 5);
  write_measurements("one.csv", before);
  EXPECT_LE(farthest(print(fogra39, calibrate("one.csv"), changed), wanted), 1);
}

TEST_F(CalibrationLoop, PrintsTheToneValueIncreaseOfAStandard) {
  make_target(cmyk, "C,M,Y,K");
  const auto before = print(fogra39, {});
  EXPECT_GT(worst(before, 16), 1.5);
  write_measurements("one.csv", before);
  EXPECT_LE(worst(print(fogra39, calibrate("one.csv", {"--aim", "iso-a"})), 16), 1);
}

// The made press of six inks has steep tones in black's shadows. There the curve's smoothness, which cross-validation
// chooses from all patches, decides over a percent.
constexpr double most_of_steep_tones = 1.5;

TEST_F(CalibrationLoop, PrintsLinearTonesOnAPressOfSixInks) {
  write_six_ink_press(file("six.icc"));
  make_target({"Cyan", "Magenta", "Yellow", "Black", "Orange", "Green"}, "C,M,Y,K,Orange,Green");
  const auto before = print("six.icc", {});
  EXPECT_GT(worst(before, 0), 15);
  write_measurements("one.csv", before);
  EXPECT_LE(worst(print("six.icc", calibrate("one.csv", {"--aim", "linear"})), 0), most_of_steep_tones);
}

TEST_F(CalibrationLoop, AimsAtAProfileOfSixInks) {
  write_six_ink_press(file("six.icc"));
  make_target({"Cyan", "Magenta", "Yellow", "Black", "Orange", "Green"}, "C,M,Y,K,Orange,Green");
  const std::vector<std::string> changed{"-0", "1.2", "-4", "1.15", "-5", "1.1"};
  const auto wanted = print("six.icc", {});
  const auto before = print("six.icc", {}, changed);
  EXPECT_GT(farthest(before, wanted), 5);
  write_measurements("one.csv", before);
  EXPECT_LE(farthest(print("six.icc", calibrate("one.csv", {"--profile", "six.icc"}), changed), wanted),
            most_of_steep_tones);
}

// A hand instrument that Argyll drives: chartread asks for the patches by their names, and `target` need not be given.
TEST_F(CalibrationLoop, IsMeasuredWithChartread) {
  make_target({"Black"}, "K");
  std::ofstream values(file("values"));
  for (const rip::WedgePatch& patch : layout().patches) values << 96 - patch.sample / 3.0 << " 0 0\n";
  values << "d\n";
  values.close();
  const Outcome read =
      run({.words = {"/usr/bin/chartread", "-xl", "press"}, .folder = file(""), .input = file("values")});
  // Its status tells nothing: version 2.3.1 crashes after it has written the measurements, of its own charts too.
  EXPECT_THAT(read.out, testing::HasSubstr("(All patches read!)"));
  expect_done(platerip({"calibrate", "curves", "press.ti3"}));
  EXPECT_TRUE(files().contains("press.Black.txt"));
}

// A chart of Argyll's own, in random order and with patches of several inks.
TEST_F(CalibrationLoop, TakesTheChartsOfArgyll) {
  const auto argyll = [&](const std::vector<std::string>& words) {
    EXPECT_EQ(run({.words = words, .folder = file("")}).status, 0) << words.front();
  };
  argyll({"/usr/bin/targen", "-d4", "-e2", "-s15", "-g0", "-f90", "chart"});
  argyll({"/usr/bin/printtarg", "-ii1", "-t200", "-pA4", "chart"});
  expect_done(platerip({"chart.tif"}));
  argyll({fakeread, fogra39, "chart"});
  expect_done(platerip({"calibrate", "curves", "--target", "chart.ti2", "chart.ti3"}));
  expect_done(platerip({"calibrate", "curves", "chart.ti3", "-o", "."}));
  argyll({"/usr/bin/printcal", "-i", "chart"});
  expect_done(platerip({"--curve", "C=chart.cal", "--curve", "K=chart.cal", "chart.tif"}));
}

// The press has changed since the first turn: each ink follows a power, which brings less ink to its light tones.
TEST_F(CalibrationLoop, CorrectsTheCurvesOfAnEarlierTurn) {
  const std::vector<std::string> changed{"-0", "1.2", "-1", "1.15", "-2", "1.1", "-3", "1.25"};
  make_target(cmyk, "C,M,Y,K");
  write_measurements("one.csv", print(fogra39, {}));
  const std::vector<std::string> first = calibrate("one.csv", {"--aim", "linear"});
  const auto between = print(fogra39, first, changed);
  EXPECT_GT(worst(between, 0), 3);
  write_measurements("two.csv", between);
  std::vector<std::string> printed_with{"--aim", "linear"};
  for (const std::string& word : first) printed_with.push_back(word == "--curve" ? "--printed-with" : word);
  EXPECT_LE(worst(print(fogra39, calibrate("two.csv", printed_with), changed), 0), 1);
}

}  // namespace
}  // namespace platerip::test
