// Pages that are already separated: channels with names, spot inks beside colours, folders of gray files.
#include <tiffio.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <random>

#include "tests/rip/command.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A page of named inks. Each channel has tones of its own; 255 is solid ink.
struct Inks {
  std::uint32_t width = 240;
  std::uint32_t height = 200;
  std::vector<std::string> names = {};

  [[nodiscard]] std::uint8_t sample(std::uint32_t x, std::uint32_t y, std::size_t ink) const {
    return static_cast<std::uint8_t>((x * (ink + 1) + 40 * ink + y / 2) % 256);
  }
  /// The mean of a channel in percent.
  [[nodiscard]] double mean(std::size_t ink) const {
    double sum = 0;
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) sum += sample(x, y, ink);
    return 100 * sum / 255 / width / height;
  }
};

struct TiffKind {
  int photometric = PHOTOMETRIC_SEPARATED;
  int ink_set = INKSET_MULTIINK;
  int planar = PLANARCONFIG_CONTIG;
  int bits = 8;
  bool names = true;
  std::string photoshop = {};               ///< the tag's bytes
  std::size_t colors = 0;                   ///< samples before the extra ones; 0: there are none
  std::vector<std::uint16_t> extra = {};    ///< their kinds; empty: none is known
  std::vector<std::string> ink_names = {};  ///< InkNames if they are not those of all samples
};

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

void write_inks(const std::string& path, const Inks& page, const TiffKind& kind = {}) {
  const Tiff tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  const std::size_t samples = page.names.size();
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, kind.bits);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(samples));
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, kind.photometric);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, kind.planar);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 16);
  if (kind.photometric == PHOTOMETRIC_SEPARATED) TIFFSetField(tiff.get(), TIFFTAG_INKSET, kind.ink_set);
  if (kind.colors > 0) {
    std::vector<std::uint16_t> extra = kind.extra;
    if (extra.empty()) extra.assign(samples - kind.colors, EXTRASAMPLE_UNSPECIFIED);
    TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, static_cast<int>(extra.size()), extra.data());
  }
  std::string names;
  for (const std::string& name : kind.ink_names.empty() ? page.names : kind.ink_names) names += name + '\0';
  if (kind.names) TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size()), names.data());
  if (!kind.photoshop.empty())
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOSHOP, static_cast<int>(kind.photoshop.size()), kind.photoshop.data());
  const bool separate = kind.planar == PLANARCONFIG_SEPARATE;
  std::vector<std::byte> row;
  const auto put = [&](std::uint8_t sample) {
    for (int i = 0; i < kind.bits / 8; ++i) row.push_back(std::byte{sample});
  };
  for (std::size_t plane = 0; plane < (separate ? samples : 1); ++plane) {
    for (std::uint32_t y = 0; y < page.height; ++y) {
      row.clear();
      for (std::uint32_t x = 0; x < page.width; ++x) {
        if (separate) put(page.sample(x, y, plane));
        for (std::size_t ink = 0; !separate && ink < samples; ++ink) put(page.sample(x, y, ink));
      }
      TIFFWriteScanline(tiff.get(), row.data(), y, static_cast<std::uint16_t>(plane));
    }
  }
}

/// A gray separation: white is paper.
void write_separation(const std::string& path, const Inks& page, std::size_t ink) {
  const Tiff tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 7);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  std::vector<std::uint8_t> row(page.width);
  for (std::uint32_t y = 0; y < page.height; ++y) {
    for (std::uint32_t x = 0; x < page.width; ++x) row[x] = static_cast<std::uint8_t>(255 - page.sample(x, y, ink));
    TIFFWriteScanline(tiff.get(), row.data(), y, 0);
  }
}

class SeparatedPages : public PlateripTest {
 protected:
  /// Expects a plate of each ink with the ink's mean tone, and returns them.
  std::vector<Plate> expect_plates(const std::string& stem, const Inks& page,
                                   const std::vector<std::string>& inks) const {
    std::vector<Plate> plates;
    for (const std::string& ink : inks) {
      const std::string name = ink == "PANTONE 300 C" ? "PANTONE_300C" : ink;
      plates.push_back(plate(stem + "." + name + ".tif"));
      EXPECT_EQ(plates.back().page_name, ink);
      const auto channel =
          static_cast<std::size_t>(std::find(page.names.begin(), page.names.end(), ink) - page.names.begin());
      EXPECT_NEAR(plates.back().coverage(), page.mean(channel), 0.3) << ink;
    }
    return plates;
  }

  const std::vector<std::string> cmyk_{"Cyan", "Magenta", "Yellow", "Black"};
  const Inks six_{.names = {"PANTONE 300 C", "Cyan", "Magenta", "Yellow", "Black", "Varnish"}};
};

TEST_F(SeparatedPages, EveryChannelIsAPlateWithItsName) {
  for (const int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
    for (const int bits : {8, 16}) {
      write_inks(file("page.tif"), six_, {.planar = planar, .bits = bits});
      expect_done(platerip({"page.tif"}));
      expect_plates("page", six_, six_.names);
    }
  }
}

TEST_F(SeparatedPages, NeedNoProcessInk) {
  const Inks two{.names = {"Gold", "White"}};
  write_inks(file("page.tif"), two);
  expect_done(platerip({"page.tif"}));
  expect_plates("page", two, two.names);
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.Gold.tif", "page.White.tif"}));
  EXPECT_EQ(platerip({"page.tif", "--preview", "p.png"}).status, 0);
  EXPECT_TRUE(fs::exists(file("p.png")));
}

TEST_F(SeparatedPages, CmykHasSpotInksBesideIt) {
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {"Varnish", "White"});
  write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .colors = 4});
  EXPECT_EQ(platerip({"page.tif", "--preview", "p.png"}).status, 0);
  expect_plates("page", page, page.names);
}

TEST_F(SeparatedPages, RgbGoesThroughTheProfileAndSpotsDoNot) {
  Inks page{.names = {"Red", "Green", "Blue", "Varnish", "White"}};
  write_inks(file("rgb.tif"), {.names = {"Red", "Green", "Blue"}}, {.photometric = PHOTOMETRIC_RGB, .names = false});
  write_inks(file("page.tif"), page, {.photometric = PHOTOMETRIC_RGB, .colors = 3});
  expect_done(platerip({"rgb.tif"}));
  expect_done(platerip({"page.tif"}));
  expect_plates("page", page, {"Varnish", "White"});
  for (const std::string& ink : cmyk_)
    EXPECT_TRUE(plate("page." + ink + ".tif").levels == plate("rgb." + ink + ".tif").levels) << ink;
}

TEST_F(SeparatedPages, SpotInksHaveCurvesAnglesAndPlatesLikeOthers) {
  write_inks(file("page.tif"), six_);
  std::ofstream(file("half.txt")) << "50 25\n100 50\n";
  expect_done(platerip({"page.tif", "--planes", "Varnish,K", "--curve", "Varnish=half.txt", "--halftone", "am",
                        "--screen-angle", "Varnish=15"}));
  EXPECT_EQ(files(), (std::set<std::string>{"half.txt", "page.tif", "page.Black.tif", "page.Varnish.tif"}));
  EXPECT_NEAR(plate("page.Varnish.tif").coverage(), six_.mean(5) / 2, 0.5);
  expect_complaint(platerip({"page.tif", "--planes", "White"}), 2, {"--planes", "'White' names no ink"});
}

std::string big_endian(std::size_t number, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(number >> 8 * i);
  return text;
}

std::string resource(std::size_t id, const std::string& data) {
  const std::string padding(data.size() % 2, '\0');
  return "8BIM" + big_endian(id, 2) + std::string(2, '\0') + big_endian(data.size(), 4) + data + padding;
}

// A mask between two spot channels, as Photoshop names and describes them. Its spot channels are white where there is
// no ink.
TEST_F(SeparatedPages, PhotoshopsSpotChannelsAreInks) {
  const std::string channel = big_endian(0, 2) + std::string(8, '\0') + big_endian(100, 2);
  const std::string kinds = big_endian(1, 4) + channel + '\2' + channel + '\1' + channel + '\2';
  std::string names;
  std::string unicode;
  for (const std::string& name : {std::string("Varnish"), std::string("Alpha 1"), std::string("Gold")}) {
    names += static_cast<char>(name.size()) + name;
    unicode += big_endian(name.size() + 1, 4);
    for (const char c : name + '\0') unicode += {'\0', c};
  }
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {"Varnish", "Alpha 1", "Gold"});
  TiffKind kind{.ink_set = INKSET_CMYK, .names = false, .colors = 4};
  for (const std::string& resources : {resource(1006, names) + resource(1077, kinds),
                                       resource(1000, "abc") + resource(1077, kinds) + resource(1045, unicode)}) {
    kind.photoshop = resources;
    write_inks(file("page.tif"), page, kind);
    expect_complaint(platerip({"page.tif", "-o", "out"}), 0, {"sample 6 of each pixel (in Photoshop Alpha 1) is left"});
    EXPECT_EQ(files().size(), 7u);
    expect_plates("out/page", page, cmyk_);
    EXPECT_NEAR(plate("out/page.Varnish.tif").coverage(), 100 - page.mean(4), 0.3);
    EXPECT_NEAR(plate("out/page.Gold.tif").coverage(), 100 - page.mean(6), 0.3);
    fs::remove_all(file("out"));
  }
  const Inks small{.width = 8, .height = 8, .names = page.names};
  for (const std::size_t missing : {1, 10, 60}) {
    TiffKind cut = kind;
    cut.photoshop.resize(kind.photoshop.size() - missing);
    write_inks(file("page.tif"), small, cut);
    expect_complaint(platerip({"page.tif", "-o", "out"}), 1, {"page.tif: ", "Photoshop resources", "are cut off"});
  }
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  const std::string paths = resource(2000, std::string(std::size_t{3} << 20, 'p'));
  kind.photoshop = paths + kind.photoshop + paths;
  write_inks(file("page.tif"), page, kind);
  expect_complaint(platerip({"page.tif", "-o", "out", "--memory", "8"}), 0, {"(in Photoshop Alpha 1)"});
  EXPECT_NEAR(plate("out/page.Gold.tif").coverage(), 100 - page.mean(6), 0.3);
}

TEST_F(SeparatedPages, PhotoshopsNamesMayHaveAnyCharacter) {
  const std::string channel = big_endian(0, 2) + std::string(8, '\0') + big_endian(100, 2) + '\2';
  std::string unicode;
  for (const std::u16string& name : {std::u16string(u"Öl \U00020BB7"), std::u16string(u"x\xd842")}) {
    unicode += big_endian(name.size() + 1, 4);
    for (const char16_t unit : name + u'\0') unicode += big_endian(unit, 2);
  }
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {"", ""});
  TiffKind kind{.ink_set = INKSET_CMYK, .names = false, .colors = 4};
  kind.photoshop = resource(1077, big_endian(1, 4) + channel + channel) + resource(1045, unicode);
  write_inks(file("page.tif"), page, kind);
  expect_done(platerip({"page.tif", "-o", "out"}));
  EXPECT_EQ(plate("out/page.Öl_\U00020BB7.tif").page_name, "Öl \U00020BB7");
  EXPECT_EQ(plate("out/page.x_.tif").page_name, "x?") << "half a character";
}

TEST_F(SeparatedPages, ExtraSamplesWithoutANameAreLeftOutAndThatIsTold) {
  Inks page{.names = cmyk_};
  page.names.emplace_back("nothing");
  write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .names = false, .colors = 4});
  expect_complaint(platerip({"page.tif"}), 0, {"page.tif", "sample 5 of each pixel is left out"});
  EXPECT_EQ(files().size(), 5u);
}

// ExtraSamples describes the last samples, and InkNames may leave out those that are no inks.
TEST_F(SeparatedPages, InksBesideAnAlphaKeepTheirNames) {
  struct Case {
    Inks page;
    TiffKind complete;
    std::vector<TiffKind> others;
  };
  const TiffKind cmyk{.ink_set = INKSET_CMYK, .colors = 4, .extra = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA}};
  const std::vector<std::string> inks{"Cyan", "Magenta", "Yellow", "Black", "Gold"};
  TiffKind one_kind = cmyk;
  one_kind.extra = {EXTRASAMPLE_UNASSALPHA};
  one_kind.ink_names = inks;
  const TiffKind rgb{
      .photometric = PHOTOMETRIC_RGB, .colors = 3, .extra = {EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_UNSPECIFIED}};
  TiffKind only_gold = rgb;
  only_gold.ink_names = {"Gold"};
  TiffKind no_alpha = rgb;
  no_alpha.ink_names = {"Red", "Green", "Blue", "Gold"};
  TiffKind both_extras = rgb;
  both_extras.ink_names = {"Alpha", "Gold"};
  const Case cases[] = {
      {{.names = {"Red", "Green", "Blue", "Alpha", "Gold"}}, rgb, {only_gold, no_alpha, both_extras}},
      {{.names = {"Cyan", "Magenta", "Yellow", "Black", "Gold", "Alpha"}}, cmyk, {one_kind}},
  };
  for (const Case& each : cases) {
    write_inks(file("page.tif"), each.page, each.complete);
    expect_done(platerip({"page.tif", "-o", "complete"}));
    const Plate gold = plate("complete/page.Gold.tif");
    EXPECT_GT(gold.coverage(), 5);
    for (const TiffKind& other : each.others) {
      write_inks(file("page.tif"), each.page, other);
      expect_done(platerip({"page.tif", "-o", "other"}));
      for (const std::string& ink : inks)
        EXPECT_TRUE(plate("other/page." + ink + ".tif").levels == plate("complete/page." + ink + ".tif").levels) << ink;
      EXPECT_EQ(files().size(), 11u);
      fs::remove_all(file("other"));
    }
    fs::remove_all(file("complete"));
  }
}

TEST_F(SeparatedPages, AFolderOfSeparationsIsOnePage) {
  write_inks(file("sheet.tif"), six_);
  expect_done(platerip({"sheet.tif", "-o", "channels"}));
  for (const char* form : {"page.%.tif", "page(%).tif"}) {
    fs::create_directory(file("sheet"));
    for (std::size_t ink = 0; ink < six_.names.size(); ++ink) {
      std::string name = form;
      name.replace(name.find('%'), 1, six_.names[ink]);
      write_separation(file("sheet/" + name), six_, ink);
    }
    std::ofstream(file("sheet/page.tif")) << "the composite, which is not read";
    std::ofstream(file("sheet/readme.txt")) << "nor is this";
    expect_done(platerip({"sheet/", "-o", "folder"}));
    const auto plates = expect_plates("folder/sheet", six_, six_.names);
    const auto of_channels = expect_plates("channels/sheet", six_, six_.names);
    for (std::size_t i = 0; i < plates.size(); ++i) EXPECT_TRUE(plates[i].levels == of_channels[i].levels) << i;
    fs::remove_all(file("sheet"));
    fs::remove_all(file("folder"));
  }
}

// As tiffsep calls them for the page "v1(2).3"; the composite is left out.
TEST_F(SeparatedPages, NamesOfPagesMayHaveDotsAndParentheses) {
  fs::create_directory(file("sheet"));
  for (const std::size_t ink : {1, 2, 3, 4})
    write_separation(file("sheet/v1(2).3(" + six_.names[ink] + ").tif"), six_, ink);
  write_separation(file("sheet/v1(2).3(Gold (matt)).tif"), six_, 5);
  write_separation(file("sheet/v1(2).3.tif"), six_, 0);
  expect_done(platerip({"sheet", "-o", "out"}));
  expect_plates("out/sheet", six_, cmyk_);
  EXPECT_EQ(files().size(), 11u);
  EXPECT_EQ(plate("out/sheet.Gold__matt_.tif").page_name, "Gold (matt)");
}

TEST_F(SeparatedPages, NamesOfInksReachTheTerminalWithoutControlCharacters) {
  fs::create_directory(file("page"));
  write_separation(file("page/page.\33[31mGold\npage: fine\a.tif"), six_, 1);
  write_separation(file("page/page.\u009b\u202eSilver.tif"), six_, 2);
  const Outcome outcome = platerip({"page", "-o", "out", "--summary", "text"});
  expect_done(outcome);
  for (const char* control : {"\33", "\a", "\npage: fine", "\u009b", "\u202e"})
    EXPECT_THAT(outcome.out + outcome.err, testing::Not(HasSubstr(control)));
  EXPECT_THAT(outcome.out, HasSubstr("[31mGold page: fine"));
}

TEST_F(SeparatedPages, NamesOfInksKeepLettersOfAllScripts) {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> pairs = {
      {{"白墨", "光油"}, {"白墨", "光油"}},
      {{"Белый", "Лак"}, {"Белый", "Лак"}},
      {{"Weiß", "Weiße"}, {"Weiß", "Weiße"}},
      {{"e\u0301cru", "वार्निश"}, {"e\u0301cru", "वार्निश"}},
      {{"\U0001F7E5 Rot", "\U0001F468\u200d\U0001F469"}, {"__Rot", "_"}},
      {{"gold", "GOLD"}, {"gold", "GOLD_2"}},
      {{"\u00c9cru", "e\u0301cru"}, {"\u00c9cru", "e\u0301cru_2"}}};
  for (const auto& [inks, expected] : pairs) {
    Inks page{.names = cmyk_};
    page.names.insert(page.names.end(), inks.begin(), inks.end());
    write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .colors = 4});
    expect_done(platerip({"page.tif", "-o", "out", "--name", "{page}_{ink}"}));
    EXPECT_EQ(files().size(), 7u);
    EXPECT_EQ(plate("out/page_" + expected[0] + ".tif").page_name, inks[0]);
    EXPECT_NEAR(plate("out/page_" + expected[1] + ".tif").coverage(), page.mean(5), 0.3);
    fs::remove_all(file("out"));
  }
}

TEST_F(SeparatedPages, WorkflowsCannotTakeASpotInkForCyan) {
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {"PANTONE 185 C", "Spot.K"});
  write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .colors = 4});
  for (const char* workflow : {"prinergy", "apogee", "trueflow", "harlequin", "generic"}) {
    expect_done(platerip({"page.tif", "-o", "out", "--for", workflow}));
    EXPECT_EQ(files().size(), 7u);
    EXPECT_EQ(plate("out/page_PANTONE_185C.tif").page_name, "PANTONE 185 C");
    EXPECT_EQ(plate("out/page_SpotK.tif").page_name, "Spot.K");
    fs::remove_all(file("out"));
  }
}

TEST_F(SeparatedPages, NamesOfInksFromOlderProgramsBecomeUtf8) {
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {"Wei\xdf", "Gold\x99"});
  write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .colors = 4});
  expect_done(platerip({"page.tif", "-o", "out", "--planes", "weiß,Gold™"}));
  EXPECT_EQ(plate("out/page.Weiß.tif").page_name, "Weiß");
  EXPECT_EQ(plate("out/page.Gold_.tif").page_name, "Gold™");
  EXPECT_EQ(files().size(), 3u);
}

// As tiffsep calls Gold/Silver, a:b, 100% and a name in Latin-1.
TEST_F(SeparatedPages, GhostscriptsEscapesAreUndone) {
  for (const char* form : {"page(#).tif", "page.#.tif"}) {
    fs::create_directory(file("sheet"));
    const char* const inks[] = {"Gold%2FSilver", "a%3Ab", "100%25", "Wei%DF"};
    for (std::size_t ink = 0; ink < std::size(inks); ++ink)
      write_separation(file("sheet/" + std::string(form).replace(5, 1, inks[ink])), six_, ink);
    std::ofstream(file("half.txt")) << "50 25\n100 50\n";
    expect_done(platerip({"sheet", "-o", "all", "--curve", "gold/silver=half.txt"}));
    EXPECT_EQ(plate("all/sheet.Gold_Silver.tif").page_name, "Gold/Silver");
    EXPECT_NEAR(plate("all/sheet.Gold_Silver.tif").coverage(), six_.mean(0) / 2, 0.5);
    EXPECT_EQ(plate("all/sheet.a_b.tif").page_name, "a:b");
    EXPECT_EQ(plate("all/sheet.100_.tif").page_name, "100%");
    EXPECT_EQ(plate("all/sheet.Weiß.tif").page_name, "Weiß");
    expect_done(platerip({"sheet", "-o", "one", "--planes", "Gold/Silver"}));
    EXPECT_TRUE(fs::exists(file("one/sheet.Gold_Silver.tif")));
    for (const char* made : {"sheet", "all", "one"}) fs::remove_all(file(made));
  }
}

// As tiffsep1 makes them: black and white.
TEST_F(SeparatedPages, DotsOfSeparationsAreKept) {
  std::mt19937 random(test_seed());
  fs::create_directory(file("page"));
  std::map<std::string, std::vector<std::uint8_t>> dots;
  for (const char* ink : {"Cyan", "Gold"}) {
    const Tiff tiff(TIFFOpen(file("page/page(" + std::string(ink) + ").tif").c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 96);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 40);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    for (std::uint32_t y = 0; y < 40; ++y) {
      std::vector<std::uint8_t> row(96 / 8);
      for (std::uint8_t& byte : row) byte = static_cast<std::uint8_t>(random());
      for (std::size_t x = 0; x < 96; ++x)
        dots[ink].push_back((row[x / 8] >> (7 - x % 8) & 1) == 0 ? 1 : 0);  // white is paper
      TIFFWriteScanline(tiff.get(), row.data(), y, 0);
    }
  }
  for (const char* halftone : {"tone", "floyd-steinberg", "am"}) {
    expect_done(platerip({"page", "-o", "out", "--halftone", halftone}));
    for (const auto& [ink, expected] : dots)
      EXPECT_TRUE(plate("out/page." + ink + ".tif").levels == expected) << ink << ' ' << halftone;
  }
}

TEST_F(SeparatedPages, SpotInksOfAFolderMayDifferInCaseOnly) {
  fs::create_directory(file("page"));
  write_separation(file("page/page(gold).tif"), six_, 0);
  write_separation(file("page/page(GOLD).tif"), six_, 1);
  expect_done(platerip({"page", "-o", "out"}));
  EXPECT_NEAR(plate("out/page.GOLD.tif").coverage(), six_.mean(1), 0.3);
  EXPECT_NEAR(plate("out/page.gold_2.tif").coverage(), six_.mean(0), 0.3);
}

TEST_F(SeparatedPages, FinishedPlatesAreNoSeparations) {
  write_inks(file("book.tif"), six_);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--levels", "4"}, {"--compression", "lzw", "--manifest"}}) {
    std::vector<std::string> words{"book.tif", "-o", "plates"};
    words.insert(words.end(), options.begin(), options.end());
    expect_done(platerip(words));
    const auto before = files();
    expect_complaint(platerip({"plates/", "-o", "again"}), 1,
                     {"plates: holds finished plates of platerip, such as book.", "name the page"});
    EXPECT_EQ(files(), before);
    fs::remove_all(file("plates"));
  }
  expect_done(platerip({"book.tif", "-o", "plates"}));
  fs::copy_file(file("book.tif"), file("next.tif"));
  expect_done(platerip({"next.tif", "-o", "plates"}));
  expect_complaint(platerip({"plates", "-o", "again"}), 1, {"finished plates"});
}

TEST_F(SeparatedPages, AFinishedPlateThatIsGivenAsAPageIsToldOf) {
  write_inks(file("page.tif"), six_);
  expect_done(platerip({"page.tif", "-o", "plates", "--planes", "K"}));
  expect_complaint(platerip({"plates/page.Black.tif", "-o", "out"}), 0,
                   {"plates/page.Black.tif: is a finished plate of platerip"});
  EXPECT_EQ(files().size(), 2u + 4);
}

TEST_F(SeparatedPages, PlatesBesideTheirSeparationsAreNotTakenForThem) {
  fs::create_directory(file("page"));
  for (const std::size_t ink : {1, 2}) write_separation(file("page/page(" + six_.names[ink] + ").tif"), six_, ink);
  expect_done(platerip({"page", "-o", "page"}));
  expect_complaint(platerip({"page", "-o", "page"}), 1, {"finished plates", "page.Cyan.tif", "move them out"});
}

// Names of files have at most 255 bytes.
TEST_F(SeparatedPages, LongNamesOfInksAreCutBetweenCharacters) {
  std::string name = "G";
  for (int i = 0; i < 100; ++i) name += "\u00f6";
  Inks page{.names = cmyk_};
  page.names.insert(page.names.end(), {name, name});
  write_inks(file("page.tif"), page, {.ink_set = INKSET_CMYK, .colors = 4});
  expect_done(platerip({"page.tif"}));
  const std::string cut = name.substr(0, 99);
  EXPECT_EQ(plate("page." + cut + ".tif").page_name, cut);
  EXPECT_EQ(plate("page." + cut + "_2.tif").page_name, cut + " 2");
}

TEST_F(SeparatedPages, FoldersThatAreNoPageAreRefused) {
  fs::create_directory(file("page"));
  expect_complaint(platerip({"page"}), 1, {"page: holds no separations"});
  write_separation(file("page/page.Cyan.tif"), six_, 1);
  write_separation(file("page/other.Cyan.tif"), six_, 1);
  expect_complaint(platerip({"page"}), 1, {"several pages", "other", "folder of its own"});
  fs::remove(file("page/other.Cyan.tif"));
  write_separation(file("page/page.CYAN.tif"), six_, 1);
  expect_complaint(platerip({"page"}), 1, {"two separations of"});
  fs::remove(file("page/page.CYAN.tif"));
  for (const std::size_t ink : {2, 3, 4}) write_separation(file("page/page." + six_.names[ink] + ".tif"), six_, ink);
  write_separation(file("page/page.cyan.tif"), six_, 1);
  expect_complaint(platerip({"page"}), 1, {"two separations of"});
  fs::remove(file("page/page.cyan.tif"));
  write_separation(file("page/page.Black.tif"), {.width = 100, .names = six_.names}, 4);
  expect_complaint(platerip({"page"}), 1, {"another size"});
  write_inks(file("page/page.Black.tif"), six_);
  expect_complaint(platerip({"page"}), 1, {"page.Black.tif", "not gray"});
}

TEST_F(SeparatedPages, SeparationsAreNotReplaced) {
  fs::create_directory(file("page"));
  write_separation(file("page/page.Cyan.tif"), six_, 1);
  const auto before = read_file(file("page/page.Cyan.tif"));
  expect_complaint(platerip({"page", "-o", "page"}), 1, {"page.Cyan.tif would be replaced"});
  EXPECT_TRUE(read_file(file("page/page.Cyan.tif")) == before);
}

TEST_F(SeparatedPages, PlatesDoNotDependOnTheBackendStripsOrThreads) {
  write_inks(file("page.tif"), six_, {.bits = 16});
  write_inks(file("alpha.tif"), {.names = {"Red", "Green", "Blue", "White"}},
             {.photometric = PHOTOMETRIC_RGB, .colors = 3});
  const std::vector<std::vector<std::string>> ways = {
      {"--backend", "reference"}, {"--strip-rows", "1"}, {"--threads", "1"}, {"--memory", "2"}};
  for (const char* page : {"page.tif", "alpha.tif"}) {
    expect_done(platerip({page, "-o", "out"}));
    for (const auto& way : ways) {
      std::vector<std::string> arguments{page, "-o", "way"};
      arguments.insert(arguments.end(), way.begin(), way.end());
      expect_done(platerip(arguments));
      for (const auto& entry : fs::directory_iterator(file("out")))
        EXPECT_TRUE(read_file(entry.path().string()) == read_file(file("way/" + entry.path().filename().string())))
            << entry.path() << ' ' << way[0];
    }
  }
}

}  // namespace
}  // namespace platerip::test
