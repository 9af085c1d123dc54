// Pages from standard input, plates to standard output.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/rip/feed.h"
#include "tests/rip/large_page.h"
#include "tests/rip/pnm.h"
#include "tests/rip/stream_command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint16_t unassociated = EXTRASAMPLE_UNASSALPHA;

struct Kind {
  const char* name;
  PageSpec spec;
};

const Kind kinds[] = {
    {"Rgb8", {.width = 301, .height = 203}},
    {"Rgb16", {.width = 301, .height = 203, .bits = 16}},
    {"Gray8", {.width = 301, .height = 203, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}},
    {"Cmyk8", {.width = 301, .height = 203, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED}},
    {"Cmyk16", {.width = 301, .height = 203, .bits = 16, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED}},
    {"RgbAlpha", {.width = 301, .height = 203, .samples = 4, .extra_samples = {unassociated}}},
    {"BigTiff", {.width = 301, .height = 203, .big_tiff = true}},
};

class EveryKind : public StreamTest, public testing::WithParamInterface<Kind> {
 protected:
  EveryKind() {
    write_page(file("page.tif"), GetParam().spec);
    save("page.pnm", pnm_of(GetParam().spec));
  }
};

TEST_P(EveryKind, MakesThePlatesOfTheFile) {
  const std::vector<Plate> expected = plates_of_file();
  for (const std::string input : {"page.pnm", "page.tif"}) {
    const Outcome outcome = piped(input, {"-", "-o", "-"});
    expect_done(outcome);
    expect_same(plates_of(outcome.out), expected);
  }
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, EveryKind, testing::ValuesIn(kinds), [](const auto& test) { return test.param.name; });

class RgbStream : public StreamTest {
 protected:
  RgbStream() {
    write_page(file("page.tif"), spec_);
    save("page.pnm", pnm_of(spec_));
  }
  const PageSpec spec_{.width = 301, .height = 203};
};

TEST_F(RgbStream, AFileAsStandardInputIsReadWhereItIs) {
  Command redirected = command({"-", "-o", "-", "--spool", "0"});
  redirected.input = file("page.tif");
  const Outcome outcome = run(redirected);
  expect_done(outcome);
  expect_same(plates_of(outcome.out), plates_of_file());
}

TEST_F(RgbStream, StandardInputHasOtherNames) {
  const std::string expected = piped("page.pnm", {"-", "-o", "-"}).out;
  for (const std::string name : {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
    for (const std::string input : {"page.pnm", "page.tif"}) {
      const Outcome outcome = piped(input, {name, "-o", "-"});
      expect_done(outcome);
      EXPECT_TRUE(outcome.out == expected) << name;
    }
    Command redirected = command({name, "-o", "out"});
    redirected.input = file("page.tif");
    expect_done(run(redirected));
    EXPECT_EQ(plate("out/stdin.Cyan.tif").document_name, "stdin");
    expect_complaint(platerip({name, "page.tif"}), 2, {"standard input must be given alone"});
  }
}

TEST_F(RgbStream, PlatesInAFolderAreNumbered) {
  save("two.pnm", pnm_of(spec_) + pnm_of({.width = 64, .height = 64}));
  expect_done(piped("two.pnm", {"-", "-o", "plates"}));
  expect_same({plate("plates/stdin-1.Cyan.tif")}, {plates_of_file()[0]});
  EXPECT_EQ(plate("plates/stdin-2.Black.tif").width, 64u);
}

TEST_F(RgbStream, OneTiffHoldsAllPages) {
  save("two.pnm", pnm_of({.width = 64, .height = 1000}) + pnm_of(spec_));
  const Outcome outcome = piped("two.pnm", {"-", "-o", "-", "--levels", "16"});
  expect_done(outcome);
  const std::vector<Plate> plates = plates_of(outcome.out);
  ASSERT_EQ(plates.size(), 8u);
  EXPECT_EQ(plates[3].height, 1000u);
  expect_same({plates.begin() + 4, plates.end()}, plates_of_file({"--levels", "16"}));
}

TEST_F(RgbStream, PagesAreSearched) {
  for (const char* inks : {"independent", "together"}) {
    const Outcome outcome = piped("page.pnm", {"-", "-o", "-", "--halftone", "dbs", "--inks", inks});
    expect_done(outcome);
    expect_same(plates_of(outcome.out), plates_of_file({"--halftone", "dbs", "--inks", inks}));
  }
}

TEST_F(RgbStream, TheBytesDoNotDependOnStripsAndThreads) {
  const std::string bytes = piped("page.pnm", {"-", "-o", "-"}).out;
  EXPECT_TRUE(piped("page.pnm", {"-", "-o", "-", "--strip-rows", "7", "--threads", "3"}).out == bytes);
}

TEST_F(RgbStream, PbmHoldsPlateAfterPlate) {
  const Outcome outcome = piped("page.pnm", {"-", "-o", "-", "--output-format", "pbm"});
  expect_done(outcome);
  std::size_t offset = 0;
  for (const Plate& expected : plates_of_file()) {
    const Pbm pbm = read_pbm(outcome.out, offset);
    EXPECT_EQ(pbm.width, expected.width);
    EXPECT_TRUE(pbm.pixels == expected.levels) << expected.page_name;
  }
  EXPECT_EQ(offset, outcome.out.size());
}

// PBM has no orientation, so the plates are turned upright.
TEST_F(RgbStream, PbmIsUpright) {
  PageSpec lying = spec_;
  lying.orientation = ORIENTATION_RIGHTTOP;
  write_page(file("page.tif"), lying);
  const Outcome outcome = platerip({"page.tif", "-o", "-", "--output-format", "pbm", "--halftone", "threshold"});
  expect_done(outcome);
  std::size_t offset = 0;
  for (const Plate& plate : plates_of_file({"--halftone", "threshold"})) {
    const Pbm pbm = read_pbm(outcome.out, offset);
    ASSERT_EQ(pbm.width, plate.height);
    ASSERT_EQ(pbm.pixels.size(), plate.levels.size());
    for (std::size_t y = 0; y < plate.height; ++y) {
      for (std::size_t x = 0; x < plate.width; ++x)  // a quarter clockwise
        ASSERT_EQ(pbm.pixels[x * plate.height + plate.height - 1 - y], plate.levels[y * plate.width + x]);
    }
  }
}

TEST_F(RgbStream, NegativesAreFlippedInEveryFormat) {
  const std::vector<Plate> expected = plates_of_file({"--invert"});
  expect_same(plates_of(piped("page.pnm", {"-", "-o", "-", "--invert"}).out), expected);
  std::size_t offset = 0;
  const Pbm pbm = read_pbm(piped("page.pnm", {"-", "-o", "-", "--invert", "--output-format", "pbm"}).out, offset);
  EXPECT_TRUE(pbm.pixels == expected[0].levels);
}

TEST_F(RgbStream, FilesGoToStandardOutputToo) {
  const Outcome outcome = platerip({"page.tif", "page.tif", "-o", "-"});
  expect_done(outcome);
  EXPECT_EQ(plates_of(outcome.out).size(), 8u);
}

TEST_F(RgbStream, SamplesAreStretchedToTheFullRange) {
  save("low.pgm", std::string("P5 3 1 4\n\0\2\4", 12));
  save("full.pgm", std::string("P5 3 1 255\n\0\200\377", 14));
  const std::vector<std::string> arguments{"-", "-o", "-", "--levels", "16", "--halftone", "threshold"};
  EXPECT_TRUE(piped("low.pgm", arguments).out == piped("full.pgm", arguments).out);
}

TEST_F(RgbStream, ImagesMayHaveWhiteSpaceBehindThem) {
  save("two.pnm", pnm_of(spec_) + "\n" + pnm_of(spec_) + " \r\n");
  const Outcome outcome = piped("two.pnm", {"-", "-o", "-"});
  expect_done(outcome);
  EXPECT_EQ(plates_of(outcome.out).size(), 8u);
}

TEST_F(RgbStream, PamNeedNotSayWhatIsPlain) {
  const std::vector<std::string> arguments{"-", "-o", "-", "--levels", "16", "--halftone", "threshold"};
  const auto pam = [](const std::string& lines, const std::string& samples) {
    return "P7\nWIDTH 3\nHEIGHT 1\n" + lines + "ENDHDR\n" + samples;
  };
  const std::string gray("\0\377\377", 3);
  save("gray.pnm", "P5 3 1 255\n" + gray);
  save("plain.pam", pam("DEPTH 1\nMAXVAL 255\n", gray));
  save("bits.pam", pam("DEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\n", std::string("\0\1\1", 3)));
  save("alpha.pam", pam("DEPTH 2\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE_ALPHA\n", std::string("\0\1\1\1\0\0", 6)));
  const std::string expected = piped("gray.pnm", arguments).out;
  for (const std::string file : {"plain.pam", "bits.pam", "alpha.pam"})
    EXPECT_TRUE(piped(file, arguments).out == expected) << file;
  save("four.pam", pam("DEPTH 4\nMAXVAL 255\n", std::string(12, 'x')));
  expect_complaint(piped("four.pam", arguments), 1, {"stdin page 1", "4 samples", "TUPLTYPE"});
}

TEST_F(RgbStream, PbmIsTakenAsItIsGiven) {
  const std::vector<std::uint8_t> expected = {1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1,
                                              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  save("page.pbm", std::string("P4 # of one row\n13 2\n") + '\xb1' + '\x48' + '\0' + '\0');
  save("solid.txt", "0 0\n50 100\n100 100\n");
  const Outcome solid = piped("page.pbm", {"-", "-o", "-", "--output-format", "pbm", "--planes", "K", "--curve",
                                           "K=solid.txt", "--halftone", "threshold"});
  expect_done(solid);
  std::size_t offset = 0;
  const Pbm made = read_pbm(solid.out, offset);
  EXPECT_EQ(made.width, 13u);
  EXPECT_EQ(made.pixels, expected) << "1 is ink";
}

TEST_F(RgbStream, PbmBehindPbmAreTwoPages) {
  save("two.pbm", std::string("P4 3 1\n\xa0P4 3 1\n\x40", 16));
  const Outcome outcome = piped("two.pbm", {"-", "-o", "-"});
  expect_done(outcome);
  EXPECT_EQ(plates_of(outcome.out).size(), 8u);
  save("cut.pbm", "P4 3 2\n\xa0");
  expect_complaint(piped("cut.pbm", {"-", "-o", "plates"}), 1, {"stdin page 1", "row 1 of 2"});
}

TEST_F(RgbStream, PlatesWithoutResolutionAreSaidOnce) {
  save("two.pnm", pnm_of(spec_) + pnm_of(spec_));
  EXPECT_EQ(piped("two.pnm", {"-", "-o", "-"}).err,
            "platerip: stdin page 1: does not say its resolution, and its plates have none; give --resolution DPI\n");
  for (const auto& silent :
       std::vector<std::vector<std::string>>{{"-q"}, {"--resolution", "600"}, {"--output-format", "pbm"}}) {
    std::vector<std::string> arguments{"-", "-o", "-"};
    arguments.insert(arguments.end(), silent.begin(), silent.end());
    EXPECT_EQ(piped("two.pnm", arguments).err, "") << silent[0];
  }
}

TEST_F(RgbStream, ForcedResolutionCountsWhateverThePageSays) {
  PageSpec known = spec_;
  known.resolution_x = known.resolution_y = 300;
  write_page(file("page.tif"), known);
  const Outcome forced = platerip({"page.tif", "-v", "-o", "out", "--resolution", "600", "--force-resolution"});
  EXPECT_EQ(forced.status, 0);
  EXPECT_THAT(forced.err, testing::Not(HasSubstr("--resolution")));
  EXPECT_EQ(plate("out/page.Black.tif").x_resolution, 600);
  expect_complaint(platerip({"page.tif", "--force-resolution"}), 2, {"--force-resolution", "--resolution DPI"});
}

TEST_F(RgbStream, AResolutionThatChangesNothingIsSaidToWhoAsks) {
  PageSpec known = spec_;
  known.resolution_x = known.resolution_y = 300;
  write_page(file("page.tif"), known);
  expect_done(platerip({"page.tif", "--resolution", "600"}));
  EXPECT_THAT(
      platerip({"-v", "page.tif", "--resolution", "600"}).err,
      HasSubstr(
          "page.tif: has a resolution of its own, so the one given is not used; give --force-resolution to use it"));
  EXPECT_THAT(platerip({"-v", "page.tif"}).err, testing::Not(HasSubstr("--resolution")));
}

TEST_F(RgbStream, PagesThatDoNotSayGetAResolution) {
  EXPECT_EQ(plates_of(piped("page.pnm", {"-", "-o", "-", "--resolution", "600"}).out)[3].x_resolution, 600);
  PageSpec known = spec_;
  known.resolution_x = known.resolution_y = 300;
  write_page(file("page.tif"), known);
  EXPECT_EQ(plates_of(piped("page.tif", {"-", "-o", "-", "--resolution", "600"}).out)[3].x_resolution, 300);
}

TEST_F(RgbStream, BrokenPagesAreNamed) {
  const std::string whole = pnm_of(spec_);
  save("cut.pnm", whole.substr(0, whole.size() - 500));
  expect_complaint(piped("cut.pnm", {"-", "-o", "plates"}), 1, {"stdin page 1", "row 202 of 203"});
  save("second.pnm", whole + "P6 10");
  expect_complaint(piped("second.pnm", {"-", "-o", "plates"}), 1, {"stdin page 2", "header"});
  EXPECT_TRUE(fs::exists(file("plates/stdin-1.Cyan.tif")));
  expect_same(plates_of(piped("second.pnm", {"-", "-o", "-"}).out), plates_of_file());
  for (const char* header :
       {"P6 0 5 255\n", "P6 5 5 70000\n", "P6 99999999999 1 255\n", "P7\nWIDTH 5\n", "P6 -1 5 255\n"}) {
    save("bad.pnm", header + whole);
    expect_complaint(piped("bad.pnm", {"-", "-o", "bad"}), 1, {"stdin page 1", "header"});
  }
  save("wide.pnm", "P6 2000000000 1 255\n" + std::string(100, 'x'));
  expect_complaint(piped("wide.pnm", {"-", "-o", "bad"}), 1, {"stdin page 1", "--memory"});
  save("garbage", "%PDF-1.4");
  expect_complaint(piped("garbage", {"-", "-o", "bad"}), 1, {"stdin: "});
  save("garbage", "garbage");
  expect_complaint(piped("garbage", {"-", "-o", "bad"}), 1, {"stdin", "TIFF"});
  save("nothing", "");
  expect_complaint(piped("nothing", {"-", "-o", "bad"}), 1, {"stdin", "nothing came"});
  EXPECT_FALSE(fs::exists(file("bad")));
}

TEST_F(RgbStream, ATiffThatIsTooLargeToKeepIsRefused) {
  write_page(file("page.tif"), {.width = 1000, .height = 1000});
  expect_complaint(piped("page.tif", {"-", "-o", "-", "--spool", "2"}), 1, {"stdin", "2 MiB", "--spool", "as a file"});
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

// PBM comes upright and plate after plate, so 3 plates of 366 KiB have to wait.
TEST_F(RgbStream, APageThatIsTooLargeToTurnOrToKeepAsPbmIsRefused) {
  const std::vector<std::string> as_pbm{"page.tif", "-o", "-", "--output-format", "pbm", "--spool", "1"};
  for (const auto orientation : std::initializer_list<std::uint16_t>{ORIENTATION_TOPLEFT, ORIENTATION_RIGHTTOP}) {
    write_page(file("page.tif"), {.width = 2000, .height = 1500, .orientation = orientation});
    const Outcome outcome = platerip(as_pbm);
    expect_complaint(outcome, 1, {"page.tif: ", " 1 MiB ", "larger --spool"});
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("as a file")));
  }
  Command command = this->command(as_pbm);
  command.words.insert(command.words.end(), {"--planes", "C,K"});
  command.environment["TMPDIR"] = file("missing");
  write_page(file("page.tif"), spec_);
  expect_complaint(run(command), 1, {"page.tif: ", "missing", "set TMPDIR"});
}

TEST_F(RgbStream, AReaderThatEndsIsAnError) {
  save("large.pnm", pnm_of({.width = 3000, .height = 3000}));
  const std::string line = "'" PLATERIP_PROGRAM "' - -o - < large.pnm | head -c 100 > part; echo ${PIPESTATUS[0]}";
  const Outcome outcome = run({.words = {"/bin/bash", "-c", line}, .folder = folder_.path().string()});
  EXPECT_EQ(outcome.out, "141\n");
  EXPECT_THAT(outcome.err, HasSubstr("its reader has ended"));
}

// Rows of 3,200 bytes, which leave the pages of a pipe partly filled.
TEST_F(RgbStream, TermEndsAWaitForTheReader) {
  write_sparse_page(file("wide.tif"), 25'600, 10'000);
  ASSERT_EQ(mkfifo(file("out").c_str(), 0600), 0);
  for (int attempt = 0; attempt < 3; ++attempt) {
    Process process({.words = {"/bin/bash", "-c", "exec '" PLATERIP_PROGRAM "' wide.tif -o - > out"},
                     .folder = folder_.path().string(),
                     .patience = std::chrono::seconds(60)});
    const int reader = open(file("out").c_str(), O_RDONLY | O_CLOEXEC);
    std::string first(8192, ' ');
    for (std::size_t got = 0; got < first.size();) {
      const ssize_t more = read(reader, first.data() + got, first.size() - got);
      ASSERT_GT(more, 0);
      got += static_cast<std::size_t>(more);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    process.send(SIGTERM);
    expect_complaint(process.wait(), 143, {"wide.tif", "SIGTERM"});
    close(reader);
  }
}

TEST_F(RgbStream, WhatCannotBeIsRefused) {
  expect_complaint(platerip({"-", "page.tif"}), 2, {"'-'", "alone"});
  expect_complaint(platerip({"-", "-o", "-", "--summary", "json"}), 2, {"--summary"});
  expect_complaint(platerip({"-", "-o", "-", "--compression", "lzw"}), 2, {"--compression"});
  expect_complaint(platerip({"page.tif", "--output-format", "pbm"}), 2, {"--output-format", "-o -"});
  expect_complaint(platerip({"page.tif", "-o", "-", "--output-format", "png"}), 2, {"cups-raster"});
  expect_complaint(platerip({"page.tif", "-o", "-", "--output-format", "pbm", "--levels", "4"}), 1, {"PBM"});
}

class Trickle : public RgbStream, public testing::WithParamInterface<const char*> {
 protected:
  Trickle() : bytes_(pnm_of({.width = 2000, .height = 3000})) {}

  Command command_fed(const std::vector<std::string>& arguments) const {
    Command fed = command(arguments);
    fed.input = file("feed");
    return fed;
  }

  const std::string bytes_;
};

TEST_P(Trickle, TheFirstRowsLeaveBeforeTheLastCome) {
  Feed feed(file("feed"));
  Process process(command_fed({"-", "-o", "-", "--output-format", GetParam(), "--threads", "2"}));
  feed.put(bytes_.substr(0, bytes_.size() / 2));
  while (process.out().size() < 10000 && !process.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(process.ended());
  feed.put(bytes_.substr(bytes_.size() / 2));
  feed.end();
  expect_done(process.wait());
}

INSTANTIATE_TEST_SUITE_P(All, Trickle, testing::Values("tiff", "pbm"), [](const auto& test) { return test.param; });

TEST_F(Trickle, TermEndsAWaitForMore) {
  Feed feed(file("feed"));
  Process process(command_fed({"-", "-o", "plates"}));
  feed.put(bytes_.substr(0, bytes_.size() / 2));
  const std::string part = file("plates/.stdin-1.Black.tif.part");
  while (!fs::exists(part) && !process.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"stdin page 1", "SIGTERM"});
  EXPECT_FALSE(fs::exists(part));
}

}  // namespace
}  // namespace platerip::test
