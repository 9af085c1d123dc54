// Pages of PDF and PostScript: they get the plates of what a person would draw with the same program by hand.
#include <csignal>
#include <thread>

#include "tests/rip/block_page.h"
#include "tests/rip/pdf_book.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;

class PdfPages : public PdfTest {
 protected:
  // What README once said: each page in a folder of its own, with tiffsep.
  void print_by_hand(const std::string& document, int pages, const std::string& resolution) const {
    std::vector<std::string> words = {"-o", "by-hand"};
    for (int number = 1; number <= pages; ++number) {
      const std::string page = std::to_string(number);
      const std::string folder = "book-" + page;
      fs::create_directory(file(folder));
      run_here({"/usr/bin/gs", "-q", "-r" + resolution, "-sDEVICE=tiffsep", "-dMaxSpots=28", "-dEPSCrop",
                "-dFirstPage=" + page, "-dLastPage=" + page, "-o", folder + "/page.tif", document});
      words.push_back(folder);
    }
    expect_done(print(words));
  }
};

TEST_F(PdfPages, GetTheSamePlatesAsSeparatedByHand) {
  write_pdf("book.pdf", 6);
  expect_done(print({"book.pdf", "--pdf-resolution", "200", "--threads", "2", "-o", "out"}));
  print_by_hand("book.pdf", 6, "200");
  expect_same(plates_in("out"), plates_in("by-hand"));
  EXPECT_EQ(plates_in("out").size(), 36u);
  EXPECT_EQ(plate("out/book-1.Gold_Silver.tif").page_name, "Gold/Silver");
  EXPECT_EQ(plate("out/book-1.PANTONE_300C.tif").x_resolution, 200);
  EXPECT_EQ(plate("out/book-1.Black.tif").document_name, "book.pdf");
  expect_nothing_left();
}

TEST_F(PdfPages, OfPostScriptGetThemToo) {
  write_postscript("book.ps", 2);
  expect_done(print({"book.ps", "--pdf-resolution", "100", "-o", "out"}));
  print_by_hand("book.ps", 2, "100");
  expect_same(plates_in("out"), plates_in("by-hand"));
}

// One colour space for all inks: what Ghostscript's devices of pixels make.
TEST_F(PdfPages, WithoutSpotInksAreThoseOfThePageThatTheProgramDraws) {
  write_pdf("page.pdf", 1);
  for (const auto& [by, device] : {std::pair{"gs-cmyk", "tiff32nc"}, {"gs-rgb", "tiff24nc"}}) {
    const std::string out = std::string("out-") + by;
    const std::string hand = std::string("hand-") + by;
    expect_done(print({"page.pdf", "--pdf-by", by, "--pdf-resolution", "150", "-o", out}));
    run_here({"/usr/bin/gs", "-q", "-r150", std::string("-sDEVICE=") + device, "-o", "page.tif", "page.pdf"});
    expect_done(print({"page.tif", "-o", hand}));
    expect_same(plates_in(out), plates_in(hand));
  }
}

TEST_F(PdfPages, AreDrawnByPopplerToo) {
  if (!fs::exists("/usr/bin/pdftoppm")) GTEST_SKIP() << "NOT TESTED: there is no pdftoppm; install poppler-utils";
  write_pdf("book.pdf", 3);
  expect_done(print({"book.pdf", "--pdf-by", "pdftoppm", "--pages", "2", "--pdf-resolution", "150", "-o", "out"}));
  run_here({"/usr/bin/pdftoppm", "-r", "150", "-f", "2", "-l", "2", "-singlefile", "book.pdf", "book-2"});
  expect_done(print({"book-2.ppm", "--resolution", "150", "-o", "by-hand"}));
  expect_same(plates_in("out"), plates_in("by-hand"));
  save("page.ps", "%!PS\nshowpage\n");
  expect_complaint(print({"page.ps", "--pdf-by", "pdftoppm"}), 1,
                   {"page.ps: pdftoppm draws PDF only", "--pdf-by gs-rgb"});
  expect_complaint(print({"book.pdf", "--pdf-by", "pdftoppm", "--pdf-box", "trim"}), 1, {"book.pdf", "boxes"});
}

// The first plates are complete long before the last page is drawn.
TEST_F(PdfPages, OfALongBookComeOneAfterTheOther) {
  write_pdf("book.pdf", 40);
  Process process(pdf_command({"book.pdf", "--pdf-resolution", "36", "-o", "out"}));
  while (!process.ended() && !fs::exists(file("out/book-01.Black.tif")))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_FALSE(fs::exists(file("out/book-30.Black.tif")));
  expect_done(process.wait());
  const auto plates = plates_in("out");
  EXPECT_EQ(plates.size(), 240u);
  const Area tint{.left = 6, .top = 53, .width = 8, .height = 13};
  EXPECT_NEAR(plates.at("book-09.PANTONE_300C.tif").coverage(tint), 19, 4);
  EXPECT_NEAR(plates.at("book-40.PANTONE_300C.tif").coverage(tint), 50, 4);
  expect_nothing_left();
}

TEST_F(PdfPages, CanBeChosen) {
  write_pdf("book.pdf", 12);
  expect_done(print({"book.pdf", "--pages", "3,11-", "--pdf-resolution", "36", "--planes", "K", "-o", "out"}));
  expect_done(
      print({"book.pdf", "--pages", "1-2", "--shard", "2/2", "--pdf-resolution", "36", "--planes", "K", "-o", "out"}));
  std::set<std::string> made;
  for (const auto& [name, plate] : plates_in("out")) made.insert(name);
  EXPECT_EQ(made, (std::set<std::string>{"book-02.Black.tif", "book-03.Black.tif", "book-11.Black.tif",
                                         "book-12.Black.tif"}));
  expect_complaint(print({"book.pdf", "--pages", "13-20", "-o", "none"}), 1,
                   {"book.pdf: has 12 pages, and none of 13-20", "give another --pages"});
  for (const char* wrong : {"0", "3-2", "a", "1,,2", "-3", "1-2-3"})
    expect_complaint(print({"book.pdf", std::string("--pages=") + wrong}), 2, {"--pages", "1-3,8,10-"});
}

TEST_F(PdfPages, OfOtherFormatsCanBeChosenToo) {
  write_page(file("one.tif"), gray_ramp(2));
  write_page(file("two.tif"), gray_ramp(2));
  run_here({"/usr/bin/tiffcp", "one.tif", "two.tif", "both.tif"});
  expect_done(print({"both.tif", "--pages", "2", "--planes", "K", "-o", "out"}));
  EXPECT_EQ(plates_in("out").size(), 1u);
  EXPECT_TRUE(fs::exists(file("out/both-2.Black.tif")));
}

TEST_F(PdfPages, ComeFromAPipe) {
  write_pdf("book.pdf", 2);
  expect_done(print({"book.pdf", "--pdf-resolution", "72", "-o", "files"}));
  Command from_file = pdf_command({"-", "--pdf-resolution", "72", "-o", "stream"});
  from_file.input = file("book.pdf");
  expect_done(run(from_file));
  Command from_pipe = pdf_command({});
  from_pipe.words = {"/bin/sh", "-c", "cat book.pdf | " PLATERIP_PROGRAM " - --pdf-resolution 72 --pages 2 -o piped"};
  expect_done(run(from_pipe));
  const auto wanted = plates_in("files");
  const auto streamed = plates_in("stream");
  ASSERT_EQ(streamed.size(), wanted.size());
  for (const auto& [name, plate] : wanted)
    EXPECT_TRUE(streamed.at("stdin" + name.substr(4)).levels == plate.levels) << name;
  const auto piped = plates_in("piped");
  EXPECT_EQ(piped.size(), 6u);
  EXPECT_TRUE(piped.at("stdin-2.Cyan.tif").levels == wanted.at("book-2.Cyan.tif").levels);
  expect_nothing_left();
}

TEST_F(PdfPages, HaveTheResolutionThatIsAskedFor) {
  save("dot.ps", "%!PS\n<< /PageSize [36 36] >> setpagedevice 0 0 9 9 rectfill showpage\n");
  make_pdf("dot.ps", "dot.pdf");
  const auto width_with = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"dot.pdf", "--planes", "K", "-o", "out"};
    all.insert(all.end(), words.begin(), words.end());
    expect_done(print(all));
    return plate("out/dot.Black.tif").width;
  };
  EXPECT_EQ(width_with({}), 300u);
  EXPECT_EQ(width_with({"--resolution", "1200"}), 600u);
  EXPECT_EQ(width_with({"--resolution", "1200", "--pdf-resolution", "2400"}), 1200u);
  EXPECT_EQ(plate("out/dot.Black.tif").x_resolution, 2400);
}

TEST_F(PdfPages, AreCutToTheirBoxes) {
  save("boxes.ps",
       "%!PS\n<< /PageSize [144 144] >> setpagedevice\n"
       "[ /CropBox [10 10 130 130] /PAGE pdfmark [ /TrimBox [22 22 94 122] /PAGE pdfmark\n"
       "[ /BleedBox [20 20 100 130] /PAGE pdfmark 0 0 9 9 rectfill showpage\n");
  make_pdf("boxes.ps", "boxes.pdf");
  for (const auto& [box, width, height] :
       {std::tuple{"media", 144u, 144u}, {"crop", 120u, 120u}, {"trim", 72u, 100u}, {"bleed", 80u, 110u}}) {
    expect_done(print({"boxes.pdf", "--pdf-box", box, "--pdf-resolution", "72", "-o", box}));
    const Plate black = plate(std::string(box) + "/boxes.Black.tif");
    EXPECT_EQ(black.width, width) << box;
    EXPECT_EQ(black.height, height) << box;
  }
}

// The inks of a book are known only when its pages are drawn.
TEST_F(PdfPages, KnowTheirSpotInks) {
  write_pdf("book.pdf", 2);
  save("curve.txt", "0 0\n50 80\n100 100\n");
  expect_done(print({"book.pdf", "--pdf-resolution", "72", "--curve", "PANTONE 300 C=curve.txt", "--planes",
                     "PANTONE 300 C", "-o", "out"}));
  EXPECT_EQ(plates_in("out").size(), 2u);
  expect_complaint(print({"book.pdf", "--pdf-resolution", "72", "--planes", "Varnish"}), 2, {"Varnish"});
}

// An encryption that only forbids changes needs no password.
TEST_F(PdfPages, KeepTheirSpotInksIfTheyAreEncrypted) {
  write_pdf("plain.pdf", 1);
  write_pdf("locked.pdf", 1, {"-sOwnerPassword=o", "-dEncryptionR=3", "-dKeyLength=128", "-dPermissions=-4"});
  for (const std::string name : {"plain", "locked"})
    expect_done(print({name + ".pdf", "--pdf-resolution", "72", "--name", "{ink}", "-o", name}));
  expect_same(plates_in("locked"), plates_in("plain"));
}

TEST_F(PdfPages, ThatAreFinishedAreNotDrawnAgain) {
  write_pdf("book.pdf", 2);
  const std::vector<std::string> words = {"book.pdf", "--pdf-resolution", "72", "--resume", "-o", "out"};
  expect_done(print(words));
  const Outcome again = print(words);
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, testing::HasSubstr("2 of 2 pages were already finished"));
  expect_complaint(print({"book.pdf", "--pdf-resolution", "100", "--resume", "-o", "out"}), 1, {"pdf-resolution"});
}

TEST_F(PdfPages, MayHaveAnyName) {
  write_pdf("made-here.pdf", 1);
  for (const std::string name :
       {"it's my \"page\" $(id).pdf", "-dSAFER.pdf", "%pipe%id.pdf", "@page.pdf", "page%d.pdf", "\xd6l \xe4.pdf"}) {
    fs::copy_file(file("made-here.pdf"), file(name));
    expect_done(print({"--pdf-resolution", "36", "--planes", "K", "-o", "out", "--", name}));
    EXPECT_EQ(plates_in("out").size(), 1u) << name;
    fs::remove_all(file("out"));
    fs::remove(file(name));
  }
  fs::create_directory(file("a 100%d folder"));
  fs::rename(file("made-here.pdf"), file("a 100%d folder/page.pdf"));
  Command odd_folder = pdf_command({"a 100%d folder/page.pdf", "--pdf-resolution", "36", "-o", "out"});
  odd_folder.environment["TMPDIR"] = file("a 100%d folder");
  expect_done(run(odd_folder));
  EXPECT_EQ(plates_in("out").size(), 6u);
}

}  // namespace
}  // namespace platerip::test
