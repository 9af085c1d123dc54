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

// What platerip says of a PDF, pasted into a shell: every page gets the plates of its inks, and black stays black.
TEST_F(GhostscriptsPages, AreMadeOfAPdfByTheCommandThatPlateripNames) {
  std::string pages;
  for (const char* page : {"1", "2", "3"}) {
    pages += R"(/Helvetica findfont 30 scalefont setfont 0 setgray 5 110 moveto (Gray) show
0 0 0 1 setcmykcolor 75 110 moveto (K ) show 0.5 setgray 5 75 moveto (Tint) show
[/Separation (PANTONE 300 C) /DeviceCMYK {dup 0.44 mul 0 0}] setcolorspace 1 setcolor 10 10 20 30 rectfill
[/Separation (Gold/Silver) /DeviceCMYK {0 0 0 4 -1 roll}] setcolorspace 1 setcolor 40 10 10 30 rectfill
1 0 0 0 setcmykcolor 60 10 20 30 rectfill
gsave 90 10 translate 40 40 scale 1 2 8 [1 0 0 2 0 0] {<ff0000 0000ff>} false 3 colorimage grestore
)";
    if (*page == '2') pages += "[/Separation (Varnish) /DeviceGray {}] setcolorspace 1 setcolor 90 60 10 10 rectfill\n";
    if (*page != '3') pages += "showpage\n";
  }
  draw(pages);
  const std::string name = "it's my page.pdf";
  run_here({"/usr/bin/ps2pdf", "page.ps", name});
  const Outcome told = platerip({name});
  expect_complaint(told, 1, {name + ": is a PDF; separate its pages"});
  std::string command = told.err.substr(told.err.find("d=it_s_my_page "));
  command.replace(command.find("-r2400"), 6, "-r100");
  const std::string program = std::filesystem::path(PLATERIP_PROGRAM).parent_path().string();
  const Outcome pasted = run({.words = {"/bin/sh", "-c", command},
                              .folder = folder_.path().string(),
                              .environment = {{"PATH", program + ":/usr/bin:/bin"}}});
  EXPECT_EQ(pasted.status, 0) << pasted.err << pasted.out;
  std::set<std::string> expected;
  for (const char* page : {"1", "2", "3"})
    for (const char* ink : {"Cyan", "Magenta", "Yellow", "Black", "PANTONE_300C", "Gold_Silver"})
      expected.insert(std::string("it_s_my_page-") + page + "." + ink + ".tif");
  expected.insert("it_s_my_page-2.Varnish.tif");
  std::set<std::string> made;
  for (const auto& entry : std::filesystem::directory_iterator(file("plates")))
    made.insert(entry.path().filename().string());
  EXPECT_EQ(made, expected);
  const Area text{.left = 0, .top = 0, .width = 200, .height = 95};
  for (const char* page : {"1", "2", "3"}) {
    const auto of = [&](const char* ink) {
      return plate(std::string("plates/it_s_my_page-") + page + "." + ink + ".tif");
    };
    EXPECT_GT(of("Black").coverage(text), 3);
    for (const char* ink : {"Cyan", "Magenta", "Yellow", "PANTONE_300C", "Gold_Silver"})
      EXPECT_EQ(of(ink).coverage(text), 0) << ink;
    EXPECT_NEAR(of("PANTONE_300C").coverage(), 100.0 * 600 / 144 / 144, 0.3);
    EXPECT_NEAR(of("Gold_Silver").coverage(), 100.0 * 300 / 144 / 144, 0.3);
    EXPECT_GT(of("Magenta").coverage(), 3) << "the picture";
  }
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
