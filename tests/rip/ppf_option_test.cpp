// The ink preview, as software for presetting ink keys reads it: with a reader written from CIP3's specification of the
// Print Production Format 3.0, for files of its kind.
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::ElementsAre;

/// The picture of one separation.
struct Separation {
  std::map<std::string, std::string> entries;  ///< without their "CIP3PreviewImage"
  std::vector<int> samples;                    ///< 0 for solid to 255 for paper

  [[nodiscard]] std::int64_t number(const std::string& key) const { return std::stoll(entries.at(key)); }
};

struct InkFile {
  std::map<std::string, std::string> entries;  ///< of the sheet, without their "CIP3"
  std::vector<std::string> inks;
  std::vector<Separation> separations;
};

// A string of PostScript, from its opening parenthesis on.
std::string read_string(const std::string& text, std::size_t& at) {
  std::string value;
  for (++at; text.at(at) != ')'; ++at) {
    if (text[at] != '\\') {
      value += text[at];
    } else if (std::isdigit(static_cast<unsigned char>(text.at(++at))) != 0) {
      value += static_cast<char>(std::stoi(text.substr(at, 3), nullptr, 8));
      at += 2;
    } else {
      value += text[at];
    }
  }
  ++at;
  return value;
}

std::vector<int> read_samples(std::istream& in) {
  std::string digits;
  for (char c = 0; in.get(c) && c != '>';)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) digits += c;
  std::vector<int> samples;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) samples.push_back(std::stoi(digits.substr(i, 2), nullptr, 16));
  in.ignore(1);
  return samples;
}

// Throws if something is missing, or not where it belongs.
InkFile read_ppf(const std::string& text) {
  InkFile file;
  std::vector<std::string> open;
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "%!PS-Adobe-3.0");
  std::getline(in, line);
  EXPECT_EQ(line, "%%CIP3-File Version 3.0");
  while (std::getline(in, line) && line != "%%CIP3EndOfFile") {
    EXPECT_LE(line.size(), 255u);
    if (line.starts_with("CIP3Begin")) {
      open.push_back(line.substr(9));
      if (open.back() == "Separation") file.separations.emplace_back();
    } else if (line.starts_with("CIP3End")) {
      EXPECT_EQ(open.back(), line.substr(7));
      open.pop_back();
    } else if (line == "CIP3PreviewImage") {
      EXPECT_THAT(open, ElementsAre("Sheet", "Front", "PreviewImage", "Separation"));
      file.separations.back().samples = read_samples(in);
    } else {
      const std::size_t space = line.find(' ');
      EXPECT_TRUE(line.starts_with("/CIP3") && line.ends_with(" def")) << line;
      const std::string key = line.substr(5, space - 5);
      const std::string value = line.substr(space + 1, line.size() - space - 5);
      if (key == "AdmSeparationNames") {
        for (std::size_t at = value.find('('); at != std::string::npos; at = value.find('(', at))
          file.inks.push_back(read_string(value, at));
      } else if (key.starts_with("PreviewImage")) {
        file.separations.back().entries[key.substr(12)] = value;
      } else {
        file.entries[key] = value;
      }
    }
  }
  EXPECT_EQ(line, "%%CIP3EndOfFile");
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(file.inks.size(), file.separations.size());
  return file;
}

class PpfOption : public PlateripTest {
 protected:
  InkFile ppf_of(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"page.tif", "-o", "out", "--ppf", "page.ppf"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_done(platerip(all));
    const std::vector<std::byte> bytes = read_file(file("page.ppf"));
    return read_ppf({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  // Each sample is the nearest to the coverage of its part of the plate, and all together are the plate's.
  void expect_coverage(const Separation& separation, const Plate& made, double dpi_x, double dpi_y, int solid = 1) {
    const auto border = [](std::int64_t i, std::int64_t count, double dpi, std::uint32_t length) {
      return i == count ? length : static_cast<std::uint32_t>(std::llround(static_cast<double>(i) * dpi / 50.8));
    };
    const std::int64_t width = separation.number("Width");
    const std::int64_t height = separation.number("Height");
    ASSERT_EQ(separation.samples.size(), static_cast<std::size_t>(width * height));
    double sum = 0;
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        const std::uint32_t left = border(x, width, dpi_x, made.width);
        const std::uint32_t top = border(y, height, dpi_y, made.height);
        const Area area{left, top, border(x + 1, width, dpi_x, made.width) - left,
                        border(y + 1, height, dpi_y, made.height) - top};
        const double covered = 100 - separation.samples[y * width + x] / 2.55;
        ASSERT_NEAR(covered, made.coverage(area, solid), 0.5 / 2.55 + 1e-6) << x << ", " << y;
        sum += covered * area.width * area.height;
      }
    }
    EXPECT_NEAR(sum / made.width / made.height, made.coverage(solid), 0.05);
  }
};

TEST_F(PpfOption, HasTheCoverageOfThePlates) {
  write_page(file("page.tif"), PageSpec{.width = 1001, .height = 700, .resolution_x = 600, .resolution_y = 300});
  const InkFile made = ppf_of({});
  EXPECT_THAT(made.inks, ElementsAre("Cyan", "Magenta", "Yellow", "Black"));
  EXPECT_EQ(made.entries.at("AdmJobName"), "(page.tif)");
  EXPECT_EQ(made.entries.at("AdmPSExtent"), "[120.12 168.00]");
  for (std::size_t i = 0; i < 4; ++i) {
    const Separation& separation = made.separations[i];
    EXPECT_EQ(separation.number("Width"), 85);
    EXPECT_EQ(separation.number("Height"), 119);
    EXPECT_EQ(separation.number("BitsPerComp"), 8);
    EXPECT_EQ(separation.number("Components"), 1);
    EXPECT_EQ(separation.entries.at("Resolution"), "[50.80 50.80]");
    EXPECT_EQ(separation.entries.at("Matrix"), "[85 0 0 -119 0 119]");
    EXPECT_EQ(separation.entries.at("Encoding"), "/ASCIIHexDecode");
    EXPECT_EQ(separation.entries.at("Compression"), "/None");
    expect_coverage(separation, plate("out/page." + std::string(ink_names[i]) + ".tif"), 600, 300);
  }
}

TEST_F(PpfOption, CountsLevelsInProportionAndChosenInksOnly) {
  write_page(file("page.tif"), PageSpec{.width = 500, .height = 300, .resolution_x = 300, .resolution_y = 300});
  const InkFile made = ppf_of({"--levels", "4", "--planes", "M,K"});
  EXPECT_THAT(made.inks, ElementsAre("Magenta", "Black"));
  expect_coverage(made.separations[0], plate("out/page.Magenta.tif"), 300, 300, 3);
  expect_coverage(made.separations[1], plate("out/page.Black.tif"), 300, 300, 3);
}

TEST_F(PpfOption, StandsUpright) {
  PageSpec page{.width = 600, .height = 400, .orientation = ORIENTATION_RIGHTTOP, .smooth = true};
  page.resolution_x = page.resolution_y = 508;
  write_page(file("page.tif"), page);
  const InkFile lying = ppf_of({});
  const InkFile turned = ppf_of({"--upright"});
  EXPECT_EQ(lying.entries, turned.entries);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(lying.separations[i].entries, turned.separations[i].entries);
    ASSERT_EQ(lying.separations[i].samples.size(), turned.separations[i].samples.size());
    double difference = 0;  // the dots lie elsewhere
    for (std::size_t at = 0; at < turned.separations[i].samples.size(); ++at)
      difference += std::abs(lying.separations[i].samples[at] - turned.separations[i].samples[at]);
    EXPECT_LT(difference / static_cast<double>(turned.separations[i].samples.size()), 8);
  }
}

// 240 and 120 dots per cm are 609.6 and 304.8 dpi.
TEST_F(PpfOption, CountsDotsPerCentimetreAsSuch) {
  PageSpec page{.width = 1200, .height = 900, .resolution_x = 240, .resolution_y = 120};
  page.resolution_unit = RESUNIT_CENTIMETER;
  write_page(file("page.tif"), page);
  const InkFile made = ppf_of({});
  EXPECT_EQ(made.entries.at("AdmPSExtent"), "[141.73 212.60]") << "5 x 7.5 cm";
  const Separation& cyan = made.separations[0];
  EXPECT_EQ(cyan.number("Width"), 100) << "two samples per millimetre";
  EXPECT_EQ(cyan.number("Height"), 150);
  EXPECT_EQ(cyan.entries.at("Resolution"), "[50.80 50.80]");
  expect_coverage(cyan, plate("out/page.Cyan.tif"), 609.6, 304.8);
}

// One resolution is above that of the preview and one below, so nothing is alike in both directions.
TEST_F(PpfOption, OfALyingPageExchangesItsResolutions) {
  for (const int orientation : {ORIENTATION_RIGHTTOP, ORIENTATION_LEFTBOT, ORIENTATION_LEFTTOP}) {
    PageSpec page{.width = 1200, .height = 80, .smooth = true};
    page.orientation = static_cast<std::uint16_t>(orientation);
    page.resolution_x = 600;
    page.resolution_y = 40;
    write_page(file("page.tif"), page);
    const InkFile made = ppf_of({});
    EXPECT_EQ(made.entries.at("AdmPSExtent"), "[144.00 144.00]");
    const Separation& black = made.separations[3];
    EXPECT_EQ(black.number("Width"), 80);
    EXPECT_EQ(black.number("Height"), 102);
    EXPECT_EQ(black.entries.at("Resolution"), "[40.00 50.80]");
    EXPECT_EQ(black.entries.at("Matrix"), "[80 0 0 -102 0 102]");
    page.width = 600;
    write_page(file("page.tif"), page);
    EXPECT_EQ(ppf_of({}).entries.at("AdmPSExtent"), "[144.00 72.00]") << "2 inches wide and 1 high, once it stands";
  }
}

// A sample is 40 rows high, each byte of which has 8 dots.
TEST_F(PpfOption, OfSolidIsSolid) {
  BlockPage solid{.blocks = {{255, 255, 255, 255}}, .block_size = 400, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("page.tif"), solid);
  for (const Separation& separation : ppf_of({"--resolution", "2032"}).separations)
    EXPECT_EQ(separation.samples, std::vector<int>(100));
}

// A page coarser than the preview, and one smaller than a sample.
TEST_F(PpfOption, OfAPageOfAnySize) {
  write_page(file("page.tif"), PageSpec{.width = 30, .height = 20, .resolution_x = 40, .resolution_y = 40});
  EXPECT_EQ(ppf_of({}).separations[0].entries.at("Resolution"), "[40.00 40.00]");
  EXPECT_EQ(ppf_of({}).separations[0].samples.size(), 600u);
  write_page(file("page.tif"), PageSpec{.width = 3, .height = 2, .resolution_x = 2400, .resolution_y = 2400});
  EXPECT_EQ(ppf_of({}).separations[3].samples.size(), 1u);
}

TEST_F(PpfOption, NeedsAResolution) {
  write_page(file("page.tif"), PageSpec{.width = 300, .height = 200});
  expect_complaint(platerip({"page.tif", "--ppf", "page.ppf"}), 1, {"page.tif", "no resolution", "--resolution DPI"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  expect_complaint(platerip({"page.tif", "--ppf", "page.txt"}), 2, {"--ppf", ".ppf"});
}

TEST_F(PpfOption, TakesAnyName) {
  const std::string name = "a) def CIP3EndSheet (\\ \xc3\xa4.tif";
  write_page(file(name), PageSpec{.width = 100, .height = 60, .resolution_x = 300, .resolution_y = 300});
  expect_done(platerip({name, "-o", "out", "--ppf", "page.ppf"}));
  const std::vector<std::byte> bytes = read_file(file("page.ppf"));
  const InkFile made = read_ppf({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  std::size_t at = 0;
  EXPECT_EQ(read_string(made.entries.at("AdmJobName"), at), name);
}

}  // namespace
}  // namespace platerip::test
