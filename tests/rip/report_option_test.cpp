// The report on a page's plates, as the person reads it who has to approve them.
#include <tiffio.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "tests/rip/block_page.h"
#include "tests/rip/browser.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Blocks of CMYK in percent.
BlockPage cmyk_page(const std::vector<std::vector<int>>& percents) {
  BlockPage page{.blocks = {}, .block_size = 200, .photometric = PHOTOMETRIC_SEPARATED};
  for (const auto& block : percents) {
    page.blocks.emplace_back();
    for (const int percent : block)
      page.blocks.back().push_back(static_cast<std::uint16_t>((percent * 255 + 50) / 100));
  }
  return page;
}

const std::vector<std::vector<int>> harmless = {{10, 20, 30, 5}, {50, 40, 30, 20}, {0, 0, 0, 0}, {90, 80, 80, 30}};

class ReportOption : public PlateripTest {
 protected:
  std::string text(const std::string& name) const {
    const std::vector<std::byte> bytes = read_file(file(name));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::string report_of(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"page.tif", "--resolution", "600", "-o", "out", "--report", "report.html"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_done(platerip(all));
    return text("report.html");
  }

  std::string verdict_of(const std::string& report) const {
    const std::size_t begin = report.find("id=\"verdict\"");
    return report.substr(begin, report.find("<nav", begin) - begin);
  }
};

TEST_F(ReportOption, ApprovesGoodPlates) {
  write_page(file("page.tif"), cmyk_page(harmless));
  const std::string verdict = verdict_of(report_of({}));
  EXPECT_THAT(verdict, HasSubstr("verdict good"));
  EXPECT_THAT(verdict, HasSubstr("4 plates of 800 × 200 pixels, total ink at most 280"));
}

TEST_F(ReportOption, RefusesTooMuchInk) {
  auto blocks = harmless;
  blocks.push_back({80, 80, 80, 80});
  write_page(file("page.tif"), cmyk_page(blocks));
  const std::string report = report_of({});
  EXPECT_THAT(verdict_of(report), HasSubstr("verdict bad"));
  EXPECT_THAT(verdict_of(report), HasSubstr("Total ink reaches 320.0 %, and the limit is 300 %."));
  EXPECT_THAT(verdict_of(report_of({"--ink-limit", "330"})), HasSubstr("verdict good"));
  EXPECT_THAT(verdict_of(report_of({"--ink-limit", "250"})), HasSubstr("verdict good")) << "the ink is reduced";
}

TEST_F(ReportOption, RefusesAnEmptyPlate) {
  auto blocks = harmless;
  for (auto& block : blocks) block[2] = 0;
  write_page(file("page.tif"), cmyk_page(blocks));
  const std::string verdict = verdict_of(report_of({}));
  EXPECT_THAT(verdict, HasSubstr("verdict bad"));
  EXPECT_THAT(verdict, HasSubstr("The plate of Yellow is empty."));
}

TEST_F(ReportOption, RefusesTheResolutionOfAnotherSetter) {
  write_page(file("page.tif"), PageSpec{.width = 300, .height = 200, .resolution_x = 300, .resolution_y = 300});
  EXPECT_THAT(verdict_of(report_of({})), HasSubstr("The plates have 300 × 300 dpi, and the setter has 600 dpi."));
  EXPECT_THAT(verdict_of(report_of({"--force-resolution"})), Not(HasSubstr("setter")));
}

TEST_F(ReportOption, IsTheSameForEveryStrip) {
  write_page(file("page.tif"), PageSpec{.width = 1300, .height = 900, .orientation = ORIENTATION_RIGHTTOP});
  for (const char* halftone : {"tone", "dbs"}) {
    const std::string expected = report_of({"--halftone", halftone, "--zones", "5"});
    EXPECT_TRUE(report_of({"--halftone", halftone, "--zones", "5", "--strip-rows", "7", "--threads", "1"}) == expected);
  }
}

TEST_F(ReportOption, HasAFileForEachPage) {
  write_page(file("page.tif"), cmyk_page(harmless));
  BlockPage second = cmyk_page(harmless);
  second.append = true;
  write_page(file("page.tif"), second);
  expect_done(platerip({"page.tif", "--report", "r.html", "--ppf", "r.ppf", "--resolution", "600", "-o", "out"}));
  for (const char* name : {"r-1.html", "r-2.html", "r-1.ppf", "r-2.ppf"}) EXPECT_TRUE(fs::exists(file(name))) << name;
  EXPECT_THAT(text("r-2.html"), HasSubstr("<th scope=\"row\">Page</th>\n<td>2</td>"));
}

TEST_F(ReportOption, IsThereOnlyWithItsPlates) {
  write_page(file("page.tif"), PageSpec{.width = 300, .height = 200});
  fs::create_directory(file("report.html"));
  expect_complaint(platerip({"page.tif", "--report", "report.html"}), 1, {"report.html", "a folder"});
  fs::remove(file("report.html"));
  fs::resize_file(file("page.tif"), 100'000);
  EXPECT_EQ(platerip({"page.tif", "--report", "report.html"}).status, 1);
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

TEST_F(ReportOption, ReplacesNothingThatTheRunReads) {
  write_page(file("page.tif"), cmyk_page(harmless));
  std::ofstream(file("curve.html")) << "0 0\n100 100\n";
  const Outcome outcome = platerip({"page.tif", "--report", "curve.html", "--curve", "C=curve.html"});
  expect_complaint(outcome, 1, {"curve.html", "would be replaced"});
  EXPECT_EQ(text("curve.html"), "0 0\n100 100\n");
}

TEST_F(ReportOption, TakesOnlySensibleValues) {
  write_page(file("page.tif"), cmyk_page(harmless));
  expect_complaint(platerip({"page.tif", "--report", "report.tif"}), 2, {"--report", "HTML"});
  expect_complaint(platerip({"page.tif", "--report", "r.html", "--report-crop", "7"}), 2, {"--report-crop", "X,Y"});
  expect_complaint(platerip({"page.tif", "--report", "r.html", "--report-crop=-1,4"}), 2, {"--report-crop", "pixels"});
  expect_complaint(platerip({"page.tif", "--report", "r.html", "--zones", "0"}), 2, {"--zones", "1 to 100"});
  expect_complaint(platerip({"page.tif", "--zones", "7"}), 2, {"--zones", "--report"});
}

TEST_F(ReportOption, OfAPageToAStreamIsMadeToo) {
  write_page(file("page.tif"), cmyk_page(harmless));
  EXPECT_EQ(platerip({"page.tif", "-o", "-", "--report", "report.html"}).status, 0);
  EXPECT_THAT(text("report.html"), HasSubstr("standard output"));
}

// A page of one pixel, a row, a column, and one lower than a crop.
TEST_F(ReportOption, OfAPageOfAnySize) {
  for (const auto& [width, height] : {std::pair{1u, 1u}, {3000u, 1u}, {1u, 3000u}, {700u, 90u}, {1201u, 1199u}}) {
    write_page(file("page.tif"), PageSpec{.width = width, .height = height});
    for (const char* levels : {"2", "3", "16"})
      EXPECT_THAT(report_of({"--levels", levels, "--zones", "9", "--report-crop", "5000,5000"}),
                  HasSubstr(" Chosen</h3>"))
          << width << " x " << height;
  }
}

TEST_F(ReportOption, IsSmallEvenOfNoise) {
  const Outcome made = run({.words = {MAKE_PAGE_PROGRAM, file("page.tif"), "--content", "noise"}});
  ASSERT_EQ(made.status, 0) << made.err;
  report_of({"--report-crop", "100,100", "--report-crop", "900,100", "--zones", "32"});
  EXPECT_LE(fs::file_size(file("report.html")), 5'000'000u);
}

// As many inks, levels and crops as there can be, all of noise, which does not compress.
TEST_F(ReportOption, IsSmallEvenOfManyInks) {
  constexpr std::uint32_t width = 900;
  constexpr std::uint32_t height = 300;
  constexpr std::uint32_t inks = 32;
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("page.tif").c_str(), "w"), TIFFClose);
    std::string names;
    for (std::uint32_t ink = 1; ink <= inks; ++ink) names += "Ink " + std::to_string(ink) + '\0';
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, inks);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_INKSET, INKSET_MULTIINK);
    TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size()), names.c_str());
    std::uint32_t noise = 1;
    std::vector<std::uint8_t> row(std::size_t{width} * inks);
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint8_t& sample : row) sample = static_cast<std::uint8_t>((noise = noise * 1664525 + 1013904223) >> 24);
      ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), y), 1);
    }
  }
  std::vector<std::string> words = {"--levels", "16", "--zones", "100"};
  for (int crop = 0; crop < 16; ++crop)
    words.insert(words.end(), {"--report-crop", std::to_string(50 * crop) + ",150"});
  EXPECT_LE(report_of(words).size(), 5'000'000u);
}

// Reports in a browser.
class ReportInBrowser : public ReportOption {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "NOT TESTED: there is no Chromium; install the package chromium";
    fs::create_directory(file("browser"));
    browser_.emplace(file("browser"));
  }

  void open(const std::string& name) { browser_->open(file(name)); }

  void expect_quiet() {
    EXPECT_THAT(browser_->requests(), IsEmpty());
    EXPECT_THAT(browser_->console(), IsEmpty());
  }

  std::optional<Browser> browser_;
};

TEST_F(ReportInBrowser, HasTheNumbersOfThePlates) {
  write_page(file("page.tif"), PageSpec{.width = 1301, .height = 777, .resolution_x = 600, .resolution_y = 600});
  report_of({"--zones", "7"});
  open("report.html");
  for (std::size_t ink = 0; ink < 4; ++ink) {
    const Plate made = plate("out/page." + std::string(ink_names[ink]) + ".tif");
    const auto coverage = browser_->value("document.querySelector('#inks [data-ink=" + std::string(ink_names[ink]) +
                                          "] td').dataset.value");
    EXPECT_NEAR(std::stod(coverage.get<std::string>()), made.coverage(), 1e-8);
    for (std::uint32_t zone = 0; zone < 7; ++zone) {
      const auto value = browser_->value("document.querySelector('#zones tbody').rows[" + std::to_string(zone) +
                                         "].cells[" + std::to_string(ink + 1) + "].dataset.value");
      const std::uint32_t left = 1301 * zone / 7;
      const Area area{left, 0, 1301 * (zone + 1) / 7 - left, 777};
      EXPECT_NEAR(std::stod(value.get<std::string>()), made.coverage(area), 1e-8) << zone;
    }
  }
  expect_quiet();
}

// The picture of a chosen crop has the plate's dots, and both sizes show whole squares.
TEST_F(ReportInBrowser, ShowsEveryDot) {
  write_page(file("page.tif"), PageSpec{.width = 900, .height = 700});
  report_of({"--report-crop", "400,300"});
  open("report.html");
  const auto dots = browser_->value(R"((async () => {
    const article = [...document.querySelectorAll('.crop')].at(-1);
    const picture = article.querySelector('image[data-layer="3"]');
    const image = new Image();
    image.src = picture.getAttribute('href');
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, image.width, image.height).data;
    return [...data].filter((value, index) => index % 4 === 0).map((value) => value === 0 ? '1' : '0').join('');
  })())");
  const Plate black = plate("out/page.Black.tif");
  std::string expected;
  for (std::uint32_t y = 220; y < 380; ++y)
    for (std::uint32_t x = 320; x < 480; ++x) expected += black.levels[y * black.width + x] != 0 ? '1' : '0';
  EXPECT_TRUE(dots == expected);
  EXPECT_EQ(browser_->value("[...[...document.querySelectorAll('.crop')].at(-1).querySelectorAll('svg')]"
                            ".map((svg) => svg.getBoundingClientRect().width - 2).join()"),
            "160,640");
  EXPECT_EQ(browser_->value("getComputedStyle(document.querySelector('image')).imageRendering"), "pixelated");
}

// Twice as many pixels to the inch in a row as in a column, on a page that stands and on one that lies.
TEST_F(ReportInBrowser, ShowsThePageAndItsDotsAsTheyAreOnTheSheet) {
  for (const bool lies : {false, true}) {
    PageSpec page{.width = 2600, .height = 1300, .resolution_x = 1200, .resolution_y = 600};
    page.orientation = lies ? ORIENTATION_RIGHTTOP : ORIENTATION_TOPLEFT;
    write_page(file("page.tif"), page);
    expect_done(platerip({"page.tif", "-o", "out", "--report", "report.html"}));
    open("report.html");
    const auto sizes = browser_->value(
        "[...document.querySelectorAll('.layer img')]"
        ".map((image) => [image.naturalWidth, image.naturalHeight])");
    ASSERT_EQ(sizes.size(), 6u);
    for (const auto& size : sizes) EXPECT_EQ(size, nlohmann::json({650, 650}));
    EXPECT_EQ(browser_->value("document.querySelector('.marks').getAttribute('viewBox')"), "0 0 2600 2600");
    EXPECT_EQ(browser_->value("[...document.querySelector('.crop').querySelectorAll('svg')]"
                              ".map((svg) => svg.getBoundingClientRect())"
                              ".map((box) => `${box.width - 2} x ${box.height - 2}`).join()"),
              lies ? "320 x 160,1280 x 640" : "160 x 320,640 x 1280");
    EXPECT_EQ(browser_->value(
                  "(() => { const box = document.querySelector('.crop image[data-layer=all]').getBoundingClientRect();"
                  "return `${box.width} x ${box.height}`; })()"),
              lies ? "320 x 160" : "160 x 320");
    EXPECT_THAT(text("report.html"), HasSubstr(lies ? "2.00 times as wide as high" : "2.00 times as high as wide"));
    expect_quiet();
  }
}

TEST_F(ReportInBrowser, IsReachedByTheKeyboard) {
  write_page(file("page.tif"), PageSpec{.width = 900, .height = 700});
  report_of({});
  open("report.html");
  const auto shown = [this] {
    return browser_->value(
        "[...document.querySelectorAll('.layer')].filter((layer) => !layer.hidden)"
        ".map((layer) => layer.dataset.layer).join()");
  };
  EXPECT_EQ(shown(), "all");
  browser_->value("document.querySelector('input[name=view]').focus()");
  browser_->press("ArrowRight");
  EXPECT_EQ(shown(), "0");
  for (int i = 0; i < 4; ++i) browser_->press("Tab");  // three buttons, and the page
  EXPECT_EQ(browser_->value("document.activeElement.className"), "view");
  browser_->press("+");
  EXPECT_EQ(browser_->value("document.querySelector('output').textContent"), "150 %");
  browser_->press("Tab");  // a circle on the page
  EXPECT_EQ(browser_->value("document.activeElement.getAttribute('href')"), "#crop-1");
  EXPECT_EQ(browser_->value("[...document.querySelectorAll('img')].every((image) => image.alt)"), true);
  EXPECT_EQ(browser_->value("[...document.querySelectorAll('svg[role=img]')]"
                            ".every((image) => image.getAttribute('aria-label'))"),
            true);
  expect_quiet();
}

// The least contrast of a text with what is behind it, as WCAG 2.1 computes it, and the text. Marks on the page's
// picture have colours of their own.
constexpr const char* least_contrast = R"((() => {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const linear = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = channels(color).map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (color) => channels(color)[3] === 0;
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return isClear(color) && element.parentElement ? behind(element.parentElement) : color;
  };
  let least = [21, ''];
  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim();
    if (!text || !element.checkVisibility() || element.closest('.marks, script')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(element.closest('svg') ? style.fill : style.color), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least[0]) least = [contrast, text];
  }
  return least;
})())";

TEST_F(ReportInBrowser, IsReadableInBothThemes) {
  write_page(file("page.tif"), PageSpec{.width = 900, .height = 700});
  report_of({"--zones", "7", "--ink-limit", "100"});
  open("report.html");
  for (const char* theme : {"light", "dark"}) {
    browser_->prefer(theme);
    const auto least = browser_->value(least_contrast);
    EXPECT_GE(least[0].get<double>(), 4.5) << theme << ": " << least[1];
    const auto page = browser_->value("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])");
    EXPECT_EQ(page.get<int>() < 128, theme == std::string("dark"));
  }
  expect_quiet();
}

// Names of files and inks may be anything.
TEST_F(ReportInBrowser, RunsNothingFromNames) {
  const std::string name = "<img src=x onerror=alert(1)>&amp;'\".tif";
  const std::string ink = "\"><script>alert(2)</script>";
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file(name).c_str(), "w"), TIFFClose);
    const std::string inks = ink + '\0' + "data:image/png;base64,\"><script>alert(3)</script>" + '\0';
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 300);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 2);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_INKSET, INKSET_MULTIINK);
    TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(inks.size()), inks.c_str());
    std::vector<std::uint8_t> row(600, 100);
    ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), 0), 1);
  }
  expect_done(platerip({name, "--report", "report.html", "-o", "out", "--resolution", "300"}));
  open("report.html");
  EXPECT_EQ(browser_->value("document.querySelectorAll('script').length"), 1);
  EXPECT_EQ(browser_->value("document.querySelectorAll('img[src=x]').length"), 0);
  EXPECT_EQ(browser_->value("document.title"), "Plates of " + name);
  EXPECT_EQ(browser_->value("document.querySelector('#inks tbody th').textContent.trim()"), ink);
  expect_quiet();
}

}  // namespace
}  // namespace platerip::test
