// Pages through device links, and --keep-black, --paper-white and --ink-limit INK=PERCENT.
#include <algorithm>

#include "tests/profiles/made_links.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using profiles::Profile;
using testing::HasSubstr;

constexpr const char* colored_plates[] = {"page.Cyan.tif", "page.Magenta.tif", "page.Yellow.tif"};

class DeviceLinkPage : public PlateripTest {
 protected:
  DeviceLinkPage() {
    write_file(file("rgb.icc"), made::link(Profile::srgb(), Profile::default_press()));
    write_file(file("cmyk.icc"), made::link(Profile::default_press(), made::open(made::press())));
  }
  void write_cmyk() const {
    write_page(file("page.tif"), {.blocks = {{0, 0, 0, 255}, {0, 0, 0, 128}, {200, 100, 50, 20}, {0, 0, 0, 0}},
                                  .photometric = PHOTOMETRIC_SEPARATED});
  }
  void write_rgb() const {
    write_page(file("page.tif"), {.blocks = {{0, 0, 0}, {200, 60, 30}, {128, 128, 128}, {255, 255, 255}}});
  }
  // The bytes of the four plates.
  std::vector<std::vector<std::byte>> plates() const {
    std::vector<std::vector<std::byte>> contents;
    for (const std::string& name : four_plates("page")) contents.push_back(read_file(file(name)));
    return contents;
  }
  double coverage(const char* name, std::size_t block) const {
    const BlockPage page{.blocks = {{0}, {0}, {0}, {0}}};
    return plate(name).coverage(page.inner(block));
  }
  void expect_black_alone(std::size_t block) const {
    for (const char* const name : colored_plates) EXPECT_EQ(coverage(name, block), 0) << name;
  }
};

TEST_F(DeviceLinkPage, HasThePlatesOfTheProfilesItWasMadeOf) {
  write_rgb();
  expect_done(platerip({"page.tif"}));
  std::vector<double> wanted;
  for (const std::string& name : four_plates("page"))
    for (std::size_t block = 0; block < 4; ++block) wanted.push_back(coverage(name.c_str(), block));
  expect_done(platerip({"--profile", "rgb.icc", "page.tif"}));
  std::size_t next = 0;
  for (const std::string& name : four_plates("page"))
    for (std::size_t block = 0; block < 4; ++block) EXPECT_NEAR(coverage(name.c_str(), block), wanted[next++], 2);
}

TEST_F(DeviceLinkPage, IsTheSameOnEveryBackendInAnyStrips) {
  for (const char* const link : {"rgb.icc", "cmyk.icc"}) {
    std::string(link) == "rgb.icc" ? write_rgb() : write_cmyk();
    expect_done(platerip({"--profile", link, "--keep-black", "neutral", "--backend", "reference", "page.tif"}));
    const auto wanted = plates();
    for (const std::vector<std::string>& how :
         {std::vector<std::string>{"--backend", "cpu"}, {"--strip-rows", "7"}, {"--threads", "1"}}) {
      std::vector<std::string> arguments = {"--profile", link, "--keep-black", "neutral", "page.tif"};
      arguments.insert(arguments.end(), how.begin(), how.end());
      expect_done(platerip(arguments));
      EXPECT_EQ(plates(), wanted) << link << ' ' << how[0];
    }
  }
}

class DeviceLinkPageOnGpus : public DeviceLinkPage {
 protected:
  void SetUp() override {
    write_rgb();
    const Outcome probe = platerip({"--backend", "cuda", "page.tif"});
    if (probe.status == 2) GTEST_SKIP() << "NOT TESTED: " << probe.err;
    write_file(file("press.icc"), made::press());
  }
};

TEST_F(DeviceLinkPageOnGpus, IsTheSameAsOnTheCpu) {
  const std::vector<std::vector<std::string>> ways = {
      {"--profile", "rgb.icc"},
      {"--profile", "cmyk.icc"},
      {"--convert-cmyk", "--input-profile", "press.icc"},
      {"--convert-cmyk", "--input-profile", "press.icc", "--intent", "absolute", "--paper-white"}};
  for (const std::vector<std::string>& way : ways)
    for (const char* const keep : {"none", "k", "neutral"}) {
      way[1] == "rgb.icc" ? write_rgb() : write_cmyk();
      std::vector<std::string> arguments = way;
      arguments.insert(arguments.end(), {"--keep-black", keep, "page.tif", "--backend", "reference"});
      expect_done(platerip(arguments));
      const auto wanted = plates();
      arguments.back() = "cuda";
      expect_done(platerip(arguments));
      EXPECT_EQ(plates(), wanted) << way[1] << ' ' << keep;
      if (way[1] == "rgb.icc" || std::string(keep) == "none") continue;
      expect_black_alone(0);
      if (way.back() != "--paper-white") {  // the absolute intent keeps how dark the page's black is
        EXPECT_EQ(coverage("page.Black.tif", 0), 100);
      }
    }
}

TEST_F(DeviceLinkPage, OfCmykKeepsBlackWhereAsked) {
  write_cmyk();
  expect_done(platerip({"--profile", "cmyk.icc", "page.tif"}));
  EXPECT_GT(coverage("page.Cyan.tif", 0), 5) << "the link decides";
  for (const char* const which : {"k", "neutral"}) {
    expect_done(platerip({"--profile", "cmyk.icc", "--keep-black", which, "page.tif"}));
    for (const std::size_t block : {0, 1, 3}) expect_black_alone(block);
    EXPECT_EQ(coverage("page.Black.tif", 0), 100);
    EXPECT_NEAR(coverage("page.Black.tif", 1), 50.2, 1);
    EXPECT_GT(coverage("page.Cyan.tif", 2), 5);
  }
  const auto kept = plates();
  expect_done(platerip({"--profile", "cmyk.icc", "--keep-black", "none", "page.tif"}));
  EXPECT_NE(plates(), kept);
}

TEST_F(DeviceLinkPage, PrintsNeutralsWithBlackWhereAsked) {
  write_rgb();
  expect_done(platerip({"--profile", "rgb.icc", "--keep-black", "k", "page.tif"}));
  EXPECT_GT(coverage("page.Cyan.tif", 0), 5);
  expect_done(platerip({"--profile", "rgb.icc", "--keep-black", "neutral", "page.tif"}));
  for (const std::size_t block : {0, 2, 3}) expect_black_alone(block);
  EXPECT_EQ(coverage("page.Black.tif", 0), 100);
}

TEST_F(DeviceLinkPage, OfConvertedCmykKeepsBlack) {
  write_cmyk();
  write_file(file("press.icc"), made::press());
  expect_done(platerip({"--convert-cmyk", "--input-profile", "press.icc", "--keep-black", "k", "page.tif"}));
  for (const std::size_t block : {0, 1, 3}) expect_black_alone(block);
  EXPECT_EQ(coverage("page.Black.tif", 0), 100);
}

TEST_F(DeviceLinkPage, OfGrayAndOfOtherInksIsSaid) {
  write_page(file("page.tif"), {.blocks = {{0}, {100}, {200}, {255}}, .photometric = PHOTOMETRIC_MINISBLACK});
  EXPECT_THAT(platerip({"--verbose", "--profile", "rgb.icc", "page.tif"}).err,
              HasSubstr("gray is taken for R = G = B"));
  EXPECT_THAT(platerip({"--verbose", "--profile", "cmyk.icc", "page.tif"}).err, HasSubstr("gray is taken for black"));
  write_rgb();
  expect_complaint(platerip({"--profile", "cmyk.icc", "page.tif"}), 1,
                   {"cmyk.icc: a device link for CMYK pages, but the page is RGB", "--profile"});
  write_cmyk();
  expect_done(platerip({"--profile", "rgb.icc", "page.tif"}));
  EXPECT_NEAR(coverage("page.Cyan.tif", 2), 78.4, 1) << "CMYK passes through unchanged";
  expect_complaint(platerip({"--profile", "rgb.icc", "--convert-cmyk", "page.tif"}), 1,
                   {"rgb.icc: a device link for RGB pages, but the page is CMYK"});
}

TEST_F(DeviceLinkPage, RefusesSettingsThatALinkHasBuiltIn) {
  write_rgb();
  write_file(file("wide.icc"), made::wide_rgb());
  const std::vector<std::vector<std::string>> unfit = {
      {"--intent", "relative"}, {"--no-bpc"}, {"--input-profile", "wide.icc"}, {"--preview", "proof.png"}};
  for (std::vector<std::string> arguments : unfit) {
    const std::string option = arguments[0];
    arguments.insert(arguments.end(), {"--profile", "rgb.icc", "page.tif"});
    const Outcome outcome = platerip(arguments);
    EXPECT_NE(outcome.status, 0) << option;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("rgb.icc: a device link"), HasSubstr("leave out " + option)));
  }
  EXPECT_EQ(files(), (std::set<std::string>{"cmyk.icc", "page.tif", "rgb.icc", "wide.icc"}));
}

TEST_F(DeviceLinkPage, ThatIsHostileEndsInOneLine) {
  write_rgb();
  made::Bytes cut = made::link(Profile::srgb(), Profile::default_press());
  cut.resize(cut.size() / 2);
  const std::vector<std::pair<made::Bytes, const char*>> links = {
      {cut, "truncated"},
      {made::grid_link(cmsSigRgbData, cmsSig15colorData), "15-channel"},
      {made::grid_link(cmsSigRgbData, cmsSigRgbData), "a device link to RGB"},
      {made::grid_link(cmsSigLabData, cmsSigCmykData), "a device link for Lab pages"}};
  for (const auto& [link, words] : links) {
    write_file(file("bad.icc"), link);
    const Outcome outcome = platerip({"--profile", "bad.icc", "page.tif"});
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("bad.icc: "), HasSubstr(words)));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(DeviceLinkPage, LimitsSingleInks) {
  write_cmyk();
  expect_done(platerip({"--ink-limit", "K=60", "--ink-limit", "Cyan=0", "page.tif"}));
  EXPECT_NEAR(coverage("page.Black.tif", 0), 60, 1);
  EXPECT_NEAR(coverage("page.Black.tif", 1), 50.2, 1) << "what is below stays";
  EXPECT_EQ(coverage("page.Cyan.tif", 2), 0);
  expect_complaint(platerip({"--ink-limit", "Orange=60", "page.tif"}), 2, {"--ink-limit", "Orange"});
  expect_complaint(platerip({"--ink-limit", "K=60", "--ink-limit", "Black=50", "page.tif"}), 2,
                   {"Black is given twice"});
  expect_complaint(platerip({"--ink-limit", "K=101", "page.tif"}), 2, {"0 to 100 percent"});
}

TEST_F(DeviceLinkPage, LeavesPaperUnprintedWhereAsked) {
  write_rgb();
  expect_done(platerip({"--intent", "absolute", "page.tif"}));
  EXPECT_GT(coverage("page.Yellow.tif", 3), 1) << "the white of the page";
  const double black = coverage("page.Black.tif", 0);
  expect_done(platerip({"--intent", "absolute", "--paper-white", "page.tif"}));
  expect_black_alone(3);
  EXPECT_EQ(coverage("page.Black.tif", 3), 0);
  EXPECT_EQ(coverage("page.Black.tif", 0), black);
}

}  // namespace
}  // namespace platerip::test
