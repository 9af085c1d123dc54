// Pages with inks that are split among several by curves.
#include <gmock/gmock.h>
#include <tiffio.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/inks_on_plates.h"

namespace platerip::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Words splits{"--split", "Cyan=c.txt", "--split", "K=k.txt"};

// What the two files of the fixture say.
double cyan(double tone) {
  return tone < 0.3 ? 0 : (tone - 0.3) / 0.7;
}
double light_cyan(double tone) {
  return tone < 0.3 ? tone / 0.3 : (1 - tone) / 0.7;
}
double dark(double tone) {
  return tone < 0.5 ? 0.4 * tone : 1.6 * tone - 0.6;
}
double gray(double tone) {
  return 1.6 * std::min(tone, 1 - tone);
}

class SplitOption : public PlateripTest {
 protected:
  SplitOption() {
    write("c.txt", "TONE Cyan \"Light Cyan\"\n0 0 0\n30 0 100\n100 100 0\n");
    write("k.txt", "TONE Dark Gray # the black ink stays in its tank\n0 0 0\n50 20 80\n100 100 0\n");
    write_page(8);
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }
  void write_page(std::uint16_t bits) { test::write_page(file("page.tif"), spec(bits)); }
  static PageSpec spec(std::uint16_t bits) {
    return {
        .width = 317, .height = 151, .bits = bits, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED, .smooth = true};
  }

  Levels pixels(const std::string& ink) const { return plate("page." + ink + ".tif").levels; }

  std::vector<std::vector<std::byte>> plates(const Words& options) const {
    expect_done(platerip(joined(joined(splits, options), {"page.tif"})));
    std::vector<std::vector<std::byte>> all;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "LightCyan", "Dark", "Gray"})
      all.push_back(read_file(file(std::string("page.") + ink + ".tif")));
    return all;
  }
};

TEST_F(SplitOption, HalftonesEachPartByItself) {
  for (const std::uint16_t bits : {std::uint16_t{8}, std::uint16_t{16}}) {
    write_page(bits);
    expect_done(platerip(joined(joined(plain, splits), {"page.tif"})));
    const auto expect = [&](const char* name, int from, int ink, const Amount& amount) {
      EXPECT_EQ(pixels(name), halftoned(spec(bits), from, {.method = "tone", .ink = ink}, 2, amount))
          << name << " of " << bits << " bits";
    };
    expect("Cyan", 0, 0, cyan);
    expect("LightCyan", 0, 4, light_cyan);
    expect("Magenta", 1, 1, [](double tone) { return tone; });
    expect("Dark", 3, 5, dark);
    expect("Gray", 3, 6, gray);
    EXPECT_FALSE(files().contains("page.Black.tif"));
    EXPECT_EQ(plate("page.LightCyan.tif").page_name, "Light Cyan");
  }
}

TEST_F(SplitOption, GivesTheSamePlatesInAllStripsOnAllThreadsAndByTheReference) {
  for (const char* const halftone : {"tone", "bayer"}) {
    const auto all = plates({"--halftone", halftone});
    for (const char* const rows : {"1", "7", "64"})
      EXPECT_EQ(plates({"--halftone", halftone, "--strip-rows", rows}), all) << halftone << ' ' << rows;
    EXPECT_EQ(plates({"--halftone", halftone, "--threads", "3", "--strip-rows", "20"}), all) << halftone;
    EXPECT_EQ(plates({"--halftone", halftone, "--backend", "reference"}), all) << halftone;
  }
}

TEST_F(SplitOption, LetsEachInkHaveSettingsOfItsOwn) {
  expect_done(platerip(joined(splits, {"--drops", "Light Cyan=40,100", "--planes", "Light Cyan,Gray", "page.tif"})));
  EXPECT_EQ(files(), (std::set<std::string>{"c.txt", "k.txt", "page.tif", "page.Gray.tif", "page.LightCyan.tif"}));
  EXPECT_EQ(plate("page.LightCyan.tif").bits, 2);
}

TEST_F(SplitOption, TakesLettersForTheInksOfThePage) {
  const auto all = plates({});
  write("c.txt", "TONE c \"Light Cyan\"\n0 0 0\n30 0 100\n100 100 0\n");
  EXPECT_EQ(plates({}), all);
  EXPECT_FALSE(files().contains("page.c.tif"));
  write("k.txt", "TONE K Gray\n0 0 0\n100 100 100\n");
  expect_done(platerip(joined(splits, {"--planes", "K,Gray", "page.tif"})));
  EXPECT_EQ(pixels("Black").size(), pixels("Gray").size());
}

// Nothing is left of black, so all that its plate would have is in vain. What comes before it is split is not.
TEST_F(SplitOption, RefusesOptionsOfAPlateThatItLeavesOut) {
  write("across.txt", "px 50\n0 50\n");
  std::ofstream(file("screen.pgm"), std::ios::binary) << "P5\n2 2\n255\n\x20\x80\xa0\xe0";
  for (const Words& option :
       {Words{"--planes", "C,K"}, Words{"--across", "K=across.txt"}, Words{"--sharpness", "Black=30"},
        Words{"--screen-angle", "K=30"}, Words{"--screen-file", "K=screen.pgm"}, Words{"--drops", "K=40,100"}}) {
    expect_complaint(platerip(joined(joined(splits, option), {"page.tif"})), 1,
                     {option[0], "Black gets no plate, because it is split"});
    EXPECT_FALSE(files().contains("page.Magenta.tif")) << option[0];
  }
  write("curve.txt", "0 0\n100 100\n");
  plates({"--curve", "K=curve.txt", "--ink-limit", "K=90", "--choke", "K=1px", "--sharpness", "30"});
}

// Curves and limits of a split ink come before it is split, and those of its parts after.
TEST_F(SplitOption, AppliesCurvesAndLimitsInTheirOrder) {
  test::write_page(file("page.tif"),
                   BlockPage{.blocks = {{51, 0, 0, 0}}, .block_size = 256, .photometric = PHOTOMETRIC_SEPARATED});
  write("curve.txt", "0 0\n20 30\n100 100\n");
  const auto light = [&](const Words& options) {
    expect_done(platerip(joined(joined(splits, options), {"page.tif"})));
    return plate("page.LightCyan.tif").coverage();
  };
  EXPECT_NEAR(light({}), 66.7, 0.3);
  EXPECT_NEAR(light({"--curve", "Cyan=curve.txt"}), 100, 0.5);
  EXPECT_NEAR(light({"--ink-limit", "Cyan=15"}), 49.8, 0.3);
  EXPECT_NEAR(light({"--ink-limit", "Light Cyan=40"}), 40, 0.3);
  write("light.txt", "0 0\n66.667 20\n100 100\n");
  EXPECT_NEAR(light({"--curve", "Light Cyan=light.txt"}), 20, 0.5);
  EXPECT_EQ(plate("page.Cyan.tif").coverage(), 0);
}

TEST_F(SplitOption, SplitsTheInksOfAProfileAndLeavesPaperAlone) {
  test::write_page(file("page.tif"), gray_ramp(6));
  expect_done(platerip(joined(splits, {"--plate", "White=inks,choke=1px", "--step", "1x1", "--margin", "20px",
                                       "--spread", "Cyan=2px", "page.tif"})));
  const Plate light = plate("page.LightCyan.tif");
  EXPECT_EQ(light.coverage({0, 0, light.width, 16}), 0);
  EXPECT_GT(light.coverage(), 3);
  EXPECT_TRUE(files().contains("page.White.tif"));
}

TEST_F(SplitOption, TellsTheInkOfEachPlate) {
  expect_done(platerip(joined(splits, {"--manifest", "--report", "r.html", "--preview", "p.png", "--ppf", "p.ppf",
                                       "--ink-color", "Light Cyan=#8fd3f0", "--ink-color", "Dark=#202020",
                                       "--ink-color", "Gray=#808080", "--resolution", "300", "page.tif"})));
  const auto manifest = nlohmann::json::parse(std::ifstream(file("page.plates.json")));
  Words inks;
  double sum = 0;
  for (const auto& made : manifest["plates"]) {
    inks.push_back(made["ink"]);
    EXPECT_NEAR(made["coverage_percent"], plate(made["file"]).coverage(), 1e-6) << made["ink"];
    sum += made["coverage_percent"].get<double>();
  }
  EXPECT_THAT(inks, ElementsAre("Cyan", "Magenta", "Yellow", "Light Cyan", "Dark", "Gray"));
  EXPECT_NEAR(manifest["total_ink"]["mean_percent"], sum, 1.5);
  const std::string settings = manifest["settings"].dump(), made_from = manifest["made_from"].dump();
  EXPECT_THAT(settings, HasSubstr("Cyan=c.txt"));
  EXPECT_THAT(made_from, HasSubstr("k.txt"));
}

TEST_F(SplitOption, IsRefusedWhereItCannotBe) {
  const auto refuses = [this](const Words& options, int status, const Words& words) {
    expect_complaint(platerip(joined(options, {"page.tif"})), status, words);
    EXPECT_FALSE(files().contains("page.Magenta.tif"));
  };
  write("m.txt", "TONE yellow\n0 0\n100 100\n");
  write("twice.txt", "TONE C Cyan\n0 0 0\n100 100 100\n");
  write("bad.txt", "TONE A\n0 0\n");
  refuses({"--split", "Gold=c.txt"}, 2, {"--split", "Gold"});
  refuses({"--split", "C=c.txt", "--split", "Cyan=k.txt"}, 2, {"--split", "Cyan", "twice"});
  refuses({"--split", "M=m.txt"}, 1, {"--split", "another ink", "yellow"});
  refuses({"--split", "C=twice.txt"}, 1, {"--split", "Cyan", "twice"});
  refuses({"--split", "M=twice.txt"}, 1, {"--split", "another ink", "Cyan"});
  refuses({"--split", "C=c.txt", "--split", "M=c.txt"}, 1, {"--split", "another ink"});
  refuses({"--split", "C=bad.txt"}, 1, {"bad.txt", "last tone"});
  refuses({"--split", "C=none.txt"}, 1, {"none.txt"});
  refuses({"--split", "C=c.txt", "--light", "C=Pale:0.3"}, 1, {"--split", "--light", "Cyan"});
  refuses({"--split", "C=c.txt", "--light", "M=Light Cyan:0.3"}, 1, {"--light", "another ink", "Light Cyan"});
  refuses({"--split", "C=c.txt", "--plate", "Light Cyan=all"}, 1, {"--plate", "Light Cyan"});
  refuses({"--split", "W=c.txt", "--plate", "White=all"}, 1, {"--split", "W"});
  refuses({"--split", "C=c.txt", "--choke", "Light Cyan=1px"}, 1, {"--choke", "Light Cyan", "Cyan"});
  refuses({"--split", "K=k.txt", "--inks", "even"}, 1, {"--split", "Black", "--inks"});
}

}  // namespace
}  // namespace platerip::test
