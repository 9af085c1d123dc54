// Files in the Netpbm formats, given by name. Files of other kinds get a message that says how to convert them.
#include <filesystem>

#include "tests/rip/pnm.h"
#include "tests/rip/stream_command.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;

class PnmFiles : public StreamTest {
 protected:
  const PageSpec spec_{.width = 301, .height = 203};
};

TEST_F(PnmFiles, MakeThePlatesOfTheTiff) {
  for (const std::uint16_t bits : std::vector<std::uint16_t>{8, 16}) {
    for (const char* name : {"page.ppm", "page.pnm", "no_ending"}) {
      PageSpec spec = spec_;
      spec.bits = bits;
      write_page(file("page.tif"), spec);
      save(name, pnm_of(spec));
      const Outcome outcome = platerip({"-o", "-", name});
      expect_done(outcome);
      expect_same(plates_of(outcome.out), plates_of_file());
    }
  }
}

TEST_F(PnmFiles, MakePlatesBesideThem) {
  save("page.ppm", pnm_of(spec_));
  expect_done(platerip({"page.ppm"}));
  std::set<std::string> expected = four_plates("page");
  expected.insert("page.ppm");
  EXPECT_EQ(files(), expected);
}

TEST_F(PnmFiles, OfSeveralImagesAreNumbered) {
  save("two.ppm", pnm_of(spec_) + "\n" + pnm_of({.width = 64, .height = 64}));
  write_page(file("page.tif"), spec_);
  expect_done(platerip({"--preview", "proof.png", "-o", "plates", "two.ppm"}));
  expect_same({plate("plates/two-1.Cyan.tif")}, {plates_of_file()[0]});
  EXPECT_EQ(plate("plates/two-2.Black.tif").width, 64u);
  EXPECT_TRUE(std::filesystem::exists(file("proof-2.png")));
}

TEST_F(PnmFiles, TakeTheirPlaceAmongOtherPages) {
  save("two.ppm", pnm_of(spec_) + pnm_of(spec_));
  write_page(file("page.tif"), spec_);
  save("bits.pbm", std::string("P4 3 1\n\xa0", 8));
  expect_complaint(
      platerip({"--preview", "proof.png", "-o", "plates", "missing.ppm", "two.ppm", "page.tif", "bits.pbm"}), 1,
      {"missing.ppm"});
  EXPECT_FALSE(std::filesystem::exists(file("proof-1.png")));
  for (const char* proof : {"proof-2.png", "proof-3.png", "proof-4.png", "proof-5.png"})
    EXPECT_TRUE(std::filesystem::exists(file(proof))) << proof;
  EXPECT_EQ(plate("plates/bits.Black.tif").width, 3u);
}

TEST_F(PnmFiles, ThatAreCutOffAreNotToldToTakeMemory) {
  const std::string whole = pnm_of(spec_);
  save("cut.ppm", whole.substr(0, whole.size() - 1));
  expect_complaint(platerip({"cut.ppm"}), 1,
                   {"cut.ppm: is cut off", "its rows have 183309 bytes and the file holds 183308"});
  save("huge.ppm", "P6 2000000000 2000000000 65535\n" + whole);
  const Outcome huge = platerip({"huge.ppm"});
  expect_complaint(huge, 1, {"huge.ppm: is cut off"});
  EXPECT_THAT(huge.err, testing::Not(HasSubstr("--memory")));
}

TEST_F(PnmFiles, ThatBreakBehindAPageKeepThatPage) {
  save("broken.ppm", pnm_of(spec_) + "P6 10");
  expect_complaint(platerip({"-o", "plates", "broken.ppm"}), 1, {"broken.ppm", "after image 1"});
  EXPECT_TRUE(std::filesystem::exists(file("plates/broken.Black.tif")));
  save("second.ppm", pnm_of(spec_) + "P6 10 10 255\nxx");
  expect_complaint(platerip({"-o", "plates", "second.ppm"}), 1, {"second.ppm page 2: is cut off"});
  EXPECT_TRUE(std::filesystem::exists(file("plates/second-1.Black.tif")));
  save("header.ppm", "P6 0 10 255\nxx");
  expect_complaint(platerip({"-o", "plates", "header.ppm"}), 1, {"header.ppm", "header is damaged"});
}

TEST_F(PnmFiles, AreNeverReplacedByPlates) {
  save("page.ppm", pnm_of(spec_));
  save("page.Cyan.tif", pnm_of(spec_));
  expect_complaint(platerip({"page.ppm", "page.Cyan.tif"}), 1, {"page.Cyan.tif would be replaced"});
}

struct Kind {
  const char* name;
  std::string bytes;
  const char* says;
  const char* command;
};

const Kind kinds[] = {
    {"Gif", "GIF89a", "is a GIF", "convert FILE -type TrueColorAlpha page.tif"},
    {"WebP", std::string("RIFF\0\0\0\0WEBP", 12), "is a WebP", "convert FILE"},
    {"Photoshop", std::string("8BPS\0\1", 6), "is a Photoshop document", "convert FILE'[0]' page.tif"},
    {"PlainPnm", "P3 1 1 255\n1 2 3\n", "is a PNM in plain text", "pnmtopnm FILE | platerip -"},
    {"Unknown", "Dear reader", "is not a page in a known format", "TIFF"},
};

class OtherFiles : public PnmFiles, public testing::WithParamInterface<Kind> {};

TEST_P(OtherFiles, AreToldHowToBecomePages) {
  save("page.tif", GetParam().bytes);
  std::string command = GetParam().command;
  expect_complaint(piped("page.tif", {"-"}), 1, {std::string("stdin: ") + GetParam().says, command});
  if (const std::size_t at = command.find("FILE"); at != std::string::npos) command.replace(at, 4, "page.tif");
  expect_complaint(platerip({"page.tif"}), 1, {std::string("page.tif: ") + GetParam().says, command});
}

INSTANTIATE_TEST_SUITE_P(All, OtherFiles, testing::ValuesIn(kinds), [](const auto& test) { return test.param.name; });

TEST_F(PnmFiles, OtherFilesAreNamedAsAShellTakesThem) {
  const std::pair<const char*, const char*> names[] = {{"my page.psd", "convert 'my page.psd''[0]' my_page.tif"},
                                                       {"it's.psd", "convert 'it'\\''s.psd''[0]' it_s.tif"},
                                                       {"$(id).psd", "convert '$(id).psd''[0]' id_.tif"},
                                                       {"FILE NAME.psd", "convert 'FILE NAME.psd''[0]' FILE_NAME.tif"},
                                                       {"Größe.psd", "convert 'Größe.psd''[0]' Größe.tif"},
                                                       {"Gr\xf6\xdf"
                                                        "e.psd",
                                                        "convert FILE'[0]' Größe.tif"},
                                                       {"line\nbreak.psd", "convert FILE'[0]' line_break.tif"}};
  for (const auto& [name, command] : names) {
    save(name, std::string("8BPS\0\1", 6));
    expect_complaint(platerip({name}), 1, {std::string("make a page of it: ") + command + "\n"});
  }
  save("-draft.psd", std::string("8BPS\0\1", 6));
  expect_complaint(platerip({"--", "-draft.psd"}), 1, {"convert ./-draft.psd'[0]' draft.tif\n"});
}

TEST_F(PnmFiles, ARasterIsSentDownAPipe) {
  save("page.ras", "RaS2 and so on");
  expect_complaint(platerip({"page.ras"}), 1, {"page.ras: is a CUPS or PWG raster", "platerip - < page.ras"});
}

}  // namespace
}  // namespace platerip::test
