// Pages in PNGs become the plates of the same pages as TIFFs, from files and through pipes.
#include <algorithm>
#include <filesystem>

#include "profiles/made_icc.h"
#include "tests/profiles/made_profiles.h"
#include "tests/rip/pictures/picture_test.h"
#include "tests/rip/pictures/png_file.h"
#include "tests/sanitized.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::uint32_t width = 61;
constexpr std::uint32_t height = 53;

class PngPages : public PictureTest {
 protected:
  PngPages() : PictureTest("page.png") {}
  static PageSpec rgb() { return {.width = width, .height = height}; }
};

struct Kind {
  const char* name;
  std::uint16_t photometric;
  std::uint16_t samples;
  bool has_alpha;
  std::vector<std::uint16_t> bits;
};

const Kind kinds[] = {
    {"Gray", PHOTOMETRIC_MINISBLACK, 1, false, {1, 2, 4, 8, 16}},
    {"Palette", PHOTOMETRIC_PALETTE, 1, false, {1, 2, 4, 8}},
    {"Rgb", PHOTOMETRIC_RGB, 3, false, {8, 16}},
    {"GrayAlpha", PHOTOMETRIC_MINISBLACK, 2, true, {8, 16}},
    {"RgbAlpha", PHOTOMETRIC_RGB, 4, true, {8, 16}},
};

class EveryPng : public PngPages, public testing::WithParamInterface<Kind> {};

TEST_P(EveryPng, MakesThePlatesOfTheTiff) {
  for (const std::uint16_t bits : GetParam().bits) {
    SCOPED_TRACE(bits);
    PageSpec page = rgb();
    page.photometric = GetParam().photometric;
    page.samples = GetParam().samples;
    page.bits = bits;
    page.narrow_palette = true;
    if (GetParam().has_alpha) page.extra_samples = {EXTRASAMPLE_UNASSALPHA};
    write_page(file("page.tif"), page);
    const std::vector<Plate> expected = plates_of_file();
    for (const bool interlaced : {false, true}) {
      SCOPED_TRACE(interlaced);
      save("page.png", png_of({.page = page, .interlaced = interlaced}));
      expect_same(plates_of_picture(), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryPng, testing::ValuesIn(kinds), [](const auto& test) { return test.param.name; });

TEST_F(PngPages, InterlacedOnesMayBeSmallerThanTheirPasses) {
  for (std::uint32_t across = 1; across <= 9; ++across) {
    std::string plain, interlaced;
    for (std::uint32_t down = 1; down <= 9; ++down) {
      const PageSpec page{.width = across, .height = down};
      plain += png_of({.page = page});
      interlaced += png_of({.page = page, .interlaced = true});
    }
    save("plain.png", plain);
    save("interlaced.png", interlaced);
    const Outcome expected = piped("plain.png", {"-", "-o", "-"});
    const Outcome made = piped("interlaced.png", {"-", "-o", "-"});
    expect_done(made);
    EXPECT_EQ(plates_of(made.out).size(), 9u * 4);
    expect_same(plates_of(made.out), plates_of(expected.out));
  }
}

TEST_F(PngPages, AColourThatIsTransparentIsPaper) {
  struct Case {
    std::uint16_t photometric, samples, bits;
  };
  for (const Case& kind :
       {Case{PHOTOMETRIC_MINISBLACK, 1, 4}, {PHOTOMETRIC_MINISBLACK, 1, 16}, {PHOTOMETRIC_RGB, 3, 8}}) {
    SCOPED_TRACE(kind.bits);
    PageSpec page = rgb();
    page.photometric = kind.photometric;
    page.samples = kind.samples;
    page.bits = kind.bits;
    const Samples few = [](std::uint32_t x, std::uint32_t y, int s) {
      return static_cast<std::uint16_t>((x / 8 + y / 8) % 3 + (s == 1 ? 1 : 0));
    };
    png_color_16 key{.index = 0, .red = 1, .green = 2, .blue = 1, .gray = 1};
    save("page.png", png_of({.page = page, .samples = few, .more = [&](png_structp png, png_infop info) {
                               png_set_tRNS(png, info, nullptr, 0, &key);
                             }}));
    const std::vector<Plate> made = plates_of_picture();
    PageSpec with_alpha = page;
    with_alpha.samples++;
    with_alpha.bits = kind.bits == 16 ? 16 : 8;
    with_alpha.extra_samples = {EXTRASAMPLE_UNASSALPHA};
    const int scale = kind.bits == 4 ? 17 : 1;
    save("page.png", png_of({.page = with_alpha, .samples = [&](std::uint32_t x, std::uint32_t y, int s) {
                               if (s < kind.samples) return static_cast<std::uint16_t>(few(x, y, s) * scale);
                               return static_cast<std::uint16_t>(few(x, y, 0) == 1 ? 0 : 65535);
                             }}));
    expect_same(made, plates_of_picture());
  }
}

TEST_F(PngPages, APaletteMayBeTransparent) {
  PageSpec page = rgb();
  page.photometric = PHOTOMETRIC_PALETTE;
  page.samples = 1;
  page.bits = 2;
  page.narrow_palette = true;
  png_byte alphas[] = {0, 128};
  save("page.png", png_of({.page = page, .interlaced = true, .more = [&](png_structp png, png_infop info) {
                             png_set_tRNS(png, info, alphas, 2, nullptr);
                           }}));
  const std::vector<Plate> made = plates_of_picture();
  PageSpec with_alpha = rgb();
  with_alpha.samples = 4;
  with_alpha.extra_samples = {EXTRASAMPLE_UNASSALPHA};
  save("page.png", png_of({.page = with_alpha, .samples = [&](std::uint32_t x, std::uint32_t y, int s) {
                             const int index = sample_at(page, x, y, 0);
                             if (s < 3) return palette_at(page, s, index);
                             return static_cast<std::uint16_t>(index < 2 ? alphas[index] : 255);
                           }}));
  expect_same(made, plates_of_picture());
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string profile_chunk(const std::vector<std::byte>& profile) {
  return png_chunk("iCCP", std::string("a profile\0\0", 11) + deflated(text_of(profile)));
}

class PngColours : public PngPages {
 protected:
  /// The plates of a PNG with chunks before its pixels.
  std::vector<Plate> plates_with(const std::string& chunks) const {
    save("page.png", inserted(png_of({.page = rgb()}), "IDAT", chunks));
    return plates_of_picture();
  }

  /// The plates of the TIFF with this profile.
  std::vector<Plate> plates_by(const std::vector<std::byte>& profile) const {
    PageSpec page = rgb();
    page.icc_profile = profile;
    write_page(file("page.tif"), page);
    return plates_of_file();
  }

  static std::string numbers(const std::vector<std::uint32_t>& values) {
    std::string text;
    for (const std::uint32_t value : values) {
      for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift);
    }
    return text;
  }

  const std::string srgb_ = png_chunk("sRGB", std::string(1, '\0'));
  const std::string linear_ = png_chunk("gAMA", numbers({100000}));
  const std::string wide_ = png_chunk("cHRM", numbers({31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000}));
};

TEST_F(PngColours, AreThoseOfTheEmbeddedProfile) {
  const auto wide = plates_by(made::wide_rgb());
  expect_same(plates_with(profile_chunk(made::wide_rgb())), wide);
  expect_same(plates_with(linear_ + profile_chunk(made::wide_rgb())), wide);
}

TEST_F(PngColours, AreSrgbUnlessThePngSaysOtherwise) {
  const auto srgb = plates_by({});
  expect_same(plates_with(srgb_), srgb);
  expect_same(plates_with(png_chunk("gAMA", numbers({45455}))), srgb);
  expect_same(plates_with(png_chunk("gAMA", numbers({45455})) +
                          png_chunk("cHRM", numbers({31269, 32899, 63999, 33001, 30000, 60000, 15000, 5999}))),
              srgb);
}

TEST_F(PngColours, ThatContradictSrgbAreSaid) {
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", srgb_ + linear_));
  const Outcome outcome = platerip({"page.png", "-o", "-"});
  EXPECT_THAT(outcome.err, HasSubstr("page.png: libpng says of it: gAMA"));
  write_page(file("page.tif"), rgb());
  expect_same(plates_of(outcome.out), plates_of_file());
}

TEST_F(PngColours, AreMadeOfPrimariesAndGamma) {
  const profiles::Primaries wide{{0.3127, 0.3290}, {0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}};
  expect_same(plates_with(linear_), plates_by(profiles::rgb_icc(profiles::srgb_primaries, 1)));
  expect_same(plates_with(wide_), plates_by(profiles::rgb_icc(wide, {})));
  expect_same(plates_with(linear_ + wide_), plates_by(profiles::rgb_icc(wide, 1)));
  expect_same(plates_with(png_chunk("gAMA", numbers({45455})) + wide_),
              plates_by(profiles::rgb_icc(wide, 1 / 0.45455)));
  EXPECT_FALSE(plates_with(wide_)[0].levels == plates_by({})[0].levels);
  EXPECT_FALSE(plates_with(linear_)[0].levels == plates_by({})[0].levels);
}

TEST_F(PngColours, OfGraysAreMadeOfGamma) {
  PageSpec page = rgb();
  page.photometric = PHOTOMETRIC_MINISBLACK;
  page.samples = 1;
  save("page.png", inserted(png_of({.page = page}), "IDAT", linear_));
  page.icc_profile = profiles::gray_icc(1);
  write_page(file("page.tif"), page);
  expect_same(plates_of_picture(), plates_of_file());
}

TEST_F(PngColours, ThatCannotBeAreSaid) {
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", png_chunk("cICP", std::string("\x09\x10\0\1", 4))));
  expect_complaint(platerip({"page.png"}), 0, {"page.png", "cICP"});
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", png_chunk("cHRM", numbers({1, 1, 1, 1, 1, 1, 1, 1}))));
  expect_complaint(platerip({"page.png"}), 0, {"page.png", "cHRM"});
}

TEST_F(PngColours, OfADamagedProfileAreRefusedUntilItIsIgnored) {
  const std::string whole = profile_chunk(made::wide_rgb());
  const std::string cut = png_chunk("iCCP", whole.substr(8, whole.size() / 2));
  const std::string bomb =
      png_chunk("iCCP", std::string("b\0\0", 3) + deflated(std::string(std::size_t{80} << 20, 'x')));
  for (const std::string& chunk : {cut, bomb, png_chunk("iCCP", std::string("b\0\0", 3)), png_chunk("iCCP", "b")}) {
    save("page.png", inserted(png_of({.page = rgb()}), "IDAT", chunk));
    const Outcome refused = platerip({"page.png"});
    expect_complaint(refused, 1, {"page.png: embedded profile", "--ignore-embedded"});
    if (!sanitized) {
      EXPECT_LT(refused.peak_mib, 600);
    }
    expect_done(platerip({"page.png", "--ignore-embedded"}));
  }
}

TEST_F(PngPages, SayTheirResolution) {
  const auto resolution = [this](std::uint32_t x, std::uint32_t y, int unit) {
    save("page.png", png_of({.page = rgb(),
                             .more = [&](png_structp png, png_infop info) { png_set_pHYs(png, info, x, y, unit); }}));
    return platerip({"page.png"});
  };
  expect_done(resolution(11811, 23622, PNG_RESOLUTION_METER));
  const Plate made = plate("page.Cyan.tif");
  EXPECT_EQ(made.resolution_unit, RESUNIT_CENTIMETER);
  EXPECT_FLOAT_EQ(made.x_resolution, 118.11F);
  EXPECT_FLOAT_EQ(made.y_resolution, 236.22F);
  EXPECT_THAT(resolution(11811, 0, PNG_RESOLUTION_METER).err, HasSubstr("resolution in one direction only"));
  EXPECT_FLOAT_EQ(plate("page.Cyan.tif").y_resolution, 118.11F);
  EXPECT_THAT(resolution(1, 1, PNG_RESOLUTION_UNKNOWN).err, HasSubstr("does not say its resolution"));
  EXPECT_EQ(plate("page.Cyan.tif").x_resolution, 0);
}

TEST_F(PngPages, AreNotLostBehindPagesOfAnotherFormat) {
  write_page(file("page.tif"), rgb());
  save("page.png", png_of({.page = rgb()}) + "P6 1 1 255\nabc");
  expect_complaint(piped("page.png", {"-"}), 1, {"stdin: its pages are followed by a PNM", "as files"});
  save("page.png", "P6 1 1 255\nabc" + png_of({.page = rgb()}));
  expect_complaint(piped("page.png", {"-"}), 1, {"stdin: its pages are followed by a PNG", "as files"});
}

TEST_F(PngPages, FollowEachOtherThroughAPipe) {
  write_page(file("page.tif"), rgb());
  const std::string plain = png_of({.page = rgb()});
  const std::string interlaced = png_of({.page = rgb(), .interlaced = true});
  save("page.png", plain + interlaced + plain + "not a PNG");
  const Outcome outcome = piped("page.png", {"-", "-o", "-"});
  expect_done(outcome);
  std::vector<Plate> expected = plates_of_file();
  for (int copy = 0; copy < 2; ++copy) {
    for (std::size_t ink = 0; ink < 4; ++ink) expected.push_back(expected[ink]);
  }
  expect_same(plates_of(outcome.out), expected);
}

TEST_F(PngPages, AreTurnedAsTheirExifSays) {
  const std::string exif("MM\0*\0\0\0\10\0\1\1\22\0\3\0\0\0\1\0\6\0\0\0\0\0\0", 26);
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", png_chunk("eXIf", exif)));
  PageSpec page = rgb();
  page.orientation = 6;
  write_page(file("page.tif"), page);
  const Outcome made = platerip({"page.png", "--upright", "-o", "-"});
  expect_done(made);
  expect_same(plates_of(made.out), plates_of_file({"--upright"}));
}

TEST_F(PngPages, InterlacedOnesWaitInASpoolThatMayBeLimited) {
  PageSpec page = rgb();
  page.width = page.height = 900;
  save("page.png", png_of({.page = page, .interlaced = true}));
  const std::set<std::string> before = files();
  expect_complaint(piped("page.png", {"-", "--spool", "1"}), 1, {"stdin", "--spool"});
  EXPECT_EQ(files(), before);
  expect_done(platerip({"page.png", "--spool", "1"}));
}

TEST_F(PngPages, ThatAreCutOffAreRefused) {
  for (const bool interlaced : {false, true}) {
    const std::string whole = png_of({.page = {.width = 19, .height = 11}, .interlaced = interlaced});
    for (std::size_t bytes = 12; bytes < whole.size(); bytes += bytes < 60 ? 3 : 97) {
      SCOPED_TRACE(bytes);
      save("page.png", whole.substr(0, bytes));
      expect_refused({"is cut off"});
    }
    save("page.png", whole.substr(0, whole.size() - 1));
    expect_refused({"is cut off"});
  }
}

TEST_F(PngPages, ThatAreDamagedAreRefused) {
  for (const bool interlaced : {false, true}) {
    const std::string whole = png_of({.page = {.width = 19, .height = 11}, .interlaced = interlaced});
    for (std::size_t at = 16; at < whole.size(); at += at < 60 ? 5 : 83) {
      SCOPED_TRACE(at);
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 4);
      save("page.png", damaged);
      expect_refused({});
    }
  }
}

TEST_F(PngPages, WhoseHeaderIsNotTheFirstChunkAreRefused) {
  for (const bool interlaced : {false, true}) {
    const std::string whole = png_of({.page = rgb(), .interlaced = interlaced});
    save("page.png", inserted(whole, "IHDR", png_chunk("tEXt", std::string(20, 0))));
    expect_refused({"its header is not its first chunk"});
  }
}

TEST_F(PngPages, OfOtherKindsThanTheStandardsAreRefused) {
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", png_chunk("CgBI", "4444")));
  expect_refused({"its PNG is damaged", "CgBI"});
  save("page.png", inserted(png_of({.page = rgb()}), "IDAT", png_chunk("acTL", "12345678") + png_chunk("zTXt", "?")));
  expect_done(platerip({"page.png"}));
}

TEST_F(PngPages, MayHaveTheirPixelsInChunksOfAnySize) {
  constexpr std::uint32_t side = 40;
  std::string rows;
  for (std::uint32_t i = 0; i < side * (1 + 3 * side); ++i)
    rows += static_cast<char>(i % (1 + 3 * side) == 0 ? i / (1 + 3 * side) % 5 : i * i / 7);
  const std::string begin = png_begin(side, side, 8, PNG_COLOR_TYPE_RGB), end = png_chunk("IEND", "");
  const std::string pixels = deflated(rows);
  save("page.png", begin + png_chunk("IDAT", pixels) + end);
  const std::vector<Plate> expected = plates_of_picture();
  std::string chunks;
  for (std::size_t at = 0; at < pixels.size(); at += at < 300 ? 1 : 100) {
    chunks += png_chunk("IDAT", pixels.substr(at, at < 300 ? 1 : 100));
    if (at % 7 == 0) chunks += png_chunk("IDAT", "");
  }
  save("page.png", begin + png_chunk("IDAT", "") + chunks + png_chunk("tIME", "1234567") + end);
  expect_same(plates_of_picture(), expected);

  const std::string first = png_chunk("IDAT", pixels.substr(0, 100)), others = png_chunk("IDAT", pixels.substr(100));
  save("page.png", begin + first + png_chunk("tIME", "1234567") + others + end);
  expect_refused({"its PNG is damaged"});
  save("page.png", begin + first + others + png_chunk("ABCD", "") + end);
  expect_refused({"its PNG is damaged"});
}

TEST_F(PngPages, WhoseRowsEndEarlyAreRefused) {
  const std::string begin = png_begin(10, 10, 8, PNG_COLOR_TYPE_GRAY);
  save("page.png", begin + png_chunk("IDAT", deflated(std::string(11 * 9, '\0'))) + png_chunk("IEND", ""));
  expect_refused({"its PNG is damaged in row 9 of 10"});
  save("page.png", begin + png_chunk("IDAT", deflated(std::string(11 * 12, '\0'))) + png_chunk("IEND", ""));
  expect_done(platerip({"page.png"}));
}

TEST_F(PngPages, WhoseSizesCannotBeAreRefused) {
  const std::string rest = png_chunk("IDAT", deflated("some rows")) + png_chunk("IEND", "");
  for (const bool interlaced : {false, true}) {
    save("page.png", png_begin(0x7fffffff, 0x7fffffff, 16, PNG_COLOR_TYPE_RGB_ALPHA, interlaced) + rest);
    expect_refused({"memory"});
    save("page.png", png_begin(0x7fffffff, 1, 1, PNG_COLOR_TYPE_GRAY, interlaced) + rest);
    const Outcome refused = platerip({"--memory", "64", "page.png"});
    expect_complaint(refused, 1, {"page.png", "memory"});
    if (!sanitized) {
      EXPECT_LT(refused.peak_mib, 200);
    }
  }
  save("page.png", png_begin(0, 10, 8, PNG_COLOR_TYPE_GRAY) + rest);
  expect_refused({"its PNG is damaged"});
  save("page.png", png_begin(10, 10, 3, PNG_COLOR_TYPE_GRAY) + rest);
  expect_refused({"its PNG is damaged"});
}

TEST_F(PngPages, WorkThoughTheirFilesAreSmall) {
  const std::uint32_t side = sanitized ? 3'000 : 30'000;
  save("page.png", large_png(side, side));
  ASSERT_LT(std::filesystem::file_size(file("page.png")), 200'000u);
  const Outcome outcome = platerip({"--memory", "128", "--planes", "K", "page.png"});
  expect_done(outcome);
  if (!sanitized) {
    EXPECT_LT(outcome.peak_mib, most_mib());
  }
  EXPECT_GE(std::filesystem::file_size(file("page.Black.tif")), std::uintmax_t{side} * side / 8);
}

TEST_F(PngPages, MayBeScreens) {
  PageSpec page = rgb();
  page.photometric = PHOTOMETRIC_MINISBLACK;
  page.samples = 1;
  page.width = page.height = 8;
  save("screen.png", png_of({.page = page}));
  write_page(file("screen.tif"), page);
  write_page(file("page.tif"), rgb());
  expect_same(plates_of_file({"--screen-file", "K=screen.png"}), plates_of_file({"--screen-file", "K=screen.tif"}));
}

}  // namespace
}  // namespace platerip::test
