// Labels with barcodes, printed through a real cupsd and read from their plates by zbar.
#include <filesystem>
#include <sstream>

#include "tests/rip/cups/filter_command.h"
#include "tests/rip/cups/private_cups.h"

namespace platerip::test {
namespace {

using testing::IsEmpty;

const std::string zbar = "/usr/bin/zbarimg";
const std::string number = "4006381333931";

// The modules of the number, row by row; 1 is a bar.
const std::vector<std::string> ean_13 = {
    "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"};
const std::vector<std::string> qr_code = {"111111100010101111111", "100000100000101000001", "101110101010001011101",
                                          "101110100000101011101", "101110100101101011101", "100000100111001000001",
                                          "111111101010101111111", "000000001010000000000", "111011111010111000100",
                                          "100010000111010101110", "110001110101011101101", "001111010011110110100",
                                          "110100111101011101000", "000000001010001101100", "111111101000100010111",
                                          "100000101110001101101", "101110101110101110101", "101110100001010100010",
                                          "101110101111011111101", "100000101101110110000", "111111101101011010001"};

/// A PostScript program that draws the modules from (x, y) up, in points, as one path: bars have no seams.
std::string drawing_of(const std::vector<std::string>& rows, double x, double y, double width, double height) {
  std::ostringstream program;
  program << "/box { moveto " << width << " 0 rlineto 0 " << height << " rlineto -" << width
          << " 0 rlineto closepath } def\nnewpath\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      if (rows[row][column] == '0') continue;
      program << x + width * static_cast<double>(column) << ' '
              << y + height * static_cast<double>(rows.size() - 1 - row) << " box\n";
    }
  }
  return program.str() + "fill\n";
}

class Barcodes : public FilterTest {
 protected:
  Barcodes() : FilterTest("rastertoplates") {}

  void SetUp() override {
    const std::string missing = PrivateCups::missing();
    if (!missing.empty()) GTEST_SKIP() << missing;
    if (!std::filesystem::exists(zbar)) GTEST_SKIP() << zbar << " is not installed";
    cups_ = std::make_unique<PrivateCups>();
    cups_->add_queue("plates", PLATERIP_PPDS "/prplates.ppd", {"-o", "Resolution-default=300dpi"});
  }

  /// A label of 800 x 600 pixels at 300 dpi, as an anti-aliased picture in a PDF.
  void write_label(const std::string& drawing) const {
    save("label.ps", "<< /PageSize [192 144] >> setpagedevice\n" + drawing + "showpage\n");
    const Outcome outcome = run({.words = {"/usr/bin/gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfimage8", "-r300",
                                           "-dGraphicsAlphaBits=4", "-o", file("label.pdf"), file("label.ps")}});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  /// What zbar reads on the label's black plate.
  [[nodiscard]] std::string read(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words{"-o", "PageSize=Custom.192x144", "-o", "planes=K"};
    for (const std::string& option : options) words.insert(words.end(), {"-o", option});
    words.push_back(file("label.pdf"));
    EXPECT_EQ(cups_->end_of(cups_->print("plates", words)), "completed") << cups_->log();
    save("plates.tif", cups_->output("plates"));
    return run({.words = {zbar, "--quiet", "--raw", file("plates.tif")}}).out;
  }

  std::unique_ptr<PrivateCups> cups_;
};

TEST_F(Barcodes, BarsBetweenPixelsAreRead) {
  const double module = 1.8 * 72 / 300;  // points, for 1.8 pixels
  write_label(drawing_of(ean_13, 20, 30, module, 60));
  for (const char* const model : {"ColorModel=CMYK", "ColorModel=RGB", "ColorModel=Gray"})
    EXPECT_EQ(read({model}), number + '\n') << model;
}

// Each module is two pixels wide, but begins between two.
TEST_F(Barcodes, SmallModulesAreReadOnlyIfTheyAreCrisp) {
  const double module = 2.0 * 72 / 300;
  write_label(drawing_of(qr_code, 20.06, 30.1, module, module));
  EXPECT_EQ(read(), number + '\n');
  EXPECT_EQ(read({"PlateripCrisp=text"}), number + '\n');
  EXPECT_THAT(read({"crisp=off"}), IsEmpty());
}

}  // namespace
}  // namespace platerip::test
