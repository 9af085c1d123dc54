// Curves that change across the plate: the option, and how they are made from a scan.
#include <cmath>
#include <fstream>
#include <numeric>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class AcrossOption : public PlateripTest {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

  // A page of one block of 50 percent of each ink: 640 columns.
  void write_flat(const std::string& name, std::uint16_t bits) const {
    const auto half = static_cast<std::uint16_t>(bits == 8 ? 128 : 32768);
    write_page(
        file(name),
        {.blocks = {{half, half, half, half}}, .block_size = 640, .photometric = PHOTOMETRIC_SEPARATED, .bits = bits});
  }
};

double coverage_at(const Plate& plate, std::uint32_t x) {
  return plate.coverage({x, 0, 32, plate.height});
}

TEST_F(AcrossOption, ChangesTonesFromColumnToColumn) {
  write("k.txt", "# my printer\npx 25 50\n100 25 50\n300 20 40.5 # dark\n500 30 70\n");
  for (const std::uint16_t bits : {std::uint16_t{8}, std::uint16_t{16}}) {
    write_flat("page.tif", bits);
    expect_done(platerip({"--across", "K=k.txt", "page.tif"}));
    const Plate black = plate("page.Black.tif");
    EXPECT_NEAR(coverage_at(black, 0), 50.1, 1);
    EXPECT_NEAR(coverage_at(black, 84), 50.1, 1);
    EXPECT_NEAR(coverage_at(black, 184), 45.5, 1);
    EXPECT_NEAR(coverage_at(black, 284), 41, 1.5);
    EXPECT_NEAR(coverage_at(black, 384), 55, 1.5);
    EXPECT_NEAR(coverage_at(black, 600), 70, 1);
    EXPECT_NEAR(coverage_at(plate("page.Cyan.tif"), 600), 50.1, 1);
  }
}

TEST_F(AcrossOption, CountsMillimetresByTheResolution) {
  write_flat("page.tif", 8);
  write("mm.txt", "mm 50 100\n0 20 80\n25.4 70 100\n");
  write("px.txt", "px 50 100\n0 20 80\n300 70 100\n");
  const auto black = [&](const std::string& name) {
    expect_done(platerip({"--across", "K=" + name, "--resolution", "300", "page.tif"}));
    return plate("page.Black.tif").levels;
  };
  EXPECT_EQ(black("mm.txt"), black("px.txt"));
  expect_complaint(platerip({"--across", "K=mm.txt", "page.tif"}), 1, {"--across", "--resolution"});
}

TEST_F(AcrossOption, NamesAFaultInItsFile) {
  write_flat("page.tif", 8);
  const auto complains = [&](const std::string& text, const std::vector<std::string>& words) {
    write("k.txt", text);
    expect_complaint(platerip({"--across", "K=k.txt", "page.tif"}), 1, words);
    EXPECT_FALSE(files().contains("page.Black.tif"));
  };
  complains("0 10 20\n", {"k.txt:1:", "mm or px"});
  complains("mm\n0\n", {"k.txt:1:", "amounts"});
  complains("mm 50 60\n\n0 50\n", {"k.txt:3:", "2 amounts"});
  complains("mm 50 60\n0 50 40\n", {"k.txt:2:", "falls"});
  complains("mm 60 50\n0 40 50\n", {"k.txt:2:"});
  complains("mm 50\n3 50\n3 50\n", {"k.txt:3:", "rise"});
  complains("mm 50\n-3 50\n", {"k.txt:2:", "mm"});
  complains("mm 50\n3 150\n", {"k.txt:2:", "percent"});
  complains("mm 50\n", {"k.txt", "no curves"});
  write("k.txt", "px 50\n0 60\n");
  expect_complaint(platerip({"--across", "Gold=k.txt", "page.tif"}), 2, {"--across", "Gold"});
}

// A printer whose head prints up to 12 percent more ink on the right than on the left, with some waves.
double efficiency(double place) {
  return 0.94 + 0.12 * place + 0.02 * std::sin(20 * place);
}

double light_of(double ink) {
  return std::pow(1 - 0.8 * std::min(1.0, ink), 2);
}

// Scans a plate with bars: a pixel for each 8 by 8 of the plate. Light is that of Yule and Nielsen's paper.
void scan(const Plate& plate, const Area& bars, const std::string& path) {
  std::ofstream pgm(path, std::ios::binary);
  pgm << "P5 " << bars.width / 8 << ' ' << bars.height / 8 << " 65535\n";
  for (std::uint32_t y = 0; y + 8 <= bars.height; y += 8) {
    for (std::uint32_t x = 0; x + 8 <= bars.width; x += 8) {
      const double ink = plate.coverage({bars.left + x, bars.top + y, 8, 8}) / 100;
      const auto sample = static_cast<unsigned>(50000 * light_of(ink * efficiency(double(x) / bars.width)));
      pgm.put(static_cast<char>(sample >> 8)).put(static_cast<char>(sample & 255));
    }
  }
}

std::uint32_t pixels(double mm) {
  return static_cast<std::uint32_t>(std::lround(mm * 300 / 25.4));
}

// Seven bars of black of 8 mm, below the page's heading and the ink's name.
class AcrossBars : public AcrossOption {
 protected:
  AcrossBars() {
    expect_done(platerip({"calibrate", "target", "bars", "--bars", "--inks", "K", "--resolution", "300"}));
    expect_done(platerip({"bars.tif"}));
  }

  // How much ink lies on a centimetre of a bar.
  static double ink(const Plate& print, std::size_t bar, std::uint32_t x) {
    const double middle = (x + pixels(5)) / double(bars.width);
    return efficiency(middle) * print.coverage({x, bars.top + pixels(8 * double(bar) + 1), pixels(10), pixels(6)});
  }

  [[nodiscard]] double spread(std::size_t bar) const {
    const Plate print = plate("bars.Black.tif");
    double least = 100, most = 0;
    for (std::uint32_t x = 0; x + pixels(10) <= bars.width; x += pixels(10)) {
      least = std::min(least, ink(print, bar, x));
      most = std::max(most, ink(print, bar, x));
    }
    return most - least;
  }

  // `most_near_solid`: how far apart centimetres of 90 percent may be.
  void expect_even_with(const std::string& across, double most_near_solid) const {
    EXPECT_GT(spread(3), 5);
    expect_done(platerip({"--across", "K=" + across, "bars.tif"}));
    for (std::size_t bar = 1; bar < 5; ++bar) EXPECT_LT(spread(bar), 1.3) << bar;
    EXPECT_LT(spread(5), most_near_solid);
    EXPECT_EQ(plate("bars.Black.tif").coverage({0, bars.top + pixels(6 * 8 + 1), bars.width, pixels(6)}), 100);
  }

  const static inline Area bars{0, pixels(12 + 14 + 6), pixels(210), pixels(7 * 8)};
};

TEST_F(AcrossBars, EvenOutAPrinterThatWasScanned) {
  scan(plate("bars.Black.tif"), bars, file("scan.pgm"));
  const Outcome made = platerip({"calibrate", "across", "--resolution", "37.5", "scan.pgm"});
  expect_done(made);
  EXPECT_THAT(made.out, testing::HasSubstr("platerip --across INK=scan.across.txt PAGE..."));
  expect_even_with("scan.across.txt", 1.3);
}

TEST_F(AcrossBars, EvenOutAPrinterThatWasMeasuredWithADensitometer) {
  std::ofstream table(file("black.csv"));
  table << "mm,ink,nominal,density\n";
  const Plate print = plate("bars.Black.tif");
  const std::vector<int> tones{0, 10, 25, 50, 75, 90, 100};
  for (std::size_t bar = 0; bar < tones.size(); ++bar)
    for (int mm = 0; mm < 210; mm += 10)
      table << mm + 5 << ",Black," << tones[bar] << ',' << -std::log10(light_of(ink(print, bar, pixels(mm)) / 100))
            << '\n';
  table.close();
  const Outcome made = platerip({"calibrate", "across", "black.csv"});
  expect_done(made);
  EXPECT_THAT(made.out, testing::HasSubstr("platerip --across INK=black.across.txt PAGE..."));
  expect_even_with("black.across.txt", 3);
}

TEST_F(AcrossOption, SaysWhatATableLacks) {
  const auto complains = [&](const std::string& rows, const std::vector<std::string>& words) {
    write("d.txt", "INK\tNOMINAL\tMM\tD\n" + rows);
    expect_complaint(platerip({"calibrate", "across", "d.txt"}), 1, words);
    EXPECT_FALSE(files().contains("d.across.txt"));
  };
  const std::string first = "K\t0\t5\t0.1\nK\t50\t5\t0.5\nK\t100\t5\t1.5\n";
  complains(first, {"d.txt", "one place"});
  complains(first + "K\t0\t15\t0.1\nK\t100\t15\t1.5\n", {"d.txt", "50 percent", "15 mm"});
  complains(first + "C\t50\t15\t0.4\n", {"d.txt", "several inks"});
  complains(first + "K\t50\t-3\t0.4\n", {"d.txt:5:", "-3 mm"});
  complains(first + "K\t0\t15\t0.1\nK\t50\t15\t0.1\nK\t100\t15\t0.11\n", {"d.txt", "look alike"});
  write("d.txt", "INK\tNOMINAL\tD\nK\t0\t0.1\nK\t100\t1.5\n");
  expect_complaint(platerip({"calibrate", "across", "d.txt"}), 1, {"d.txt:2:", "MM"});
  expect_complaint(platerip({"calibrate", "across", "--group", "3", "d.txt"}), 2, {"d.txt", "--group", "for scans"});
}

TEST_F(AcrossOption, HasATargetOfBars) {
  expect_done(platerip({"calibrate", "target", "--bars", "--resolution", "100", "bars"}));
  expect_done(platerip({"bars.tif"}));
  const auto at_100_dpi = [](double mm) { return static_cast<std::uint32_t>(mm * 100 / 25.4); };
  const Plate magenta = plate("bars.Magenta.tif");
  const Area bar{0, at_100_dpi(12 + 14 + 65 + 6 + 3 * 8 + 1), magenta.width, at_100_dpi(6)};  // the fourth one
  EXPECT_NEAR(magenta.coverage(bar), 50.2, 0.5);
  EXPECT_EQ(plate("bars.Black.tif").coverage(bar), 0);
  expect_complaint(platerip({"calibrate", "target", "--bars", "--resolution", "100", "--patch", "9", "bars"}), 1,
                   {"--page", "--inks"});
}

TEST_F(AcrossOption, SaysWhatAScanLacks) {
  write_page(file("rgb.tif"), gray_ramp(5));
  expect_complaint(platerip({"calibrate", "across", "rgb.tif"}), 1, {"rgb.tif", "gray"});
  write("tiny.pgm", "P5 4 4 255\n" + std::string(16, 'x'));
  expect_complaint(platerip({"calibrate", "across", "tiny.pgm"}), 1, {"tiny.pgm", "--resolution"});
  expect_complaint(platerip({"calibrate", "across", "--resolution", "300", "tiny.pgm"}), 1, {"tiny.pgm", "7 bars"});
  write("flat.pgm", "P5 40 40 255\n" + std::string(1600, 'x'));
  expect_complaint(platerip({"calibrate", "across", "--resolution", "30", "flat.pgm"}), 1, {"flat.pgm", "look alike"});
  expect_complaint(platerip({"calibrate", "across", "--resolution", "30", "--steps", "0,50,50,100", "flat.pgm"}), 2,
                   {"--steps"});
}

}  // namespace
}  // namespace platerip::test
