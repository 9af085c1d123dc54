// `platerip calibrate`, as its users see it.
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "separation/cgats/inks.h"
#include "separation/curve.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class CalibrateCommand : public PlateripTest {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

  [[nodiscard]] double curve_at(const std::string& name, double amount) const {
    const auto curve = separation::Curve::from_file(file(name));
    EXPECT_TRUE(curve.ok()) << curve.error().message;
    return curve.ok() ? 100 * (*curve)(amount / 100) : -1;
  }
};

TEST_F(CalibrateCommand, MakesATargetThatNeedsNoProfile) {
  const Outcome made = platerip({"calibrate", "target", "--inks", "C,K,PANTONE 348 C", "--resolution", "300", "press"});
  expect_done(made);
  EXPECT_EQ(made.out, "press.tif\npress.ti2\npress.ti1\n");
  const auto sheet = cgats::read(file("press.ti2"));
  ASSERT_TRUE(sheet.ok()) << sheet.error().message;
  EXPECT_EQ(sheet->rows.size(), 3U * 19);
  EXPECT_EQ(sheet->keywords.at("PLATERIP_INK_3"), "PANTONE 348 C");

  expect_done(platerip({"press.tif"}));
  const Plate spot = plate("press.PANTONE_348C.tif");
  EXPECT_EQ(spot.width, 2480U);  // A4
  EXPECT_EQ(spot.height, 3508U);
  const auto pixels = [](double mm) { return static_cast<std::uint32_t>(mm * 300 / 25.4); };
  // Patch C10, with 50 %: the third strip is two strips of 25 mm below the first, at 36 mm.
  const Area patch{pixels(12 + 9 * 9 + 1), pixels(12 + 14 + 2 * 25 + 10 + 1), pixels(6), pixels(6)};
  EXPECT_NEAR(spot.coverage(patch), 50.2, 1);
  EXPECT_EQ(plate("press.Cyan.tif").coverage(patch), 0);
}

TEST_F(CalibrateCommand, ReadsDensitiesByInkAndNominalValue) {
  // Murray and Davies: with densities of 0 and 1, those of the tints are tones of 37, 66 and 87 %.
  write("d.csv", "Ink,Nominal,Density\n,0,0\nCyan,25,0.1759\nCyan,50,0.3915\nCyan,75,0.6637\nCyan,100,1\n");
  const Outcome made = platerip({"calibrate", "curves", "d.csv", "--aim", "linear"});
  expect_done(made);
  EXPECT_THAT(made.out, testing::HasSubstr("Cyan                 50.0      66.0     50.0"));
  EXPECT_THAT(made.out, testing::HasSubstr("platerip --curve Cyan=d.Cyan.txt PAGE..."));
  EXPECT_NEAR(curve_at("d.Cyan.txt", 66), 50, 0.2);
  EXPECT_NEAR(curve_at("d.Cyan.txt", 37), 25, 0.2);
}

TEST_F(CalibrateCommand, ReadsLabAndToneValues) {
  // Y of paper 1 and of solid ink 0.0113: L* 100 and 10. The tint has half the light between them: L* 76.46.
  write("lab.csv", "Ink,Nominal,L*,a*,b*\n,0,100,0,0\nK,25,89.29,0,0\nK,50,76.46,0,0\nK,75,57.62,0,0\nK,100,10,0,0\n");
  const Outcome lab = platerip({"calibrate", "curves", "lab.csv", "--aim", "linear"});
  expect_done(lab);
  EXPECT_NEAR(curve_at("lab.K.txt", 50), 50, 1);
  write("tone.csv", "Ink\tNominal\tTV\nK\t25\t40\nK\t50\t68\nK\t75\t87\n");
  expect_done(platerip({"calibrate", "curves", "tone.csv", "--aim", "linear"}));
  EXPECT_NEAR(curve_at("tone.K.txt", 68), 50, 1);
}

// What FOGRA39 expects of a half tone, by the figures of its characterisation data.
TEST_F(CalibrateCommand, AimsAtWhatThePressProfileExpects) {
  write("tone.csv",
        "Ink\tNominal\tTV\nMagenta\t25\t35.5\nMagenta\t50\t64\nMagenta\t75\t85.5\nK\t25\t37.75\nK\t50\t67\nK\t75\t87."
        "75\n");
  const Outcome made = platerip({"calibrate", "curves", "tone.csv"});
  expect_done(made);
  EXPECT_NEAR(curve_at("tone.Magenta.txt", 50), 50, 1);
  EXPECT_NEAR(curve_at("tone.K.txt", 50), 50, 1);
  EXPECT_THAT(content_of(file("tone.K.txt")), testing::HasSubstr("FOGRA39"));
  expect_done(platerip({"calibrate", "curves", "tone.csv", "--aim", "profile", "-o", "same"}));
  EXPECT_EQ(content_of(file("same/tone.K.txt")), content_of(file("tone.K.txt")));
}

TEST_F(CalibrateCommand, HasAnAimForEachInk) {
  write("tone.csv", "Ink\tNominal\tTV\nM\t25\t35.5\nM\t50\t64\nM\t75\t85.5\nK\t25\t37.75\nK\t50\t67\nK\t75\t87.75\n");
  expect_done(platerip({"calibrate", "curves", "tone.csv", "--aim", "linear", "--aim", "K=tvi=17"}));
  EXPECT_NEAR(curve_at("tone.M.txt", 64), 50, 1);
  EXPECT_NEAR(curve_at("tone.K.txt", 50), 50, 1);
  expect_done(platerip({"calibrate", "curves", "tone.csv", "--aim", "K=linear"}));
  EXPECT_NEAR(curve_at("tone.M.txt", 50), 50, 1);
  EXPECT_NEAR(curve_at("tone.K.txt", 67), 50, 1);
  expect_complaint(platerip({"calibrate", "curves", "tone.csv", "--aim", "K=linear", "--aim", "K=iso-a"}), 2,
                   {"--aim", "K has two aims"});
  expect_complaint(platerip({"calibrate", "curves", "tone.csv", "--aim", "Gold=linear"}), 1, {"--aim", "Gold", "K"});
}

TEST_F(CalibrateCommand, SaysWhichInksThePressProfileDoesNotHave) {
  write("tone.csv", "Ink\tNominal\tTV\nGold\t25\t35.5\nGold\t50\t64\nGold\t75\t85.5\n");
  const Outcome made = platerip({"calibrate", "curves", "tone.csv"});
  EXPECT_EQ(made.status, 0);
  EXPECT_THAT(made.err, testing::AllOf(testing::HasSubstr("Gold is not an ink of the press profile"),
                                       testing::HasSubstr("its aim is linear")));
  EXPECT_NEAR(curve_at("tone.Gold.txt", 64), 50, 1);
  expect_complaint(platerip({"calibrate", "curves", "tone.csv", "--aim", "Gold=profile"}), 2, {"--aim", "Gold"});
  expect_done(platerip({"calibrate", "curves", "tone.csv", "--aim", "Gold=linear"}));
}

TEST_F(CalibrateCommand, MakesTheFolderOfItsCurves) {
  write("tone.csv", "Ink\tNominal\tTV\nK\t25\t37.75\nK\t50\t67\nK\t75\t87.75\n");
  expect_done(platerip({"calibrate", "curves", "tone.csv", "-o", "press/today"}));
  EXPECT_TRUE(std::filesystem::exists(file("press/today/tone.K.txt")));
}

// The same measurements, as programs and people write them.
TEST_F(CalibrateCommand, ReadsTheSheetsOfExcel) {
  const auto sheet = [](const std::string& head, const std::string& end) {
    std::string text = head;
    for (const char* const row : {"A1;0;0;0;0;0,06", "A2;0;0;0;25;0,26", "A3;0;0;0;50;0,51", "A4;0;0;0;75;0,90",
                                  "A5;0;0;0;100;1,70", "A6;10;0;0;100;1,72"})
      text += row + end + "\r\n";
    return text;
  };
  const std::string columns = "Patch;C;M;Y;K;Density";
  write("plain.csv", sheet("Patch;CMYK_C;CMYK_M;CMYK_Y;CMYK_K;Density\n", ""));
  EXPECT_EQ(platerip({"calibrate", "curves", "plain.csv"}).status, 0);
  const std::string curve = content_of(file("plain.Black.txt"));
  ASSERT_FALSE(curve.empty());
  const std::map<std::string, std::string> others = {
      {"sep", sheet("sep=;\r\n" + columns + "\r\n", "")},
      {"heading", sheet("Press 2, sheet 14\r\nPaper;Gloss;;;;\r\n\r\n;;;;;\r\n" + columns + "\r\n", "")},
      {"padded", sheet("Press 2;;;;;;;\r\n" + columns + ";;\r\n", ";;")},
      {"names", sheet("Patch;Cyan;Magenta;Yellow;Black;Density\r\n", "")}};
  for (const auto& [name, text] : others) {
    write(name + ".csv", text);
    const Outcome made = platerip({"calibrate", "curves", name + ".csv"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(content_of(file(name + ".Black.txt")), curve) << name;
  }
}

TEST_F(CalibrateCommand, TellsTheInkYellowFromTheColourY) {
  write(
      "xyz.csv",
      "C;M;Y;K;X;Y;Z\n0;0;0;0;82;85;70\n0;0;25;0;79;82;52\n0;0;50;0;75;78;35\n0;0;75;0;71;74;18\n0;0;100;0;68;71;6\n");
  const Outcome made = platerip({"calibrate", "curves", "xyz.csv", "--aim", "linear"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NEAR(curve_at("xyz.Yellow.txt", 54.7), 50, 1);  // (70 − 35) ÷ (70 − 6)
}

TEST_F(CalibrateCommand, TakesYuleAndNielsensExponent) {
  write("d.csv", "Ink,Nominal,Density\n,0,0\nCyan,25,0.11\nCyan,50,0.2596\nCyan,75,0.5\nCyan,100,1\n");
  const Outcome made = platerip({"calibrate", "curves", "d.csv", "--yule-nielsen", "2", "--aim", "linear"});
  expect_done(made);
  // (1 − 10^(−0.2596/2)) ÷ (1 − 10^(−1/2)) = 37.8 %
  EXPECT_THAT(made.out, testing::HasSubstr("Cyan                 50.0      37.8"));
}

// Sizes of 30, 55 and 100 percent on a printer without gain: reflectances of 1 − 0.9 · ink.
constexpr const char* measured_drops =
    "Ink;Level_1;Level_2;Level_3;Density\n;0;0;0;0\nK;0;0;100;1\nK;100;0;0;0,1367\nK;0;100;0;0,2967\n"
    "K;50;0;0;0,0630\nK;50;50;0;0,2093\nK;0;50;50;0,5199\nK;0;0;50;0,2596\n";

TEST_F(CalibrateCommand, MeasuresDropSizes) {
  write("d.csv", measured_drops);
  const Outcome made = platerip({"calibrate", "drops", "d.csv"});
  expect_done(made);
  EXPECT_THAT(made.out, testing::HasSubstr("K                   2     55.0"));
  EXPECT_THAT(made.out, testing::HasSubstr("platerip --drop-file d.drops.txt PAGE..."));
  EXPECT_THAT(content_of(file("d.drops.txt")), testing::EndsWith("\nK=0,30.0,55.0,100.0\n"));
  expect_done(platerip({"calibrate", "drops", "d.csv", "-o", "new"}));
  EXPECT_EQ(content_of(file("new/d.drops.txt")), content_of(file("d.drops.txt")));
}

// 17 patches of such a printer, one of which was measured at the wrong place: 75 % of size 3 read as 25 %.
TEST_F(CalibrateCommand, NamesADropPatchThatIsFarFromAllOthers) {
  const std::array amounts = {30.0, 55.0, 100.0};
  std::string csv = "Ink;Level_1;Level_2;Level_3;Density\n;0;0;0;0\n";
  const auto add = [&](std::array<double, 3> shares, double ink) {
    csv += "K";
    for (const double share : shares) csv += ";" + std::to_string(share);
    csv += ";" + std::to_string(-std::log10(1 - 0.9 * ink / 100)) + "\n";
  };
  for (std::size_t size = 0; size < 3; ++size) {
    for (const double share : {25.0, 50.0, 75.0, 100.0}) {
      std::array<double, 3> shares{};
      shares[size] = share;
      add(shares, (size == 2 && share == 75 ? 25 : share) * amounts[size] / 100);
      if (size == 0) continue;
      shares[size - 1] = 100 - share;
      if (share < 100) add(shares, (share * amounts[size] + (100 - share) * amounts[size - 1]) / 100);
    }
  }
  write("d.csv", csv);
  expect_complaint(platerip({"calibrate", "drops", "d.csv"}), 0, {"d.csv:18: K measures 25.0 %", "measure it again"});
}

TEST_F(CalibrateCommand, MakesTheTargetOfDropSizesAsPlates) {
  const std::vector<std::string> words{"calibrate", "target",       "--levels", "4",    "--inks",
                                       "K,Gold",    "--resolution", "300",      "press"};
  const Outcome made = platerip(words);
  expect_done(made);
  EXPECT_EQ(made.out, "press.Black.tif\npress.Gold.tif\npress.ti2\n");
  const auto sheet = cgats::read(file("press.ti2"));
  ASSERT_TRUE(sheet.ok()) << sheet.error().message;
  EXPECT_EQ(sheet->rows.size(), 2U * 19);
  const Plate gold = plate("press.Gold.tif");
  EXPECT_EQ(gold.bits, 2);
  EXPECT_EQ(gold.page_name, "Gold");
  const auto pixels = [](double mm) { return static_cast<std::uint32_t>(mm * 300 / 25.4); };
  // B10: size 2 in half of the pixels, size 1 in the others.
  const std::size_t patch = 19 + 9;
  for (const auto& [level, share] : {std::pair("LEVEL_1", 50), {"LEVEL_2", 50}, {"LEVEL_3", 0}})
    EXPECT_EQ(*sheet->number(sheet->rows[patch], *sheet->find(level)), share);
  const Area area{pixels(12 + 9 * 9 + 1), pixels(12 + 14 + 25 + 10 + 1), pixels(6), pixels(6)};
  std::array<int, 4> counts{};
  for (std::uint32_t y = 0; y < area.height; ++y)
    for (std::uint32_t x = 0; x < area.width; ++x)
      ++counts.at(gold.levels[std::size_t{area.top + y} * gold.width + area.left + x]);
  EXPECT_EQ(counts[0] + counts[3], 0);
  EXPECT_NEAR(counts[1], counts[2], 0.02 * counts[1]);
  expect_done(platerip(words));
  write("other.Gold.tif", "mine");
  expect_complaint(platerip({"calibrate", "target", "--levels", "3", "--inks", "Gold", "other"}), 1,
                   {"other.Gold.tif", "other.ti2"});
}

TEST_F(CalibrateCommand, SaysWhatDropSizesLack) {
  const auto complains = [&](const std::string& text, const std::vector<std::string>& words) {
    write("d.csv", text);
    expect_complaint(platerip({"calibrate", "drops", "d.csv"}), 1, words);
    EXPECT_EQ(files(), (std::set<std::string>{"d.csv"}));
  };
  const std::string head = "Ink;Level_1;Level_2;Level_3;Density\n";
  complains(head + ";0;0;0;0\nK;100;0;0;0,1\nK;0;0;100;1\n", {"d.csv", "not every drop size"});
  complains(head + ";0;0;0;0\nK;100;0;0;0,1\nK;0;100;0;0,3\nK;0;0;90;1\n", {"d.csv", "size 3 in all pixels"});
  complains(head + "K;100;0;0;0,1\nK;0;100;0;0,3\nK;0;0;100;1\n", {"d.csv", "paper"});
  complains(head + ";0;0;0;0\nK;100;0;0;0,3\nK;0;100;0;0,1\nK;0;0;100;1\n", {"d.csv", "size 2", "swapped"});
  complains(head + ";0;0;0;0\nK;100;0;0;0,3\nK;0;100;0;0,301\nK;0;0;100;1\n", {"d.csv: K", "too near"});
  complains(head + ";0;0;0;0\nK;60;50;0;0,3\n", {"d.csv:3:", "levels"});
  complains("Ink;Nominal;Density\n;0;0\nK;50;0,3\nK;100;1\n", {"d.csv", "--levels"});
  complains("Ink;Level_1;Level_2;TV\n;0;0;0\nK;100;0;30\nK;0;100;100\n", {"d.csv", "tone values"});
  write("d.csv", measured_drops);
  expect_complaint(platerip({"calibrate", "curves", "d.csv"}), 1, {"d.csv", "calibrate drops"});
}

TEST_F(CalibrateCommand, SaysWhichLineIsWrong) {
  const std::string head = "Ink,Nominal,Density\n,0,0.05\n";
  const std::string good = head + "Cyan,25,0.2\nCyan,50,0.4\nCyan,75,0.7\nCyan,100,1.4\n";
  const auto complains = [&](const std::string& text, const std::vector<std::string>& words) {
    write("d.csv", text);
    expect_complaint(platerip({"calibrate", "curves", "d.csv"}), 1, words);
    EXPECT_EQ(files(), (std::set<std::string>{"d.csv"}));
  };
  complains(good + "Cyan,30,-\n", {"d.csv:7:", "'-'", "Density"});
  complains(good + "Cyan,130,0.2\n", {"d.csv:7:", "130"});
  complains(good + "Cyan,30,9\n", {"d.csv:7:", "density"});
  complains(good + "Cyan,90,0.3\n", {"d.csv:7:", "90.0 %", "swapped"});
  complains(head + "Cyan,25,0.2\nCyan,50,0.4\nCyan,75,0.7\n", {"d.csv", "Cyan", "solid"});
  complains(head + "Cyan,50,0.4\nCyan,100,1.4\n", {"d.csv", "Cyan", "1 tints"});
  complains("Ink,Nominal,Density\nCyan,50,0.4\n", {"d.csv", "paper"});
  complains("Ink,Nominal,Color\nCyan,50,0.4\n", {"d.csv", "no measurements"});
  complains("Patch,Density\nA1,0.4\n", {"d.csv", "--target"});
}

TEST_F(CalibrateCommand, KnowsThePatchesOfItsTarget) {
  expect_done(platerip({"calibrate", "target", "--inks", "K", "--resolution", "100", "press"}));
  write("d.csv", "Patch,Density\nA1,0\nA40,0.2\n");
  expect_complaint(platerip({"calibrate", "curves", "--target", "press.ti2", "d.csv"}), 1, {"d.csv:3:", "A40"});
  write(
      "d.ti3",
      "CTI3\nCOLOR_REP \"K_XYZ\"\nBEGIN_DATA_FORMAT\nSAMPLE_ID GRAY_K XYZ_X XYZ_Y XYZ_Z\nEND_DATA_FORMAT\nBEGIN_DATA\n"
      "1 0 90 90 90\n2 50 40 40 40\nEND_DATA\n");
  expect_complaint(platerip({"calibrate", "curves", "--target", "press.ti2", "d.ti3"}), 1,
                   {"d.ti3:8:", "patch 2", "another target"});
}

TEST_F(CalibrateCommand, RefusesTargetsWhosePatchesHaveOneName) {
  write("t.csv", "Patch,CMYK_K\nA1,0\nA2,50\na2,60\nA3,100\n");
  write("d.csv", "Patch,Density\nA1,0\nA2,0.2\nA3,1\n");
  expect_complaint(platerip({"calibrate", "curves", "--target", "t.csv", "d.csv"}), 1, {"t.csv:4:", "a2"});
}

TEST_F(CalibrateCommand, NeverReplacesWhatItReads) {
  write("d.csv", "Ink,Nominal,TV\nK,25,40\nK,50,68\nK,75,87\n");
  write("d.K.txt", "0 0\n100 100\n");
  expect_complaint(platerip({"calibrate", "curves", "d.csv", "--printed-with", "K=d.K.txt"}), 1, {"d.K.txt", "-o"});
  EXPECT_EQ(content_of(file("d.K.txt")), "0 0\n100 100\n");
}

TEST_F(CalibrateCommand, ReplacesTargetsButNoOtherPages) {
  write("page.tif", "mine");
  expect_complaint(platerip({"calibrate", "target", "--resolution", "100", "page.tif"}), 1, {"page.tif", "page.ti2"});
  EXPECT_EQ(content_of(file("page.tif")), "mine");
  for (int i = 0; i < 2; ++i) expect_done(platerip({"calibrate", "target", "--resolution", "100", "press"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "press.tif", "press.ti1", "press.ti2"}));
}

TEST_F(CalibrateCommand, NeedsRoomForItsPatches) {
  expect_complaint(platerip({"calibrate", "target", "--page", "60x60", "press"}), 1, {"--page", "--steps", "--inks"});
  EXPECT_TRUE(files().empty());
}

TEST_F(CalibrateCommand, RefusesWrongUsage) {
  const std::vector<std::vector<std::string>> wrong = {{},
                                                       {"plates"},
                                                       {"target"},
                                                       {"target", "a", "b"},
                                                       {"target", ""},
                                                       {"target", "folder/"},
                                                       {"target", ".."},
                                                       {"target", "--patch", "3", "a"},
                                                       {"target", "--steps", "10,20", "a"},
                                                       {"target", "--inks", "C,cyan", "a"},
                                                       {"target", "--inks", "C", "--profile", "p.icc", "a"},
                                                       {"target", "--page", "A9", "a"},
                                                       {"target", "--levels", "2", "a"},
                                                       {"target", "--levels", "4", "--steps", "0,100", "a"},
                                                       {"drops"},
                                                       {"drops", "--aim", "linear", "a"},
                                                       {"curves"},
                                                       {"curves", "--aim", "best", "a"},
                                                       {"curves", "--aim", "tvi=40", "a"},
                                                       {"curves", "--aim", "=linear", "a"},
                                                       {"curves", "--aim", "K=best", "a"},
                                                       {"curves", "--aim", "K=tvi=40", "a"},
                                                       {"curves", "--yule-nielsen", "0.5", "a"},
                                                       {"curves", "--printed-with", "K", "a"}};
  for (std::vector<std::string> words : wrong) {
    words.insert(words.begin(), "calibrate");
    expect_complaint(platerip(words), 2, {"platerip calibrate --help"});
  }
  EXPECT_TRUE(files().empty());
  EXPECT_THAT(platerip({"calibrate", "--help"}).out, testing::HasSubstr("calibrate curves"));
}

}  // namespace
}  // namespace platerip::test
