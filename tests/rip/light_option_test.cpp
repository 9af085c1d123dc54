// Pages that lighter inks print a part of.
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

const Words lights{"--light", "Cyan=Light Cyan:0.3", "--light", "Black=Gray:0.5,Light Gray:0.2"};

/// A CMYK page, wider and higher than one block of any kind.
const PageSpec cmyk{.width = 517, .height = 211, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED, .smooth = true};

class LightOption : public PlateripTest {
 protected:
  LightOption() { write_page(file("page.tif"), cmyk); }

  Levels pixels(const std::string& ink) const { return plate("page." + ink + ".tif").levels; }

  std::vector<std::vector<std::byte>> plates(const Words& options) const {
    expect_done(platerip(joined(joined(lights, options), {"page.tif"})));
    std::vector<std::vector<std::byte>> all;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black", "LightCyan", "Gray", "Light_Gray"})
      all.push_back(read_file(file(std::string("page.") + ink + ".tif")));
    return all;
  }
};

/// The levels of the page's ink `ink`, as the library halftones it with these drops.
Levels halftoned(halftone::Method method, int ink, const std::vector<int>& amounts, int mix) {
  return halftoned(cmyk, ink, {.method = method, .drops = {amounts, mix}, .ink = ink}, 16);
}

/// Each level replaced by what a plate prints of it.
Levels parted(Levels levels, const Levels& of_level) {
  for (std::uint8_t& level : levels) level = of_level[level];
  return levels;
}

TEST_F(LightOption, PartsWhatIsHalftonedTogether) {
  constexpr halftone::Method methods[] = {"tone", "floyd-steinberg"};
  for (const halftone::Method method : methods) {
    const int mix = method == methods[0] ? 70 : 0;
    const std::string name(method.name());
    expect_done(platerip(joined(joined(plain, lights), {"--halftone", name, "--quiet", "page.tif"})));
    const Levels cyan = halftoned(method, 0, {0, 3, 10}, mix), black = halftoned(method, 3, {0, 2, 5, 10}, mix);
    EXPECT_EQ(pixels("Cyan"), parted(cyan, {0, 0, 1})) << name;
    EXPECT_EQ(pixels("LightCyan"), parted(cyan, {0, 1, 0})) << name;
    EXPECT_EQ(pixels("Black"), parted(black, {0, 0, 0, 1})) << name;
    EXPECT_EQ(pixels("Gray"), parted(black, {0, 0, 1, 0})) << name;
    EXPECT_EQ(pixels("Light_Gray"), parted(black, {0, 1, 0, 0})) << name;
    EXPECT_EQ(pixels("Magenta"), halftoned(method, 1, {0, 1}, 0)) << name;
    EXPECT_EQ(plate("page.Cyan.tif").bits, 1);
    EXPECT_EQ(plate("page.LightCyan.tif").page_name, "Light Cyan");
  }
}

TEST_F(LightOption, PrintsDropSizesOfAllInks) {
  const Words sizes{"--drops", "28,55,100", "--light", "C=Light Cyan:0.3:2", "--planes", "C,Y"};
  expect_done(platerip(joined(joined(plain, sizes), {"page.tif"})));
  const Levels cyan = halftoned("tone", 0, {0, 84, 165, 280, 550, 1000}, 0);
  EXPECT_EQ(pixels("Cyan"), parted(cyan, {0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(pixels("LightCyan"), parted(cyan, {0, 1, 2, 0, 0, 0}));
  EXPECT_EQ(plate("page.LightCyan.tif").bits, 2);
  const Levels yellow = pixels("Yellow");
  expect_done(platerip(joined(plain, {"--drops", "28,55,100", "--planes", "Y", "page.tif"})));
  EXPECT_EQ(pixels("Yellow"), yellow);
}

TEST_F(LightOption, LeavesOtherInksAsTheyAre) {
  const auto with = plates({});
  expect_done(platerip({"page.tif"}));
  EXPECT_EQ(read_file(file("page.Magenta.tif")), with[1]);
  EXPECT_EQ(read_file(file("page.Yellow.tif")), with[2]);
}

TEST_F(LightOption, GivesTheSamePlatesInAllStripsOnAllThreadsAndByTheReference) {
  for (const char* const halftone : {"tone", "am", "bayer"}) {
    const auto all = plates({"--halftone", halftone});
    for (const char* const rows : {"1", "7", "64"})
      EXPECT_EQ(plates({"--halftone", halftone, "--strip-rows", rows}), all) << halftone << ' ' << rows;
    EXPECT_EQ(plates({"--halftone", halftone, "--threads", "3", "--strip-rows", "20"}), all) << halftone;
    EXPECT_EQ(plates({"--halftone", halftone, "--backend", "reference"}), all) << halftone;
  }
}

class LightOptionWith : public LightOption, public testing::WithParamInterface<Words> {};

TEST_P(LightOptionWith, KeepsTones) {
  constexpr std::uint32_t side = 256;
  for (std::uint16_t tone = 3; tone < 255; tone = static_cast<std::uint16_t>(tone + 28)) {
    const auto other = static_cast<std::uint16_t>(tone + 11);
    write_page(file("page.tif"),
               BlockPage{.blocks = {{tone, 0, 0, other}}, .block_size = side, .photometric = PHOTOMETRIC_SEPARATED});
    expect_done(platerip(joined(joined(lights, GetParam()), {"page.tif"})));
    const auto percent = [this](const char* ink) { return plate(std::string("page.") + ink + ".tif").coverage(); };
    EXPECT_NEAR(percent("Cyan") + 0.3 * percent("LightCyan"), tone / 2.55, 0.06) << tone;
    EXPECT_NEAR(percent("Black") + 0.5 * percent("Gray") + 0.2 * percent("Light_Gray"), other / 2.55, 0.06) << other;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LightOptionWith,
                         testing::Values(Words{}, Words{"--inks", "even"}, Words{"--halftone", "dbs"},
                                         Words{"--halftone", "dbs", "--inks", "together", "--quality", "draft"}));

// Plates of two levels, although their halftone has more.
TEST_F(LightOption, MakesPlatesThatCanBeNegativeAndG4) {
  plates({});
  const Levels positive = pixels("LightCyan");
  plates({"--invert", "--compression", "g4"});
  const Plate negative = plate("page.LightCyan.tif");
  EXPECT_EQ(negative.compression, COMPRESSION_CCITTFAX4);
  EXPECT_EQ(parted(negative.levels, {1, 0}), positive);
}

TEST_F(LightOption, TellsTheInkOfEachPlate) {
  expect_done(platerip(
      joined(lights, {"--manifest", "--report", "r.html", "--resolution", "300", "--ppf", "p.ppf", "page.tif"})));
  const auto manifest = nlohmann::json::parse(std::ifstream(file("page.plates.json")));
  EXPECT_EQ(manifest["levels"], 2);
  Words inks;
  for (const auto& made : manifest["plates"]) {
    inks.push_back(made["ink"]);
    const double coverage = plate(made["file"]).coverage();
    EXPECT_NEAR(made["coverage_percent"], coverage, 1e-6) << made["ink"];
  }
  EXPECT_THAT(inks, ElementsAre("Cyan", "Magenta", "Yellow", "Black", "Light Cyan", "Gray", "Light Gray"));
  const auto text = [this](const char* name) {
    const auto bytes = read_file(file(name));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  EXPECT_THAT(text("p.ppf"), HasSubstr("(Black) (Light Cyan) (Gray) (Light Gray) ]"));
  EXPECT_THAT(text("r.html"), HasSubstr("Coverage of each plate"));
  const auto summary = summary_of(joined(lights, {"page.tif"}));
  EXPECT_EQ(summary["plates"].size(), 7u);
}

TEST_F(LightOption, WritesAllPlatesToAStream) {
  plates({});
  const Levels gray = pixels("Gray");
  Command streamed = command(joined(lights, {"-o", "-", "page.tif"}));
  const Outcome outcome = run(streamed);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  std::ofstream(file("all.tif"), std::ios::binary) << outcome.out;
  const std::vector<Plate> all = read_plates(file("all.tif"));
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[5].page_name, "Gray");
  EXPECT_EQ(all[5].levels, gray);
}

TEST_F(LightOption, IsRefusedWhereItCannotBe) {
  const auto refused = [this](const Words& words) { return platerip(joined(words, {"page.tif"})); };
  expect_complaint(refused({"--light", "Gold=Light Gold:0.3"}), 2, {"--light", "Gold"});
  expect_complaint(refused({"--light", "C=cyan:0.3"}), 1, {"--light", "another ink", "cyan"});
  expect_complaint(refused({"--light", "C=m:0.3"}), 1, {"--light", "another ink", "Magenta"});
  expect_complaint(refused({"--light", "C=K:0.3"}), 1, {"--light", "another ink", "Black"});
  expect_complaint(refused({"--light", "C=Light Cyan:0.01"}), 1, {"--light", "Light Cyan", "close"});
  expect_complaint(refused({"--light", "C=Light Cyan:1"}), 2, {"--light", "0.001 to 0.999"});
  expect_complaint(refused({"--light", "C=Light Cyan"}), 2, {"--light", "NAME:STRENGTH"});
  expect_complaint(refused(joined(lights, {"--halftone", "les"})), 2, {"--light", "les"});
  expect_complaint(refused(joined(lights, {"--halftone", "am", "--min-dot", "3"})), 2, {"--min-dot", "light inks"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(LightOption, SaysThatOtherOptionsNameTheDarkInk) {
  std::ofstream(file("across.txt")) << "mm 50\n0 50\n";
  for (const Words& option : {Words{"--planes", "Light Cyan"}, Words{"--drops", "Light Cyan=40,100"},
                              Words{"--across", "Light Cyan=across.txt"}, Words{"--sharpness", "light c=30"}})
    expect_complaint(platerip(joined(joined(lights, option), {"page.tif"})), 2,
                     {option[0], "Light Cyan prints the light tones of Cyan", "name Cyan"});
}

}  // namespace
}  // namespace platerip::test
