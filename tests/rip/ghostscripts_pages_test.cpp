// Pages that Ghostscript makes of PostScript and PDF: separations in a folder, and CMYK.
#include <filesystem>
#include <fstream>
#include <utility>

#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class GhostscriptsPages : public PlateripTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/bin/gs"))
      GTEST_SKIP() << "NOT TESTED: there is no Ghostscript; install ghostscript";
  }

  // Draws a page of 144×144 points as PostScript.
  void draw(const std::string& what) const {
    std::ofstream(file("page.ps")) << "%!PS\n<< /PageSize [144 144] >> setpagedevice\n" << what << "showpage\n";
  }
  void run_here(const std::vector<std::string>& words) const {
    expect_done(run({.words = words, .folder = folder_.path().string()}));
  }
  void print(const std::string& device, const std::string& from, const std::string& to) const {
    run_here({"/usr/bin/gs", "-q", "-dBATCH", "-dNOPAUSE", "-r300", "-sDEVICE=" + device, "-sOutputFile=" + to, from});
  }

  // A plate's name, and its tint × area in square points.
  using Amounts = std::vector<std::pair<const char*, double>>;
  void expect_amounts(const Amounts& amounts, double tolerance) const {
    for (const auto& [ink, amount] : amounts)
      EXPECT_NEAR(plate(std::string("out/page.") + ink + ".tif").coverage(), 100 * amount / 144 / 144, tolerance)
          << ink;
  }
};

// Two spot inks.
TEST_F(GhostscriptsPages, OfSeparationsBecomePlates) {
  draw(R"([/Separation (PANTONE 300 C) /DeviceCMYK {dup 0.44 mul 0 0}] setcolorspace 0.5 setcolor 10 10 60 60 rectfill
[/Separation (Varnish) /DeviceCMYK {0 0 0 4 -1 roll}] setcolorspace 0.25 setcolor 70 70 60 60 rectfill
0.2 0.4 0.6 0.1 setcmykcolor 80 10 50 50 rectfill
)");
  run_here({"/usr/bin/ps2pdf", "page.ps", "page.pdf"});
  std::filesystem::create_directory(file("page"));
  print("tiffsep", "page.pdf", "page/page.tif");
  expect_done(platerip({"page", "-o", "out"}));
  expect_amounts({{"PANTONE_300C", 0.5 * 3600},
                  {"Varnish", 0.25 * 3600},
                  {"Cyan", 0.2 * 2500},
                  {"Magenta", 0.4 * 2500},
                  {"Yellow", 0.6 * 2500},
                  {"Black", 0.1 * 2500}},
                 0.1);
  EXPECT_EQ(plate("out/page.PANTONE_300C.tif").page_name, "PANTONE 300 C");
  EXPECT_EQ(plate("out/page.Varnish.tif").x_resolution, 300);
}

// The device converts spot inks.
TEST_F(GhostscriptsPages, OfCmykKeepTheirInks) {
  draw(R"([/Separation (Varnish) /DeviceCMYK {0 0 0 4 -1 roll}] setcolorspace 0.25 setcolor 70 70 60 60 rectfill
0 0 0 1 setcmykcolor 10 70 50 50 rectfill
0.2 0.4 0.6 0.1 setcmykcolor 80 10 50 50 rectfill
)");
  print("tiff32nc", "page.ps", "page.tif");
  expect_done(platerip({"page.tif", "-o", "out"}));
  expect_amounts({{"Cyan", 0.2 * 2500},
                  {"Magenta", 0.4 * 2500},
                  {"Yellow", 0.6 * 2500},
                  {"Black", 0.25 * 3600 + 2500 + 0.1 * 2500}},
                 0.15);
  EXPECT_EQ(plate("out/page.Black.tif").x_resolution, 300);
}

}  // namespace
}  // namespace platerip::test
