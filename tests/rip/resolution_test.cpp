// The resolution that plates get from their page: the same numbers, wherever the plates go.
#include <nlohmann/json.hpp>

#include <bit>
#include <fstream>
#include <iterator>

#include "tests/rip/stream_command.h"
#include "tests/tiffio/raw_tiff.h"

namespace platerip::test {
namespace {

using Fraction = std::pair<std::uint32_t, std::uint32_t>;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;

class Resolution : public StreamTest {
 protected:
  void write_page(const Fraction& x, const Fraction& y, std::uint16_t unit = RESUNIT_INCH,
                  std::uint16_t orientation = 1) const {
    RawTiff page = raw_rgb_page(20, 10, 600);
    page.set(TIFFTAG_XRESOLUTION, TIFF_RATIONAL, {x.first, x.second}, 1);
    page.set(TIFFTAG_YRESOLUTION, TIFF_RATIONAL, {y.first, y.second}, 1);
    page.set(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, {unit});
    page.set(TIFFTAG_ORIENTATION, TIFF_SHORT, {orientation});
    write_file(file("page.tif"), page.bytes());
  }

  [[nodiscard]] std::string bytes_of(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static void expect_resolution(const std::string& tiff, const Fraction& x, const Fraction& y) {
    EXPECT_THAT(raw_rationals(tiff, TIFFTAG_XRESOLUTION), Each(x));
    EXPECT_THAT(raw_rationals(tiff, TIFFTAG_YRESOLUTION), Each(y));
  }

  /// Of plates in files, compressed or not, and in streams of pages from files and from pipes.
  void expect_everywhere(const Fraction& x, const Fraction& y, const std::vector<std::string>& options = {}) const {
    const auto with = [&options](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), options.begin(), options.end());
      return arguments;
    };
    for (const std::string compression : {"none", "lzw"}) {
      expect_done(platerip(with({"page.tif", "-o", "out", "--compression", compression, "--manifest"})));
      for (const std::string& plate : four_plates("out/page")) expect_resolution(bytes_of(plate), x, y);
    }
    const Outcome from_file = platerip(with({"page.tif", "-o", "-"}));
    EXPECT_THAT(raw_rationals(from_file.out, TIFFTAG_XRESOLUTION), SizeIs(4));
    expect_resolution(from_file.out, x, y);
    expect_resolution(piped("page.tif", with({"-", "-o", "-"})).out, x, y);
  }
};

TEST_F(Resolution, OfPlatesIsThatOfThePageToTheDigit) {
  const Fraction fractions[] = {{300, 1},     {4724409, 10000}, {3000000, 10000}, {4294967295, 1789569},
                                {1, 3},       {2540, 7},        {16777217, 1},    {4294967295, 4294967295},
                                {1200500, 1}, {1, 4294967295}};
  for (const Fraction& fraction : fractions) {
    SCOPED_TRACE(testing::Message() << fraction.first << "/" << fraction.second);
    for (const std::uint16_t unit : std::vector<std::uint16_t>{RESUNIT_INCH, RESUNIT_CENTIMETER}) {
      write_page(fraction, {98, 1}, unit);
      expect_everywhere(fraction, {98, 1});
    }
  }
}

TEST_F(Resolution, TurnsWithThePage) {
  write_page({2040001, 10000}, {98, 3}, RESUNIT_INCH, ORIENTATION_RIGHTTOP);
  expect_everywhere({2040001, 10000}, {98, 3});
  expect_everywhere({98, 3}, {2040001, 10000}, {"--upright"});
}

TEST_F(Resolution, ThatIsGivenIsTheNearestFraction) {
  write_page({0, 1}, {0, 1});
  expect_everywhere({5081, 2}, {5081, 2}, {"--resolution", "2540.5"});
}

// The manifest's sums are those of the files, whose resolution was put in last.
TEST_F(Resolution, IsInTheSumsOfTheManifest) {
  write_page({4724409, 10000}, {4724409, 10000}, RESUNIT_CENTIMETER);
  expect_done(platerip({"page.tif", "-o", "out", "--manifest"}));
  const auto manifest = nlohmann::json::parse(bytes_of("out/page.plates.json"));
  EXPECT_EQ(manifest["resolution"]["x"], 472.4409);
  for (const auto& plate : manifest["plates"]) {
    const std::string name = "out/" + plate["file"].get<std::string>();
    const Outcome sum = run({.words = {"/usr/bin/sha256sum", file(name)}});
    EXPECT_EQ(sum.out.substr(0, 64), plate["sha256"].get<std::string>());
  }
}

TEST_F(Resolution, OfOneDirectionCountsForBothAndIsSaidOnce) {
  const std::string said = "page.tif: says its resolution in one direction only, and it is taken for both; ";
  for (const Fraction& none : {Fraction{0, 1}, Fraction{0, 0}, Fraction{300, 0}}) {
    for (const bool swapped : {false, true}) {
      write_page(swapped ? none : Fraction{600, 1}, swapped ? Fraction{600, 1} : none);
      for (const std::string where : {"out", "-"}) {
        const Outcome outcome = platerip({"page.tif", "-o", where});
        expect_complaint(outcome, 0, {said});
        for (const std::string& plate : four_plates("out/page")) expect_resolution(bytes_of(plate), {600, 1}, {600, 1});
        if (where == "-") expect_resolution(outcome.out, {600, 1}, {600, 1});
      }
    }
  }
  std::filesystem::copy(file("page.tif"), file("other.tif"));
  expect_complaint(platerip({"page.tif", "other.tif", "-o", "out"}), 0, {said});
  EXPECT_EQ(platerip({"page.tif", "-q", "-o", "out"}).err, "");
  EXPECT_EQ(platerip({"page.tif", "-o", "out", "--resolution", "72", "--force-resolution"}).err, "");
  write_page({2, 1}, {0, 1}, RESUNIT_NONE);  // a shape of pixels is no resolution
  expect_done(platerip({"page.tif", "-o", "out", "--resolution", "300"}));
  EXPECT_EQ(plate("out/page.Cyan.tif").x_resolution, 300);
}

}  // namespace
}  // namespace platerip::test
