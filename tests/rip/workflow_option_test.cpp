// Plates for workflows and of every compression, read by programs that know nothing of platerip.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

constexpr const char* workflows[] = {"prinergy", "apogee", "trueflow", "harlequin", "generic"};

// A script for Debian's Python, whose warnings are errors.
constexpr const char* pillow = R"(
import sys
from PIL import Image
with Image.open(sys.argv[1]) as plate:
    orientation = plate.tag_v2[274]  # newer versions turn the picture when they load it, and then forget the tag
    plate.load()
    dots = plate.histogram()[0]  # Pillow shows ink as black
    print(plate.tag_v2[333].rstrip('\0'), *plate.size, orientation, dots)
)";

// libtiff 4.7 says this of the PDF that tiff2pdf writes through it, whatever the plate.
const std::regex of_the_pdf("TIFFWriteDirectorySec: .* might cause an IFD loop\\.\n");

class WorkflowOption : public PlateripTest {
 protected:
  WorkflowOption() {
    write_page(
        file("page.tif"),
        {.width = 301, .height = 203, .orientation = ORIENTATION_RIGHTTOP, .resolution_x = 600, .resolution_y = 600});
  }

  /// A program of the machine, whose complaints are failures. Nothing if it is not installed.
  std::optional<std::string> read_by(std::vector<std::string> words) const {
    if (!std::filesystem::exists(words.front())) return std::nullopt;
    const Outcome outcome = run({.words = words, .folder = folder_.path().string()});
    EXPECT_EQ(outcome.status, 0) << words.front() << ": " << outcome.err;
    EXPECT_EQ(std::regex_replace(outcome.err, of_the_pdf, ""), "") << words.front();
    return outcome.out;
  }

  std::vector<std::string> plates_with(std::vector<std::string> options, const std::string& folder) const {
    options.insert(options.end(), {"page.tif", "-o", folder});
    expect_done(platerip(options));
    std::vector<std::string> names;
    for (const char* ink : ink_names) names.push_back(folder + "/page_" + ink + ".tif");
    return names;
  }
};

TEST_F(WorkflowOption, NamesAndTurnsThePlates) {
  for (const char* workflow : workflows) {
    for (const std::string& name : plates_with({"--for", workflow}, workflow)) {
      const Plate plate = this->plate(name);
      EXPECT_EQ(plate.orientation, 1);
      EXPECT_EQ(plate.width, 203u);
      EXPECT_EQ(plate.compression, workflow == std::string("harlequin") ? COMPRESSION_LZW : COMPRESSION_NONE);
    }
  }
}

TEST_F(WorkflowOption, OtherOptionsCountMore) {
  expect_done(platerip({"page.tif", "--compression", "g4", "--name", "{letter}", "--for", "harlequin"}));
  EXPECT_EQ(plate("C.tif").compression, COMPRESSION_CCITTFAX4);
  expect_complaint(platerip({"page.tif", "--for", "prinect"}), 2, {"--for", "prinergy", "generic"});
}

struct Kind {
  const char* name;
  std::vector<std::string> options;
};

const Kind kinds[] = {
    {"prinergy", {"--for", "prinergy"}},
    {"apogee", {"--for", "apogee"}},
    {"trueflow", {"--for", "trueflow"}},
    {"harlequin", {"--for", "harlequin"}},
    {"generic", {"--for", "generic"}},
    {"packbits", {"--for", "generic", "--compression", "packbits"}},
    {"lzw", {"--for", "generic", "--compression", "lzw"}},
    {"deflate", {"--for", "generic", "--compression", "deflate"}},
    {"zstd", {"--for", "generic", "--compression", "zstd"}},
    {"g4", {"--for", "generic", "--compression", "g4"}},
};

class OtherReaders : public WorkflowOption, public testing::WithParamInterface<Kind> {
 protected:
  std::vector<std::string> plates() const { return plates_with(GetParam().options, GetParam().name); }
};

INSTANTIATE_TEST_SUITE_P(Plates, OtherReaders, testing::ValuesIn(kinds),
                         [](const auto& test) { return test.param.name; });

TEST_P(OtherReaders, TiffToolsReadThem) {
  plates_with({"--for", "generic", "--compression", "none"}, "plain");
  for (const std::string& name : plates()) {
    const auto info = read_by({"/usr/bin/tiffinfo", "-D", name});
    if (!info) GTEST_SKIP() << "NOT TESTED: there is no tiffinfo; install libtiff-tools";
    EXPECT_THAT(*info, testing::HasSubstr("Ink Names: " + plate(name).page_name));
    EXPECT_THAT(*info, testing::HasSubstr("NumberOfInks: 1"));
    // It prints what differs, and fails if pixels do.
    const auto differences = read_by({"/usr/bin/tiffcmp", "-t", "plain" + name.substr(name.find('/')), name});
    EXPECT_THAT(*differences, testing::MatchesRegex("(Compression: [0-9]+ [0-9]+\n)?"));
  }
}

TEST_P(OtherReaders, PillowReadsThem) {
  for (const std::string& name : plates()) {
    if (run({.words = {"/usr/bin/python3", "-c", "import PIL"}}).status != 0)
      GTEST_SKIP() << "NOT TESTED: there is no Pillow; install python3-pil";
    const Plate plate = this->plate(name);
    const auto dots = std::count(plate.levels.begin(), plate.levels.end(), 1);
    EXPECT_EQ(read_by({"/usr/bin/python3", "-W", "error", "-c", pillow, name}),
              plate.page_name + " 203 301 1 " + std::to_string(dots) + "\n");
  }
}

TEST_P(OtherReaders, ImageMagickReadsThem) {
  for (const std::string& name : plates()) {
    const auto facts =
        read_by({"/usr/bin/identify", "-regard-warnings", "-format", "%w %h %[bit-depth] %x %[fx:1-mean]", name});
    if (!facts) GTEST_SKIP() << "NOT TESTED: there is no identify; install imagemagick";
    EXPECT_THAT(*facts, testing::StartsWith("203 301 1 600 "));
    EXPECT_NEAR(100 * std::stod(facts->substr(facts->rfind(' '))), plate(name).coverage(), 0.01);
  }
}

// Ghostscript has no reader of TIFF, but one of the plate's data inside a PDF.
TEST_P(OtherReaders, GhostscriptReadsThem) {
  if (GetParam().name == std::string("deflate"))
    GTEST_SKIP() << "NOT TESTED: tiff2pdf says of Deflate data that they were CCITT data";
  for (const std::string& name : plates()) {
    if (!read_by({"/usr/bin/tiff2pdf", "-o", file("plate.pdf"), name}))
      GTEST_SKIP() << "NOT TESTED: there is no tiff2pdf; install libtiff-tools";
    const auto coverage = read_by(
        {"/usr/bin/gs", "-q", "-dBATCH", "-dNOPAUSE", "-r600", "-sDEVICE=inkcov", "-o", "-", file("plate.pdf")});
    if (!coverage) GTEST_SKIP() << "NOT TESTED: there is no gs; install ghostscript";
    EXPECT_THAT(*coverage, testing::HasSubstr("CMYK OK"));
    std::istringstream numbers(*coverage);
    double cyan = 0, magenta = 0, yellow = 0, black = 0;
    numbers >> cyan >> magenta >> yellow >> black;
    EXPECT_NEAR(100 * black, plate(name).coverage(), 0.5);
  }
}

}  // namespace
}  // namespace platerip::test
