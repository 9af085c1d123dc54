// Documents of a test in PostScript and PDF, which Ghostscript makes.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/rip/command.h"

namespace platerip::test {

class PdfTest : public PlateripTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/bin/gs"))
      GTEST_SKIP() << "NOT TESTED: there is no Ghostscript; install ghostscript";
    std::filesystem::create_directory(file("tmp"));
  }

  /// Platerip with these arguments, and a TMPDIR of its own.
  [[nodiscard]] Command pdf_command(const std::vector<std::string>& arguments) const {
    Command with_folder = command(arguments);
    with_folder.environment["TMPDIR"] = file("tmp");
    return with_folder;
  }
  [[nodiscard]] Outcome print(const std::vector<std::string>& arguments) const { return run(pdf_command(arguments)); }

  void run_here(const std::vector<std::string>& words) const {
    expect_done(run({.words = words, .folder = folder_.path().string()}));
  }

  void save(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

  /// Black and coloured text, a picture, and two spot inks; each page has other tints.
  static std::string page_of_spots(int number) {
    const std::string tint = "0." + std::to_string(10 + number % 90);
    return "/Helvetica findfont 30 scalefont setfont 0 setgray 5 110 moveto (Page " + std::to_string(number) +
           ") show\n0 0 0 1 setcmykcolor 5 75 moveto (K) show\n" +
           "[/Separation (PANTONE 300 C) /DeviceCMYK {dup 0.44 mul 0 0}] setcolorspace " + tint +
           " setcolor 10 10 20 30 rectfill\n" +
           "[/Separation (Gold/Silver) /DeviceCMYK {0 0 0 4 -1 roll}] setcolorspace 1 setcolor 40 10 10 30 rectfill\n" +
           "1 0 0 0 setcmykcolor 60 10 20 30 rectfill\n" +
           "gsave 90 10 translate 40 40 scale 1 2 8 [1 0 0 2 0 0] {<ff0000 0000ff>} false 3 colorimage grestore\n" +
           "showpage\n";
  }

  /// Writes NAME.ps with so many pages of 144×144 points.
  void write_postscript(const std::string& name, int pages) const {
    std::string text = "%!PS\n<< /PageSize [144 144] >> setpagedevice\n";
    for (int page = 1; page <= pages; ++page) text += page_of_spots(page);
    save(name, text);
  }

  /// The same as a PDF, with further options of Ghostscript.
  void write_pdf(const std::string& name, int pages, const std::vector<std::string>& options = {}) const {
    write_postscript("made.ps", pages);
    make_pdf("made.ps", name, options);
    std::filesystem::remove(file("made.ps"));
  }
  void make_pdf(const std::string& from, const std::string& name, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words = {"/usr/bin/gs", "-q", "-sDEVICE=pdfwrite", "-o", "made.pdf"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(from);
    run_here(words);
    std::filesystem::rename(file("made.pdf"), file(name));
  }

  /// The plates in a folder by their names.
  [[nodiscard]] std::map<std::string, Plate> plates_in(const std::string& folder) const {
    std::map<std::string, Plate> plates;
    for (const auto& entry : std::filesystem::directory_iterator(file(folder)))
      plates[entry.path().filename().string()] = read_plate(entry.path().string());
    return plates;
  }

  void expect_nothing_left() const { EXPECT_TRUE(std::filesystem::is_empty(file("tmp"))); }
};

inline void expect_same(const std::map<std::string, Plate>& made, const std::map<std::string, Plate>& wanted) {
  ASSERT_EQ(made.size(), wanted.size());
  for (auto one = made.begin(), other = wanted.begin(); one != made.end(); ++one, ++other) {
    EXPECT_EQ(one->first, other->first);
    EXPECT_EQ(one->second.page_name, other->second.page_name);
    EXPECT_EQ(one->second.x_resolution, other->second.x_resolution);
    EXPECT_EQ(one->second.width, other->second.width);
    EXPECT_TRUE(one->second.levels == other->second.levels) << one->first;
  }
}

}  // namespace platerip::test
