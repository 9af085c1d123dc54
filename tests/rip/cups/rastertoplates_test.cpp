// The filter rastertoplates, called as cupsd calls it.

#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <thread>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/cups/filter_command.h"
#include "tests/rip/large_page.h"

namespace platerip::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RasterToPlates : public FilterTest {
 protected:
  RasterToPlates() : FilterTest("rastertoplates") {
    write_page(file("page.tif"), rgb_.page);
    save("page.ras", raster_of({rgb_}));
  }

  /// Expects that the filter with these options makes the same plates as `platerip` with these arguments.
  void expect_same_as(const FilterCall& call, const std::vector<std::string>& arguments) {
    SCOPED_TRACE(call.options);
    const Outcome outcome = filter("page.ras", call);
    expect_printed(outcome);
    expect_same(plates_of(outcome.out), plates_of_file(arguments));
  }

  /// The generic PPD for plates, with one more line.
  std::string ppd_with(const std::string& line) const {
    std::ifstream original(PLATERIP_PPDS "/prplates.ppd");
    save("with.ppd", std::string(std::istreambuf_iterator<char>(original), {}) + line + "\n");
    return file("with.ppd");
  }

  const RasterSpec rgb_{.page = {.width = 301, .height = 203}};
  const RasterSpec small_{.page = {.width = 64, .height = 50}};
};

TEST_F(RasterToPlates, MakesThePlatesOfTheFile) {
  expect_same_as({}, {});
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

TEST_F(RasterToPlates, TakesTheFileAsAnArgument) {
  const Outcome outcome = run(command({}, file("page.ras")));
  expect_printed(outcome);
  expect_same(plates_of(outcome.out), plates_of_file());
}

TEST_F(RasterToPlates, SaysWhatItDoes) {
  RasterSpec planar = small_;
  planar.order = CUPS_ORDER_PLANAR;
  save("three.ras", raster_of({rgb_, small_, planar}));
  const Outcome outcome = filter("three.ras");
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 1", "2 1", "3 1"));
  EXPECT_THAT(lines_of(outcome, "ATTR"), Contains("job-media-progress=100").Times(3));
  EXPECT_THAT(lines_of(outcome, "INFO"), Contains(HasSubstr("page 3")));
  EXPECT_THAT(lines_of(outcome, "DEBUG"), Contains(HasSubstr("Magenta")).Times(3));
  const std::vector<Plate> plates = plates_of(outcome.out);
  ASSERT_EQ(plates.size(), 12u);
  EXPECT_EQ(plates[4].width, 64u);
  EXPECT_EQ(plates[0].document_name, "a page");
}

TEST_F(RasterToPlates, CopiesAreInTheFile) {
  cups_page_header2_t header = header_of(small_);
  header.NumCopies = 3;
  const std::string whole = raster_of({small_});
  save("page.ras", raw_raster(header, whole.substr(4 + sizeof header)));
  const Outcome outcome = filter("page.ras");
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 3"));
  const std::vector<Plate> plates = plates_of(outcome.out);
  ASSERT_EQ(plates.size(), 12u);
  EXPECT_EQ(plates[11].page_name, "Black");
  EXPECT_TRUE(plates[11].levels == plates[3].levels);
  header.NumCopies = 4'000'000'000;
  save("page.ras", raw_raster(header, whole.substr(4 + sizeof header)));
  expect_failed(filter("page.ras"), {"4000000000 copies"});
}

TEST_F(RasterToPlates, OptionsMeanWhatTheyMeanToPlaterip) {
  write_file(file("press.icc"), made::press());
  save("curve.txt", "0 0\n50 30\n100 100\n");
  expect_same_as({.options = "halftone=fan"}, {"--halftone", "fan"});
  expect_same_as({.options = "PlateripHalftone=bayer"}, {"--halftone", "bayer"});
  expect_same_as({.options = "PlateripHalftone=dbs"}, {"--halftone", "dbs", "--resolution", "300"});
  expect_same_as({.options = "PlateripHalftone=bayer halftone=fan"}, {"--halftone", "fan"});
  expect_same_as({.options = "intent=perceptual no-bpc ink-limit=200 date-time-at-creation= "},
                 {"--intent", "perceptual", "--no-bpc", "--ink-limit", "200"});
  expect_same_as({.options = "PlateripBpc=False PlateripInkLimit=240"}, {"--no-bpc", "--ink-limit", "240"});
  expect_same_as({.options = "PlateripBpc=false PlateripIntent=Perceptual"}, {"--no-bpc", "--intent", "perceptual"});
  expect_same_as({.options = "PlateripInkLimit=251"}, {"--ink-limit", "251"});
  expect_same_as({.options = "PlateripInkLimit=Custom.251"}, {"--ink-limit", "251"});
  expect_same_as({.options = "PlateripProfile=press.icc PlateripInkLimit=Default"}, {"--profile", "press.icc"});
  expect_same_as({.options = "levels=4 PlateripIntent=saturation"}, {"--levels", "4", "--intent", "saturation"});
  expect_same_as({.options = "profile=press.icc"}, {"--profile", "press.icc"});
  expect_same_as({.options = "curve=C=curve.txt,K=curve.txt"}, {"--curve", "C=curve.txt", "--curve", "K=curve.txt"});
  save("across.txt", "px 50\n0 40\n90 60\n");
  expect_same_as({.options = "across=K=across.txt"}, {"--across", "K=across.txt"});
  expect_same_as({.options = "crisp=off"}, {"--crisp", "off"});
  expect_same_as({.options = "PlateripCrisp=soft"}, {"--crisp", "soft"});
  expect_same_as({.ppd = ppd_with("*cupsICCProfile CMYK../mine: \"" + file("press.icc") + "\"")},
                 {"--profile", "press.icc"});
  expect_same_as({.ppd = ppd_with("*cupsICCProfile CMYK../pages: \"" + file("none.icc") +
                                  "\"\n*plateripProfile CMYK../press: \"" + file("press.icc") + "\"")},
                 {"--profile", "press.icc"});
  const std::string qualified = "*cupsICCQualifier2: PlateripHalftone\n*cupsICCProfile CMYK.fan./mine: \"";
  expect_same_as({.options = "PlateripHalftone=fan", .ppd = ppd_with(qualified + file("press.icc") + "\"")},
                 {"--profile", "press.icc", "--halftone", "fan"});
  expect_same_as({.ppd = ppd_with(qualified + file("press.icc") + "\"")}, {});
  expect_same_as({.ppd = ppd_with("*cupsICCProfile RGB../other: \"" + file("none.icc") + "\"")}, {});
}

TEST_F(RasterToPlates, AJobMayMakeMorePlates) {
  const Outcome outcome = filter(
      "page.ras",
      {.options = "plate=White=light,choke=0.1,Varnish=inks:C+K,over choke=K=1px knock-out=#000000,tolerance=20"});
  expect_printed(outcome);
  const std::vector<Plate> plates = plates_of(outcome.out);
  ASSERT_EQ(plates.size(), 6u);
  EXPECT_EQ(plates[4].page_name, "White");
  EXPECT_EQ(plates[5].page_name, "Varnish");
  const Outcome expected =
      piped("page.ras", {"-", "-o", "-", "--plate", "White=light,choke=0.1", "--plate", "Varnish=inks:C+K,over",
                         "--choke", "K=1px", "--knock-out", "#000000,tolerance=20"});
  expect_done(expected);
  expect_same(plates, plates_of(expected.out));
}

TEST_F(RasterToPlates, AJobMayMakeFilms) {
  const Outcome outcome = filter("page.ras", {.options = "step=2x1,gap=1 PlateripMargin=15 marks=registration,crop,bar "
                                                         "PlateripMirror=True plate=White=all"});
  expect_printed(outcome);
  const Outcome expected = piped("page.ras", {"-", "-o", "-", "--step", "2x1,gap=1", "--margin", "15", "--marks",
                                              "registration,crop,bar", "--mirror", "--plate", "White=all"});
  expect_done(expected);
  expect_same(plates_of(outcome.out), plates_of(expected.out));
}

TEST_F(RasterToPlates, ARasterHasNoMorePlatesThanCmyk) {
  expect_failed(
      filter("page.ras",
             {.options = "plate=White=light", .final_type = raster_type, .ppd = PLATERIP_PPDS "/prraster.ppd"}),
      {"a raster has no place for White", "leave out plate"});
  std::ofstream(file("c.txt")) << "TONE Cyan Pale\n0 0 0\n100 100 50\n";
  expect_failed(
      filter("page.ras",
             {.options = "split=C=" + file("c.txt"), .final_type = raster_type, .ppd = PLATERIP_PPDS "/prraster.ppd"}),
      {"a raster has no place for Pale", "leave out split"});
}

TEST_F(RasterToPlates, HasNoAlphaToMakePlatesOf) {
  expect_failed(filter("page.ras", {.options = "plate=White=alpha,choke=0.3"}), {"a page", "White", "no alpha"});
}

TEST_F(RasterToPlates, ThePpdNamesNoIntentOfItself) {
  write_file(file("perceptual.icc"), made::press({.separations = {0}}));
  const Outcome outcome = filter("page.ras", {.options = "PlateripProfile=perceptual.icc"});
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "DEBUG"), Contains(HasSubstr("the perceptual one is used")));
  expect_failed(filter("page.ras", {.options = "PlateripProfile=perceptual.icc PlateripIntent=relative"}),
                {"perceptual.icc", "only for: perceptual"});
  expect_failed(filter("page.ras", {.options = "PlateripProfile=perceptual.icc intent=saturation"}),
                {"perceptual.icc", "only for: perceptual"});
}

TEST_F(RasterToPlates, KeepBlackHasTwoNames) {
  const PageSpec gray{.width = 301, .height = 203, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  write_page(file("page.tif"), gray);
  save("page.ras", raster_of({{.page = gray, .space = CUPS_CSPACE_SW}}));
  for (const char* const options : {"keep-black=k", "PlateripKeepBlack=neutral"})
    expect_same_as({.options = options}, {"--keep-black=k"});
  for (const char* const options : {"", "keep-black=none", "PlateripKeepBlack=k keep-black=none"})
    expect_same_as({.options = options}, {});
  expect_failed(filter("page.ras", {.options = "keep-black=maybe"}), {"keep-black", "maybe", "none, k, neutral"});
}

TEST_F(RasterToPlates, TheCacheIsThatOfCups) {
  namespace fs = std::filesystem;
  save("page.ras", raster_of({{.page = {.width = 600, .height = 500}}}));  // smaller ones need no table
  for (const char* const folder : {"home", "cache"}) fs::create_directory(file(folder));
  Command command = this->command({.options = "precision=exact"}, file("page.ras"));
  command.environment["HOME"] = file("home");
  command.environment["XDG_CACHE_HOME"] = file("home");
  command.environment["CUPS_CACHEDIR"] = file("cache");
  expect_printed(run(command));
  EXPECT_TRUE(fs::exists(file("cache/platerip")));
  command.environment["CUPS_CACHEDIR"] = "";
  expect_printed(run(command));
  EXPECT_TRUE(fs::is_empty(file("home")));
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

// This is also so if the queue cannot be asked for its defaults.
TEST_F(RasterToPlates, TheMachineIsNotTheJobsToTake) {
  Command command = this->command({.options = "memory=0 PlateripThreads=none halftone=fan"}, file("page.ras"));
  command.environment["PRINTER"] = "plates";
  command.environment["CUPS_SERVER"] = file("no.sock");
  const Outcome outcome = run(command);
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              testing::UnorderedElementsAre(HasSubstr("PlateripThreads"), HasSubstr("memory")));
  expect_same(plates_of(outcome.out), plates_of_file({"--halftone", "fan"}));
  command.environment.erase("PRINTER");
  expect_failed(run(command), {"threads-default"});
}

TEST_F(RasterToPlates, OptionsOfTheCommandLineAloneGetAWarning) {
  const Outcome outcome = filter("page.ras", {.options = "compression=lzw preview=a.png PlateripOutput=/x"});
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              testing::UnorderedElementsAre(HasSubstr("option compression has no meaning"), HasSubstr("preview"),
                                            HasSubstr("PlateripOutput")));
  expect_same(plates_of(outcome.out), plates_of_file());
}

// What lp and IPP send by themselves, and what a driver's PPD has.
TEST_F(RasterToPlates, OrdinaryJobsGetNoWarning) {
  const std::string options =
      "finishings=3 number-up=1 print-color-mode=color job-uuid=urn:uuid:1 date-time-at-creation= compression=gzip "
      "document-name-supplied=page.tif printer-resolution=300x300dpi Resolution=300dpi print-quality=5 media=A4";
  EXPECT_THAT(lines_of(filter("page.ras", {.options = options}), "WARNING"), IsEmpty());
  std::ifstream original(PLATERIP_PPDS "/prplates.ppd");
  save("driver.ppd", std::string(std::istreambuf_iterator<char>(original), {}) +
                         "*OpenUI *Compression/Compression: PickOne\n*DefaultCompression: LZW\n"
                         "*Compression LZW/LZW: \"\"\n*CloseUI: *Compression\n");
  EXPECT_THAT(lines_of(filter("page.ras", {.options = "Compression=LZW", .ppd = file("driver.ppd")}), "WARNING"),
              IsEmpty());
}

TEST_F(RasterToPlates, PlanesAreChosenByThePpd) {
  const std::vector<Plate> plates = plates_of(filter("page.ras", {.options = "PlateripPlanes=K"}).out);
  ASSERT_EQ(plates.size(), 1u);
  EXPECT_EQ(plates[0].page_name, "Black");
}

TEST_F(RasterToPlates, AWrongOptionFailsTheJob) {
  expect_failed(filter("page.ras", {.options = "halftone=none"}), {"halftone", "none"});
  expect_failed(filter("page.ras", {.options = "PlateripHalftone=none"}), {"halftone", "none"});
  expect_failed(filter("page.ras", {.options = "bpc=maybe"}), {"bpc", "maybe"});
  expect_failed(filter("page.ras", {.copies = 0}), {"copies"});
  Command command = this->command({}, file("page.ras"));
  command.words[4] = "2x";
  expect_failed(run(command), {"copies"});
  expect_failed(filter("page.ras", {.options = "profile=missing.icc"}), {"missing.icc"});
  expect_failed(filter("page.ras", {.ppd = file("page.tif")}), {"PPD"});
  const Outcome outcome = run({.words = {PLATERIP_FILTERS "/rastertoplates", "1"}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, testing::StartsWith("ERROR: usage"));
}

// A user who prints must not learn whether files exist where the user may not look: cupsd shows errors, and keeps DEBUG
// lines in a log that users may read.
TEST_F(RasterToPlates, FilesThatAJobNamesAreNotTold) {
  namespace fs = std::filesystem;
  // Root may see everything, and others may not see a build in root's home.
  fs::copy(PLATERIP_FILTERS "/rastertoplates", file("filter"));
  fs::copy(FilterCall().ppd, file("printer.ppd"));
  const auto said_of = [this](const std::string& option, const std::string& name) {
    Command command = this->command({.options = option + name, .ppd = file("printer.ppd")}, file("page.ras"));
    command.words[0] = file("filter");
    if (getuid() == 0)
      command.words.insert(command.words.begin(),
                           {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    const Outcome outcome = run(command);
    expect_failed(outcome, {name + ": cannot be used"});
    return std::regex_replace(outcome.err, std::regex(name), "FILE");
  };
  write_file(file("hidden"), made::press());
  fs::create_directory(file("closed"));
  write_file(file("closed/inside"), made::press());
  fs::permissions(file("."), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  fs::permissions(file("hidden"), fs::perms::none);
  fs::permissions(file("closed"), fs::perms::none);
  for (const std::string option : {"profile=", "PlateripProfile=", "input-profile=", "curve=C="}) {
    const std::string missing = said_of(option, "missing");
    for (const char* const there : {"hidden", "closed", "closed/inside"}) EXPECT_EQ(said_of(option, there), missing);
  }
  fs::permissions(file("closed"), fs::perms::owner_all);
}

struct Form {
  const char* color_model;
  cups_order_t order;
  cups_cspace_t space;
  std::vector<std::size_t> inks;  // indices in CMYK, in the order of the raster
};

class RasterForms : public RasterToPlates, public testing::WithParamInterface<Form> {};

TEST_P(RasterForms, AreWhatColorModelAsks) {
  const auto& [color_model, order, space, inks] = GetParam();
  cups_page_header2_t header = header_of(rgb_);
  std::strcpy(header.MediaType, "Coated");
  header.NumCopies = 2;
  save("page.ras", raw_raster(header, raster_of({rgb_}).substr(4 + sizeof header)));
  save("drops.txt", "28,55,100\n");
  for (const auto& [option, word] : {std::pair("levels", "2"), {"levels", "16"}, {"drop-file", "drops.txt"}}) {
    const Outcome outcome =
        filter("page.ras", {.options = std::string("ColorModel=") + color_model + " " + option + "=" + word,
                            .final_type = raster_type,
                            .ppd = PLATERIP_PPDS "/prraster.ppd"});
    expect_printed(outcome);
    const auto pages = read_raster(outcome.out);
    ASSERT_EQ(pages.size(), 1u);
    EXPECT_EQ(pages[0].header.cupsColorOrder, order);
    EXPECT_EQ(pages[0].header.cupsColorSpace, space);
    EXPECT_STREQ(pages[0].header.MediaType, "Coated");
    EXPECT_EQ(pages[0].header.NumCopies, 2u);
    EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 2"));
    const std::vector<Plate> expected = plates_of_file({std::string("--") + option, word});
    for (std::size_t color = 0; color < 4; ++color)
      EXPECT_TRUE(pages[0].planes[color] == expected[inks[color]].levels) << color;
  }
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, RasterForms,
                         testing::Values(Form{"CMYK", CUPS_ORDER_CHUNKED, CUPS_CSPACE_CMYK, {0, 1, 2, 3}},
                                         Form{"CMYKBanded", CUPS_ORDER_BANDED, CUPS_CSPACE_CMYK, {0, 1, 2, 3}},
                                         Form{"CMYKPlanar", CUPS_ORDER_PLANAR, CUPS_CSPACE_CMYK, {0, 1, 2, 3}},
                                         Form{"KCMY", CUPS_ORDER_BANDED, CUPS_CSPACE_KCMY, {3, 0, 1, 2}}),
                         [](const auto& test) { return test.param.color_model; });

TEST_F(RasterToPlates, LightInksAreInTheRaster) {
  struct Light {
    std::string color_model;
    cups_cspace_t space;
    std::vector<std::string> lights;
    std::vector<std::size_t> plates;  // in the order of the raster
  };
  const std::string cyan = "C=Light Cyan:0.3", magenta = "M=Light Magenta:0.3", black = "K=Light Black:0.3";
  for (const Light& light : {Light{"CMYKcm", CUPS_CSPACE_KCMYcm, {cyan, magenta}, {3, 0, 1, 2, 4, 5}},
                             Light{"CMYKcmk", CUPS_CSPACE_DEVICE7, {cyan, magenta, black}, {0, 1, 2, 3, 4, 5, 6}}}) {
    for (const std::string drops : {"1", "28,55,100"}) {
      const Outcome outcome = filter("page.ras", {.options = "ColorModel=" + light.color_model + " drops=" + drops,
                                                  .final_type = raster_type,
                                                  .ppd = PLATERIP_PPDS "/prraster.ppd"});
      expect_printed(outcome);
      const auto pages = read_raster(outcome.out);
      ASSERT_EQ(pages.size(), 1u);
      EXPECT_EQ(pages[0].header.cupsColorSpace, light.space);
      std::vector<std::string> options{"-", "-o", "-", "--drops", drops};
      for (const std::string& each : light.lights) options.insert(options.end(), {"--light", each});
      const std::vector<Plate> expected = plates_of(piped("page.ras", options).out);
      ASSERT_EQ(expected.size(), light.plates.size());
      ASSERT_EQ(pages[0].planes.size(), light.plates.size());
      for (std::size_t color = 0; color < light.plates.size(); ++color)
        EXPECT_TRUE(pages[0].planes[color] == expected[light.plates[color]].levels) << color;
    }
  }
}

// A PPD with light inks, whose plates the PPD asks for.
TEST_F(RasterToPlates, ThePpdSaysWhichInksThePrinterHas) {
  const std::string light = "plate='Light Cyan=inks:C,Light Magenta=inks:M,amount=50'";
  const std::vector<std::size_t> kcmycm{3, 0, 1, 2, 4, 5};
  for (const int order : {CUPS_ORDER_CHUNKED, CUPS_ORDER_BANDED, CUPS_ORDER_PLANAR}) {
    std::ifstream original(PLATERIP_PPDS "/prraster.ppd");
    std::string ppd(std::istreambuf_iterator<char>(original), {});
    std::erase_if(ppd, [](char c) { return c == '\r'; });
    const std::size_t at = ppd.find("*plateripRaster RGB");
    ASSERT_NE(at, std::string::npos);
    ppd.replace(at, ppd.find('\n', at) - at,
                "*plateripRaster RGB: \"<</cupsColorOrder " + std::to_string(order) + "/cupsColorSpace 9>>\"");
    save("with.ppd", ppd + "*plateripOptions RGB: \"" + light + "\"\n*plateripOptions: \"drops=1,2,3 plate=No=all\"\n");
    const Outcome outcome =
        filter("page.ras", {.options = "ColorModel=RGB", .final_type = raster_type, .ppd = file("with.ppd")});
    expect_printed(outcome);
    const auto pages = read_raster(outcome.out);
    ASSERT_EQ(pages.size(), 1u);
    EXPECT_EQ(pages[0].header.cupsColorSpace, CUPS_CSPACE_KCMYcm);
    EXPECT_EQ(pages[0].header.cupsBitsPerPixel, order == CUPS_ORDER_CHUNKED ? 16u : 2u);
    const std::vector<Plate> expected =
        plates_of(piped("page.ras", {"-", "-o", "-", "--drops", "1,2,3", "--plate", "Light Cyan=inks:C", "--plate",
                                     "Light Magenta=inks:M,amount=50"})
                      .out);
    ASSERT_EQ(expected.size(), 6u);
    ASSERT_EQ(pages[0].planes.size(), 6u);
    for (std::size_t color = 0; color < 6; ++color)
      EXPECT_TRUE(pages[0].planes[color] == expected[kcmycm[color]].levels) << color;
    const Outcome of_job =
        filter("page.ras", {.options = "ColorModel=RGB drops=1", .final_type = raster_type, .ppd = file("with.ppd")});
    expect_printed(of_job);
    EXPECT_EQ(read_raster(of_job.out).at(0).header.cupsBitsPerColor, 1u);
  }
}

TEST_F(RasterToPlates, PlanesThatAreTooLargeToKeepAreRefused) {
  expect_failed(filter("page.ras", {.options = "ColorModel=CMYKPlanar spool=0",
                                    .final_type = raster_type,
                                    .ppd = PLATERIP_PPDS "/prraster.ppd"}),
                {"a page page 1", "0 bytes", "spool-default"});
}

TEST_F(RasterToPlates, OnlyWordsAreTakenForOptions) {
  save("page.ras", raster_of({{.page = {.width = 40'000, .height = 20}}}));
  Command command = this->command({.options = "memory=1"}, file("page.ras"));
  command.words[3] = "a--memory.tif";
  expect_failed(run(command), {"a--memory.tif page 1: ", "memory-default"});
}

TEST_F(RasterToPlates, APageAtAnotherResolutionThanAskedForIsRefused) {
  for (const std::string asked : {"Resolution=2450dpi", "Resolution=600dpi", "resolution=300x600dpi"}) {
    expect_failed(filter("page.ras", {.options = asked}),
                  {"a page page 1: was rendered at 300dpi", asked.substr(asked.find('=')), "; give Resolution="});
  }
  expect_failed(filter("page.ras", {.options = "Resolution=1200x1200dpi"}), {"give Resolution=1200dpi"});
  expect_failed(filter("page.ras", {.options = "printer-resolution=fine"}), {"printer-resolution", "'fine'"});
  for (const char* const asked : {"Resolution=300dpi", "Resolution=300x300dpi", "resolution=300", ""})
    expect_same_as({.options = asked}, {});
}

TEST_F(RasterToPlates, ALaterPageAtAnotherResolutionIsRefused) {
  cups_page_header2_t header = header_of(small_);
  header.HWResolution[0] = header.HWResolution[1] = 150;
  save("two.ras", raster_of({small_}) + raw_raster(header, raster_of({small_}).substr(4 + sizeof header)).substr(4));
  expect_failed(filter("two.ras", {.options = "Resolution=300dpi"}), {"page 2: was rendered at 150dpi"});
}

TEST_F(RasterToPlates, OptionsThatARasterCannotObeyCauseAWarning) {
  const auto warnings = [this](const std::string& type) {
    const Outcome outcome =
        filter("page.ras", {.options = "page-ranges=1-2 number-up=2 landscape mirror=false scaling=50",
                            .environment = {{"CONTENT_TYPE", type}}});
    expect_printed(outcome);
    return lines_of(outcome, "WARNING");
  };
  EXPECT_THAT(warnings("application/vnd.cups-raster"),
              testing::UnorderedElementsAre(HasSubstr("number-up=2"), HasSubstr("page-ranges=1-2"),
                                            HasSubstr("landscape"), HasSubstr("scaling=50")));
  EXPECT_THAT(warnings("text/plain"), IsEmpty()) << "CUPS obeys them when it renders the text";
}

TEST_F(RasterToPlates, SaysThatAnotherFilterHasMadeCmykOfRgb) {
  RasterSpec cmyk = small_;
  cmyk.space = CUPS_CSPACE_CMYK;
  cmyk.page.samples = 4;
  cmyk.page.photometric = PHOTOMETRIC_SEPARATED;
  save("cmyk.ras", raster_of({cmyk}));
  write_file(file("press.icc"), made::press());
  const auto warnings = [this](const std::string& type, const std::string& options, const std::string& page) {
    const Outcome outcome = filter(page, {.options = options, .environment = {{"CONTENT_TYPE", type}}});
    expect_printed(outcome);
    return lines_of(outcome, "WARNING");
  };
  const std::string press = "PlateripProfile=" + file("press.icc");
  EXPECT_THAT(warnings("application/pdf", press, "cmyk.ras"),
              ElementsAre(HasSubstr("not to " + file("press.icc") + "; give ColorModel=RGB")));
  EXPECT_THAT(warnings("application/pdf", "", "cmyk.ras"), IsEmpty());
  EXPECT_THAT(warnings("application/vnd.cups-raster", press, "cmyk.ras"), IsEmpty());
  EXPECT_THAT(warnings("application/pdf", press, "page.ras"), IsEmpty());
}

TEST_F(RasterToPlates, PagesWithoutResolutionAreSaidOnce) {
  cups_page_header2_t header = header_of(rgb_);
  header.HWResolution[0] = header.HWResolution[1] = 0;
  std::string page = raw_raster(header, std::string(header.cupsBytesPerLine * header.cupsHeight, 'x'));
  const std::size_t sync_bytes = 4;
  save("page.ras", page + page.substr(sync_bytes));
  const Outcome outcome = filter("page.ras");
  expect_printed(outcome);
  EXPECT_EQ(plates_of(outcome.out).size(), 8u);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              ElementsAre("a page page 1: does not say its resolution, and its plates have none."));
}

TEST_F(RasterToPlates, WrongInksAreToldBeforeThePages) {
  save("page.ras", raster_of({rgb_}));
  const Outcome outcome = filter("page.ras", {.options = "planes=Orange"});
  expect_failed(outcome, {"planes: 'Orange' names no ink", "Cyan"});
  EXPECT_THAT(lines_of(outcome, "INFO"), IsEmpty());
}

TEST_F(RasterToPlates, AnA2PageStreamsThroughBoundedMemory) {
  if (sanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const RasterSpec a2{.page = {.width = 19866, .height = 28087}};  // at 1200 dpi its plates alone take 266 MiB
  save("header", raw_raster(header_of(a2), ""));
  const std::string black = "(cat header; head -c " + std::to_string(std::uint64_t{3} * 19866 * 28087) + " /dev/zero)";
  for (const FilterCall& call :
       {FilterCall{}, FilterCall{.final_type = raster_type, .ppd = PLATERIP_PPDS "/prraster.ppd"}}) {
    const Outcome outcome = filter_unkept(black, call);
    expect_printed(outcome);
    EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 1"));
    EXPECT_LT(outcome.peak_mib, 256);
  }
}

TEST_F(RasterToPlates, TermEndsItInTheMiddleOfAPage) {
  // Half of a planar page: what has arrived waits in TMPDIR.
  const RasterSpec planar{.page = {.width = 1000, .height = 1000}, .order = CUPS_ORDER_PLANAR};
  const std::string whole = raster_of({rgb_, planar});
  save("half.ras", whole.substr(0, whole.size() - 1500000));
  Command halted = command({});
  std::string line = "(cat half.ras; sleep 20) | (echo $BASHPID > pid; exec";
  for (const std::string& word : halted.words) line += " '" + word + "'";
  halted.words = {"/bin/bash", "-c", line + ")"};
  Process process(halted);
  const auto pid_of_filter = [this] {
    int pid = 0;
    std::ifstream(file("pid")) >> pid;
    return pid;
  };
  while (process.out().size() < 1000 && !process.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_GT(pid_of_filter(), 1);
  kill(pid_of_filter(), SIGTERM);
  while (kill(pid_of_filter(), 0) == 0 && !process.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(process.ended());  // the filter has ended without waiting for more input
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

TEST_F(RasterToPlates, AReaderThatEndsIsAnError) {
  save("large.ras", raster_of({{.page = {.width = 3000, .height = 3000}}}));
  Command cut = command({});
  std::string line;
  for (const std::string& word : cut.words) line += " '" + word + "'";
  cut.words = {"/bin/bash", "-c", line + " < large.ras | head -c 100 > part; exit ${PIPESTATUS[0]}"};
  expect_failed(run(cut), {"its reader has ended"});
}

}  // namespace
}  // namespace platerip::test
