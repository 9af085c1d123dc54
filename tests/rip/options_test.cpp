// Every option does what the help says. A wrong one is refused before any output is made.
#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <span>
#include <sstream>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/halftone_names.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

class Options : public PlateripTest {
 protected:
  Options() { write_page(file("page.tif"), ramp_); }

  const BlockPage ramp_ = gray_ramp(5);
};

TEST_F(Options, DropSizesKeepTheTone) {
  expect_done(platerip({"--drops", "28,55,100", "--drops", "Cyan=50,100", "page.tif"}));
  Plate black = plate("page.Black.tif");
  EXPECT_EQ(black.bits, 2);
  constexpr std::array<std::uint8_t, 4> amounts{0, 28, 55, 100};
  for (std::uint8_t& level : black.levels) level = amounts[level];
  for (std::size_t block = 0; block < ramp_.blocks.size(); ++block)
    EXPECT_NEAR(black.coverage(ramp_.inner(block), 100), ink_percent(ramp_.blocks[block])[3], 2.5) << block;
  const Plate cyan = plate("page.Cyan.tif");
  EXPECT_EQ(cyan.bits, 2);
  EXPECT_LE(*std::max_element(cyan.levels.begin(), cyan.levels.end()), 2);
}

// A file has the words of --drops. Sizes of an ink go before those of all, and the command's before the file's.
TEST_F(Options, ADropFileHoldsThoseOfAPrinter) {
  const auto plates = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"-o", "plates", "page.tif"});
    expect_done(platerip(words));
    std::vector<std::vector<std::uint8_t>> levels;
    for (const char* const ink : {"Cyan", "Magenta", "Black"})
      levels.push_back(plate(std::string("plates/page.") + ink + ".tif").levels);
    return levels;
  };
  std::ofstream(file("printer.txt")) << "# mine\n28, 55,100\r\nC=50,100 # twice\n\nWhite=1,2,3,4,5\nK=20,45,100\n";
  std::vector<std::string> words{"--drops", "28,55,100", "--drops", "Cyan=50,100", "--drops", "K=20,45,100"};
  EXPECT_EQ(plates({"--drop-file", "printer.txt"}), plates(words)) << "no page has White";
  words = {"--drops", "30,60,100", "--drops", "Cyan=50,100", "--drops", "K=1,2"};
  EXPECT_EQ(plates({"--drop-file", "printer.txt", "--drops", "K=1,2", "--drops", "30,60,100"}), plates(words));

  expect_done(platerip({"--drop-file", "printer.txt", "--manifest", "page.tif"}));
  const auto manifest = nlohmann::json::parse(std::ifstream(file("page.plates.json")));
  EXPECT_EQ(manifest["plates"][0]["drops"], (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(manifest["plates"][1]["drops"], (std::vector<int>{0, 28, 55, 100}));
  EXPECT_EQ(manifest["made_from"][1]["file"], "printer.txt");
}

TEST_F(Options, RefusesWrongDropFiles) {
  const auto complains = [&](const std::string& text, std::vector<std::string> words, int status,
                             const std::vector<std::string>& complaint) {
    std::ofstream(file("drops.txt")) << text;
    words.insert(words.end(), {"--drop-file", "drops.txt", "-o", "plates", "page.tif"});
    expect_complaint(platerip(words), status, complaint);
    EXPECT_FALSE(std::filesystem::exists(file("plates/page.Black.tif")));
  };
  complains("28,55,100\n\n1,2\n", {}, 1, {"drops.txt:3:", "all inks"});
  complains("K=28,x\n", {}, 1, {"drops.txt:1:", "'x'"});
  complains("0 28 55 100\n", {}, 1, {"drops.txt:1:"});
  complains("# none\n", {}, 1, {"drops.txt", "no drop sizes"});
  complains("K=1,2\nBlack=1,3\n", {}, 1, {"--drop-file", "Black"});
  complains("1,2,3\n", {"--invert"}, 1, {"--invert", "2 levels"});
  complains("1,2,3\n", {"--halftone", "les"}, 2, {"--drop-file", "les"});
}

// All plates have the bits that one of them needs. The sizes of an ink that gets no plate need none.
TEST_F(Options, DropSizesOfInksWithoutPlatesChangeNothing) {
  std::ofstream(file("printer.txt")) << "White=30,60,80,90,100\n";
  expect_done(platerip({"--drop-file", "printer.txt", "--invert", "--compression", "g4", "page.tif"}));
  EXPECT_EQ(plate("page.Black.tif").bits, 1);
  expect_done(platerip({"--drops", "M=20,40,60,80,100", "--drops", "C=50,100", "--planes", "C,K", "page.tif"}));
  EXPECT_EQ(plate("page.Black.tif").bits, 2);
}

TEST_F(Options, SayWhatIsWrongWithDropSizes) {
  const auto complains = [&](const std::vector<std::string>& words, const std::vector<std::string>& complaint) {
    expect_complaint(platerip(words), 2, complaint);
  };
  complains({"--drops", "", "page.tif"}, {"--drops", "list of sizes as 28,55,100"});
  complains({"--drops", "28,,55", "page.tif"}, {"--drops", "list of sizes as 28,55,100"});
  complains({"--drops", "0", "page.tif"}, {"--drops", "1 to 15 sizes"});
  complains({"--drops", "5.6,3.2", "page.tif"}, {"--drops", "3.2 comes after 5.6"});
  complains({"--drops", "1,100", "page.tif"}, {"--drops", "3.2 percent", "4.7 percent if sizes are mixed"});
  complains({"--drops", "K=4,100", "page.tif"}, {"--drops", "4.7 percent if sizes are mixed", "--drop-mix 0"});
  complains({"--drops", "28,100", "--drops", "50,100", "page.tif"}, {"--drops", "twice for all inks"});
  complains({"--sharpness", "10", "--sharpness", "20", "page.tif"}, {"--sharpness", "twice for all inks"});
  expect_done(platerip({"--drops", "4,100", "--drop-mix", "0", "page.tif"}));
  expect_done(platerip({"--drops", "4,100", "--halftone", "fan", "page.tif"}));
  expect_complaint(platerip({"--drops", "28,100", "-o", "-", "--output-format", "pbm", "page.tif"}), 1,
                   {"PBM", "leave out --drops"});
}

TEST_F(Options, WarnOfADropMixThatMixesNothing) {
  const auto warns = [&](std::vector<std::string> words) {
    words.emplace_back("page.tif");
    const Outcome outcome = platerip(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err.find("drop-mix has no effect") != std::string::npos;
  };
  EXPECT_TRUE(warns({"--drop-mix", "40"}));
  EXPECT_TRUE(warns({"--drop-mix", "40", "--drops", "28,55,100", "--halftone", "bayer"}));
  EXPECT_FALSE(warns({"--drop-mix", "40", "--drops", "28,55,100"}));
  EXPECT_FALSE(warns({"--drop-mix", "40", "--light", "C=Light Cyan:0.3", "--halftone", "am"}));
  EXPECT_FALSE(warns({"--drop-mix", "0"}));
}

struct Levels {
  int levels;
  int bits;
};

class LevelsOption : public Options, public testing::WithParamInterface<Levels> {};

TEST_P(LevelsOption, KeepsTheTone) {
  const auto [levels, bits] = GetParam();
  expect_done(platerip({"--levels", std::to_string(levels), "page.tif"}));
  const Plate made = plate("page.Black.tif");
  EXPECT_EQ(made.bits, bits);
  EXPECT_LE(*std::max_element(made.levels.begin(), made.levels.end()), levels - 1);
  for (std::size_t block = 0; block < ramp_.blocks.size(); ++block) {
    EXPECT_NEAR(made.coverage(ramp_.inner(block), levels - 1), ink_percent(ramp_.blocks[block])[3], 2.5) << block;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LevelsOption, testing::Values(Levels{2, 1}, Levels{3, 2}, Levels{4, 2}, Levels{16, 4}),
                         [](const auto& all) { return std::to_string(all.param.levels); });

class ToneKeepingHalftone : public Options, public testing::WithParamInterface<std::string> {};

TEST_P(ToneKeepingHalftone, KeepsTheTone) {
  expect_done(platerip({"--halftone", GetParam(), "page.tif"}));
  for (std::size_t ink = 0; ink < 4; ++ink) {
    const Plate made = plate("page." + std::string(ink_names[ink]) + ".tif");
    for (std::size_t block = 0; block < ramp_.blocks.size(); ++block) {
      EXPECT_NEAR(made.coverage(ramp_.inner(block)), ink_percent(ramp_.blocks[block])[ink], 3) << ink << ' ' << block;
    }
  }
}

// A threshold has no tones between paper and solid.
std::vector<std::string> tone_keeping_halftones() {
  std::vector<std::string> names = halftone_names();
  std::erase(names, "threshold");
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, ToneKeepingHalftone, testing::ValuesIn(tone_keeping_halftones()));

TEST_F(Options, HalftonesAreAllNamedByTheHelp) {
  const Outcome help = platerip({"--help"});
  for (const std::string& name : halftone_names()) EXPECT_THAT(help.out, HasSubstr(name));
}

TEST_F(Options, HalftoneThresholdHasNoTonesBetween) {
  expect_done(platerip({"--halftone", "threshold", "page.tif"}));
  const Plate made = plate("page.Black.tif");
  for (std::size_t block = 0; block < ramp_.blocks.size(); ++block) {
    const double expected = ink_percent(ramp_.blocks[block])[3] > 50 ? 100 : 0;
    EXPECT_EQ(made.coverage(ramp_.inner(block)), expected) << block;
  }
}

struct Coding {
  const char* name;
  int tag;
};

class CompressionOption : public Options, public testing::WithParamInterface<Coding> {};

TEST_P(CompressionOption, KeepsThePixels) {
  expect_done(platerip({"page.tif"}));
  const Plate plain = plate("page.Magenta.tif");
  expect_done(platerip({"--compression", GetParam().name, "page.tif"}));
  const Plate coded = plate("page.Magenta.tif");
  EXPECT_EQ(coded.compression, GetParam().tag);
  EXPECT_EQ(coded.levels, plain.levels);
}

INSTANTIATE_TEST_SUITE_P(All, CompressionOption,
                         testing::Values(Coding{"none", COMPRESSION_NONE}, Coding{"packbits", COMPRESSION_PACKBITS},
                                         Coding{"lzw", COMPRESSION_LZW}, Coding{"deflate", COMPRESSION_ADOBE_DEFLATE},
                                         Coding{"zstd", COMPRESSION_ZSTD}, Coding{"g4", COMPRESSION_CCITTFAX4}),
                         [](const auto& all) { return all.param.name; });

TEST_F(Options, InvertFlipsEveryPixel) {
  expect_done(platerip({"page.tif"}));
  const Plate positive = plate("page.Cyan.tif");
  expect_done(platerip({"--invert", "page.tif"}));
  const Plate negative = plate("page.Cyan.tif");
  ASSERT_EQ(negative.levels.size(), positive.levels.size());
  EXPECT_EQ(negative.photometric, positive.photometric);
  for (std::size_t i = 0; i < positive.levels.size(); ++i) ASSERT_NE(negative.levels[i], positive.levels[i]) << i;
}

TEST_F(Options, ProfileDecidesTheInks) {
  const made::Bytes press = made::press({.inks = 6, .space = made::space_of_inks(6)});
  write_file(file("six.icc"), press);
  expect_done(platerip({"--profile", "six.icc", "page.tif"}));
  std::set<std::string> expected{"page.tif", "six.icc"};
  for (int ink = 1; ink <= 6; ++ink) expected.insert("page.Ink_" + std::to_string(ink) + ".tif");
  EXPECT_EQ(files(), expected);
  EXPECT_EQ(plate("page.Ink_3.tif").page_name, "Ink 3");
}

TEST_F(Options, ProfileRefusesWhatIsNone) {
  expect_complaint(platerip({"--profile", "page.tif", "page.tif"}), 1, {"page.tif"});
  expect_complaint(platerip({"--profile", "missing.icc", "page.tif"}), 1, {"missing.icc"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(Options, IntentChangesThePlates) {
  write_page(file("page.tif"), BlockPage{.blocks = {{0, 0, 255}}});
  const auto relative = summary_of({"--intent", "relative", "page.tif"});
  const auto saturation = summary_of({"--intent", "saturation", "page.tif"});
  EXPECT_NE(relative["total_ink"], saturation["total_ink"]);
}

TEST_F(Options, BlackPointCompensationIsOnUnlessRefused) {
  write_page(file("page.tif"), BlockPage{.blocks = {{40, 40, 40}}});
  const auto as_default = summary_of({"page.tif"})["plates"];
  EXPECT_EQ(summary_of({"--bpc", "page.tif"})["plates"], as_default);
  EXPECT_NE(summary_of({"--no-bpc", "page.tif"})["plates"], as_default);
}

TEST_F(Options, FilesThatAreWrongForEveryPageAreSaidOnce) {
  write_page(file("next.tif"), ramp_);
  const std::vector<std::vector<std::string>> wrong = {
      {"--profile", "missing.icc"}, {"--input-profile", "missing.icc"}, {"--curve", "C=missing.icc"}};
  for (const auto& option : wrong) {
    expect_complaint(platerip({option[0], option[1], "page.tif", "next.tif"}), 1, {"missing.icc"});
  }
  EXPECT_EQ(files(), (std::set<std::string>{"next.tif", "page.tif"}));
}

TEST_F(Options, InputProfileThatDoesNotFitThePageIsRefusedWithTheRemedy) {
  write_file(file("gray.icc"), made::gray());
  expect_complaint(platerip({"--input-profile", "gray.icc", "page.tif"}), 1,
                   {"page.tif: gray.icc: ", "give another --input-profile"});
}

TEST_F(Options, InkLimitBeyondThePressIsRefusedByItsName) {
  expect_complaint(platerip({"--ink-limit", "500", "page.tif"}), 1, {"--ink-limit", "4 inks, 100 to 400"});
}

TEST_F(Options, InkLimitKeepsABlackOfAnyName) {
  const std::vector<std::string> inks{"Cyan", "Magenta", "Yellow", "PANTONE Process Black C", "Orange"};
  write_file(file("five.icc"), made::press({.inks = 5, .space = cmsSig5colorData, .colorants = inks}));
  write_page(file("page.tif"), BlockPage{.blocks = {{10, 10, 10}}});
  const std::vector<std::string> words{"--profile", "five.icc", "--planes", "K", "page.tif"};
  expect_done(platerip(words));
  const double unlimited = plate("page.PANTONE_Process_BlackC.tif").coverage();
  EXPECT_GT(unlimited, 20);
  const auto summary = summary_of({"--ink-limit", "100", "--profile", "five.icc", "page.tif"});
  EXPECT_LE(summary["total_ink"]["max_percent"], 100);
  EXPECT_EQ(plate("page.PANTONE_Process_BlackC.tif").coverage(), unlimited);
}

TEST_F(Options, InkLimitHoldsAndKeepsBlack) {
  const BlockPage inks{.blocks = {{255, 255, 255, 255}}, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("inks.tif"), inks);
  const auto summary = summary_of({"--ink-limit", "280", "inks.tif"});
  EXPECT_LE(summary["total_ink"]["max_percent"], 280);
  EXPECT_EQ(plate("inks.Black.tif").coverage(), 100);
  for (const char* ink : {"Cyan", "Magenta", "Yellow"}) {
    EXPECT_NEAR(plate("inks." + std::string(ink) + ".tif").coverage(inks.inner(0)), 60, 1) << ink;
  }
}

/// A picture, as a viewer shows it.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;
};

Picture read_png(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << path;
  image.format = PNG_FORMAT_RGB;
  Picture picture{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr), 0) << path;
  return picture;
}

TEST_F(Options, PreviewShowsThePage) {
  const BlockPage page{.blocks = {{255, 255, 255}, {128, 128, 128}, {200, 130, 90}, {60, 90, 140}}, .block_size = 600};
  write_page(file("page.tif"), page);
  expect_done(platerip({"--preview", "proof.png", "page.tif"}));
  const Picture proof = read_png(file("proof.png"));
  EXPECT_EQ(proof.width, 1200u);  // every second pixel, because 2400 would be more than 2000
  EXPECT_EQ(proof.height, 300u);
  for (std::size_t block = 0; block < 4; ++block) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      double sum = 0;
      for (std::size_t y = 20; y < 280; ++y) {
        for (std::size_t x = block * 300 + 20; x < block * 300 + 280; ++x)
          sum += proof.rgb[3 * (y * 1200 + x) + channel];
      }
      EXPECT_NEAR(sum / (260 * 260), page.blocks[block][channel], 20) << block << ' ' << channel;
    }
  }
}

TEST_F(Options, PreviewOfASmallPageHasItsSize) {
  expect_done(platerip({"--preview", "proof.png", "page.tif"}));
  EXPECT_EQ(read_png(file("proof.png")).width, 5u * 64);
}

/// The mean of each channel.
std::array<double, 3> mean_of(std::span<const std::uint8_t> rgb) {
  std::array<double, 3> sums{};
  for (std::size_t i = 0; i < rgb.size(); ++i) sums[i % 3] += rgb[i];
  for (double& sum : sums) sum /= static_cast<double>(rgb.size() / 3);
  return sums;
}

// An RGB photograph with 8 bits per sample.
std::vector<std::uint8_t> read_rgb(const std::string& path) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  std::uint32_t height = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  const auto row_bytes = static_cast<std::size_t>(TIFFScanlineSize(tiff.get()));
  std::vector<std::uint8_t> rgb(row_bytes * height);
  for (std::uint32_t y = 0; y < height; ++y) EXPECT_EQ(TIFFReadScanline(tiff.get(), &rgb[y * row_bytes], y), 1);
  return rgb;
}

TEST_F(Options, PreviewOfAPhotographHasItsTones) {
  for (const char* width : {"768", "2001"}) {
    expect_done(run(
        {.words = {MAKE_PAGE_PROGRAM, file("photo.tif"), "--content", "photo", "--width", width, "--height", "512"}}));
    expect_done(platerip({"--preview", "proof.png", "photo.tif"}));
    const auto page = mean_of(read_rgb(file("photo.tif")));
    const auto proof = mean_of(read_png(file("proof.png")).rgb);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      EXPECT_NEAR(proof[channel], page[channel], 2) << width << ' ' << channel;
    }
  }
}

TEST_F(Options, PreviewIsPngAlone) {
  for (const char* name : {"proof.jpg", "proof.tif", "proof", "proof.png.bak", ".png", "plates.png/"}) {
    expect_complaint(platerip({"--preview", name, "page.tif"}), 2, {"--preview", name, "PNG"});
  }
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  for (const char* name : {"proof.png", "proof.PNG", "my proof.2.Png"}) {
    expect_done(platerip({"--preview", name, "page.tif"}));
    EXPECT_EQ(read_png(file(name)).width, 5u * 64);
  }
}

TEST_F(Options, PreviewsAreNumberedByThePlaceOfThePage) {
  write_page(file("next.tif"), ramp_);
  expect_complaint(platerip({"--preview", "proof.png", "missing.tif", "page.tif", "next.tif"}), 1, {"missing.tif"});
  EXPECT_TRUE(std::filesystem::exists(file("proof-2.png")));
  EXPECT_TRUE(std::filesystem::exists(file("proof-3.png")));
  EXPECT_FALSE(std::filesystem::exists(file("proof.png")));
  expect_complaint(platerip({"--preview", "other.png", "missing.tif", "page.tif"}), 1, {"missing.tif"});
  EXPECT_TRUE(std::filesystem::exists(file("other-2.png")));
}

TEST_F(Options, ProgressIsSilentInAPipeUnlessAskedFor) {
  expect_done(platerip({"page.tif"}));
  const Outcome always = platerip({"--progress", "always", "page.tif"});
  EXPECT_EQ(always.status, 0);
  EXPECT_THAT(always.err, HasSubstr("page.tif"));
  EXPECT_THAT(always.out, IsEmpty());
}

TEST_F(Options, ProgressFitsALineOf80Columns) {
  const std::string folder(100, 'f');
  const std::string name = std::string(60, 'n') + "\u00fc\u00fc.tif";
  std::filesystem::create_directory(file(folder));
  write_page(file(folder + "/" + name), gray_ramp(2));
  const Outcome outcome = platerip({"--progress", "always", "--resolution", "600", folder + "/" + name});
  const std::string clear_line = "\r\x1b[K";
  std::size_t drawn = 0;
  for (std::size_t at = 0, end = 0; at < outcome.err.size(); at = end) {
    at += clear_line.size();
    end = std::min(outcome.err.find(clear_line, at), outcome.err.size());
    const std::string line = outcome.err.substr(at, end - at);
    EXPECT_LT(line.size(), 80u) << line;
    EXPECT_THAT(line, testing::AnyOf(IsEmpty(), testing::AllOf(testing::StartsWith("nnn"), HasSubstr("left"))));
    ++drawn;
  }
  EXPECT_GE(drawn, 2u);
}

TEST_F(Options, VerboseSaysWhatWasChosen) {
  const Outcome outcome = platerip({"--verbose", "page.tif"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("sRGB (sRGB built-in)"));
  EXPECT_THAT(outcome.err, HasSubstr("FOGRA39"));
}

TEST_F(Options, QuietStillSaysErrors) {
  expect_done(platerip({"--quiet", "--progress", "always", "page.tif"}));
  expect_complaint(platerip({"--quiet", "missing.tif"}), 1, {"missing.tif"});
}

TEST_F(Options, LogTimesBeginsEachMessageWithTheLocalTime) {
  const std::string time = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\+05:45 platerip: ";
  const std::vector<std::vector<std::string>> runs = {{"--verbose", "page.tif", "missing.tif"},
                                                      {"page.tif", "--no-such-option"},
                                                      {"--resolution", "600", "missing.tif"}};
  for (std::vector<std::string> words : runs) {
    words.emplace_back("--log-times");
    Command in_nepal = command(words);
    in_nepal.environment["TZ"] = "XXX-05:45";
    const Outcome outcome = run(in_nepal);
    std::istringstream lines(outcome.err);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_TRUE(std::regex_search(line, std::regex("^" + time))) << line;
    EXPECT_GE(count, words.front() == "--verbose" ? 3U : 1U);
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST_F(Options, VersionAndHelp) {
  const Outcome version = platerip({"--version"});
  expect_done(version);
  EXPECT_THAT(version.out, MatchesRegex("platerip [0-9.]+\n"));
  const Outcome help = platerip({"--help"});
  expect_done(help);
  for (const char* part : {"Usage", "Colour", "Halftone", "Example", "--ink-limit", "--strip-rows"}) {
    EXPECT_THAT(help.out, HasSubstr(part));
  }
}

TEST_F(Options, WrongOnesAreRefusedInOneLine) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"--no-such-option", "page.tif"},
      {"--levels", "17", "page.tif"},
      {"--levels", "two", "page.tif"},
      {"--levels", "page.tif"},
      {"--halftone", "spiral", "page.tif"},
      {"--backend", "abacus", "page.tif"},
      {"--intent", "good", "page.tif"},
      {"--bpc", "--no-bpc", "page.tif"},
      {"--curve", "Cyan", "page.tif"},
      {"--curve", "=x.txt", "page.tif"},
      {"--ink-limit", "50", "page.tif"},
      {"--ink-limit", "nan", "page.tif"},
      {"--compression", "jpeg", "page.tif"},
      {"--compression", "g4", "--levels", "4", "page.tif"},
      {"--invert", "--levels", "3", "page.tif"},
      {"--threads", "-1", "page.tif"},
      {"--threads", "99999999999999999999", "page.tif"},
      {"--memory", "0", "page.tif"},
      {"--memory", "-5", "page.tif"},
      {"--device", "-1", "page.tif"},
      {"--devices", "both", "page.tif"},
      {"--devices", "all", "--device", "1", "page.tif"},
      {"--gpu-memory", "-1", "page.tif"},
      {"--strip-rows", "0", "page.tif"},
      {"--resolution", "0", "page.tif"},
      {"--summary", "xml", "page.tif"},
      {"--progress", "sometimes", "page.tif"},
      {"--quiet", "--verbose", "page.tif"},
      {"--planes", "", "page.tif"},
      {"--planes", "C,,K", "page.tif"},
      {"--output", "", "page.tif"},
      {"--preview", "", "page.tif"},
      {"--preview", "proof.jpg", "page.tif"},
  };
  for (const auto& arguments : wrong) {
    std::string line;
    for (const std::string& word : arguments) line += word + ' ';
    SCOPED_TRACE(line);
    expect_complaint(platerip(arguments), 2, {"--help"});
  }
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

}  // namespace
}  // namespace platerip::test
