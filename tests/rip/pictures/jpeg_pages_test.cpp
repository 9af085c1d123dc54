// Pages in JPEGs become the plates of what libjpeg decodes, from files and through pipes.
#include <algorithm>
#include <filesystem>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/pictures/jpeg_file.h"
#include "tests/rip/pictures/picture_test.h"
#include "tests/sanitized.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class JpegPages : public PictureTest {
 protected:
  JpegPages() : PictureTest("page.jpg") {}
  static PageSpec page(std::uint16_t samples = 3) {
    return {.width = 93, .height = 71, .samples = samples, .smooth = true};
  }
};

struct Kind {
  const char* name;
  std::uint16_t samples;
  J_COLOR_SPACE space;
};

const Kind kinds[] = {{"Gray", 1, JCS_GRAYSCALE},
                      {"Ycbcr", 3, JCS_YCbCr},
                      {"Rgb", 3, JCS_RGB},
                      {"Cmyk", 4, JCS_CMYK},
                      {"Ycck", 4, JCS_YCCK}};

class EveryJpeg : public JpegPages, public testing::WithParamInterface<Kind> {};

TEST_P(EveryJpeg, MakesThePlatesOfTheTiff) {
  const auto [name, samples, space] = GetParam();
  const std::function<void(jpeg_compress_struct&)> ways[] = {
      [](jpeg_compress_struct&) {}, [](jpeg_compress_struct& jpeg) { jpeg_simple_progression(&jpeg); },
      [](jpeg_compress_struct& jpeg) {
        jpeg.comp_info[0].h_samp_factor = jpeg.num_components == 1 ? 1 : 2;
        jpeg.comp_info[0].v_samp_factor = 1;
        jpeg.restart_interval = 3;
      },
      [](jpeg_compress_struct& jpeg) { jpeg.arith_code = TRUE; }};
  for (const auto& way : ways) {
    save("page.jpg", jpeg_of({.page = page(samples), .space = space, .more = way}));
    write_decoded(file("page.tif"), jpeg_of({.page = page(samples), .space = space, .more = way}), page(),
                  samples == 4);
    expect_same(plates_of_picture(), plates_of_file());
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryJpeg, testing::ValuesIn(kinds), [](const auto& test) { return test.param.name; });

TEST_F(JpegPages, OfScansForEachColourWork) {
  const JpegSpec spec{
      .page = page(), .more = [](jpeg_compress_struct& jpeg) {
        static const jpeg_scan_info scans[] = {{1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
        jpeg.scan_info = scans;
        jpeg.num_scans = 3;
      }};
  save("page.jpg", jpeg_of(spec));
  write_decoded(file("page.tif"), jpeg_of(spec), page());
  expect_same(plates_of_picture(), plates_of_file());
}

TEST_F(JpegPages, InCmykWithoutAdobesMarkerAreTakenAsTheyAre) {
  const std::string jpeg = jpeg_of(
      {.page = page(4), .space = JCS_CMYK, .more = [](jpeg_compress_struct& to) { to.write_Adobe_marker = FALSE; }});
  save("page.jpg", jpeg);
  write_decoded(file("page.tif"), jpeg, page());
  expect_complaint(platerip({"page.jpg"}), 0, {"page.jpg", "Adobe"});
  has_remarks_ = true;
  expect_same(plates_of_picture(), plates_of_file());
}

TEST_F(JpegPages, AreTurnedAsTheirExifSays) {
  for (std::uint16_t orientation = 1; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    const std::string exif = exif_of({.orientation = orientation, .big_endian = orientation % 2 == 0});
    const std::string jpeg = jpeg_of({.page = page(), .markers = [&](jpeg_compress_struct& to) {
                                        write_segment(to, 0xe1, "http://ns.adobe.com/xap/1.0/");
                                        write_segment(to, 0xe1, std::string("Exif\0\0", 6) + exif);
                                      }});
    save("page.jpg", jpeg);
    PageSpec turned = page();
    turned.orientation = orientation;
    write_decoded(file("page.tif"), jpeg, turned);
    const std::vector<Plate> lying = plates_of_picture();
    EXPECT_EQ(lying[0].orientation, orientation);
    expect_same(lying, plates_of_file());
    const std::vector<Plate> upright = plates_of_picture({"--upright"});
    EXPECT_EQ(upright[0].orientation, 1);
    EXPECT_EQ(upright[0].width, orientation > 4 ? 71u : 93u);
    expect_same(upright, plates_of_file({"--upright"}));
  }
}

class JpegResolution : public JpegPages {
 protected:
  Outcome made(std::uint8_t unit, std::uint16_t x, std::uint16_t y, const std::optional<ExifSpec>& exif = {}) const {
    save("page.jpg", jpeg_of({.page = page(),
                              .more =
                                  [&](jpeg_compress_struct& to) {
                                    to.write_JFIF_header = unit == 9 ? FALSE : TRUE;
                                    to.density_unit = unit;
                                    to.X_density = x;
                                    to.Y_density = y;
                                  },
                              .markers =
                                  [&](jpeg_compress_struct& to) {
                                    if (exif) write_segment(to, 0xe1, std::string("Exif\0\0", 6) + exif_of(*exif));
                                  }}));
    const Outcome outcome = platerip({"page.jpg"});
    EXPECT_EQ(outcome.status, 0);
    return outcome;
  }

  void expect_resolution(float x, float y, int unit) const {
    const Plate made = plate("page.Cyan.tif");
    EXPECT_EQ(made.x_resolution, x);
    EXPECT_EQ(made.y_resolution, y);
    EXPECT_EQ(made.resolution_unit, unit);
  }
};

constexpr std::uint8_t no_jfif = 9;

TEST_F(JpegResolution, IsThatOfJfifOrElseOfExif) {
  expect_done(made(1, 300, 600));
  expect_resolution(300, 600, RESUNIT_INCH);
  expect_done(made(2, 118, 118));
  expect_resolution(118, 118, RESUNIT_CENTIMETER);
  EXPECT_THAT(made(0, 1, 1).err, HasSubstr("does not say its resolution"));
  expect_done(made(no_jfif, 0, 0, ExifSpec{.x = 240, .y = 480}));
  expect_resolution(240, 480, RESUNIT_INCH);
  expect_done(made(0, 1, 1, ExifSpec{.x = 100, .y = 100, .unit = 3, .big_endian = true}));
  expect_resolution(100, 100, RESUNIT_CENTIMETER);
  expect_done(made(1, 254, 254, ExifSpec{.x = 100, .y = 100, .unit = 3}));
  expect_resolution(254, 254, RESUNIT_INCH);
}

TEST_F(JpegResolution, ThatIsContradictedIsSaid) {
  EXPECT_THAT(made(1, 72, 72, ExifSpec{.x = 300, .y = 300}).err, HasSubstr("different resolutions"));
  expect_resolution(72, 72, RESUNIT_INCH);
  EXPECT_THAT(made(no_jfif, 0, 0, ExifSpec{.x = 300}).err, HasSubstr("in one direction only"));
  expect_resolution(300, 300, RESUNIT_INCH);
}

class JpegProfiles : public JpegPages {
 protected:
  /// A JPEG with the parts of a profile in this order; parts count from 1.
  std::string with_parts(const std::vector<std::byte>& profile, int count, const std::vector<int>& order) const {
    return jpeg_of({.page = page(), .markers = [&](jpeg_compress_struct& to) {
                      const std::size_t each = profile.size() / static_cast<std::size_t>(count) + 1;
                      for (const int part : order) {
                        const std::size_t begin = each * static_cast<std::size_t>(part - 1);
                        std::string data("ICC_PROFILE\0", 12);
                        data += {static_cast<char>(part), static_cast<char>(count)};
                        data.append(reinterpret_cast<const char*>(profile.data()) + begin,
                                    std::min(each, profile.size() - begin));
                        write_segment(to, 0xe2, data);
                      }
                    }});
  }
};

TEST_F(JpegProfiles, ComeInPartsOfAnyOrder) {
  PageSpec wide = page();
  wide.icc_profile = made::wide_rgb();
  write_decoded(file("page.tif"), jpeg_of({.page = page()}), wide);
  const std::vector<Plate> expected = plates_of_file();
  for (const std::vector<int>& order : {std::vector{1, 2, 3}, {3, 1, 2}, {2, 3, 1}}) {
    save("page.jpg", with_parts(made::wide_rgb(), 3, order));
    expect_same(plates_of_picture(), expected);
  }
  save("page.jpg", with_parts(made::wide_rgb(), 1, {1}));
  expect_same(plates_of_picture(), expected);
  EXPECT_THAT(plates_of_picture({"--ignore-embedded"})[0].levels,
              testing::Not(testing::ContainerEq(expected[0].levels)));
}

TEST_F(JpegProfiles, OfWhichPartsAreMissingAreRefusedUntilTheyAreIgnored) {
  for (const std::vector<int>& order : {std::vector{1, 2}, {2, 3}, {1, 3}}) {
    save("page.jpg", with_parts(made::wide_rgb(), 3, order));
    expect_complaint(platerip({"page.jpg"}), 1, {"page.jpg: embedded profile", "--ignore-embedded"});
    expect_done(platerip({"page.jpg", "--ignore-embedded"}));
  }
}

TEST_F(JpegProfiles, OfCmykAreThoseOfTheTiff) {
  PageSpec cmyk = page(4);
  cmyk.icc_profile = made::press();
  const std::string jpeg =
      jpeg_of({.page = page(4), .space = JCS_YCCK, .markers = [&](jpeg_compress_struct& to) {
                 jpeg_write_icc_profile(&to, reinterpret_cast<const JOCTET*>(cmyk.icc_profile.data()),
                                        static_cast<unsigned>(cmyk.icc_profile.size()));
               }});
  save("page.jpg", jpeg);
  write_decoded(file("page.tif"), jpeg, cmyk, true);
  expect_same(plates_of_picture({"--convert-cmyk"}), plates_of_file({"--convert-cmyk"}));
}

TEST_F(JpegPages, FollowEachOtherThroughAPipe) {
  const std::string jpeg = jpeg_of({.page = page()});
  const std::string progressive = jpeg_of({.page = page(), .progressive = true});
  write_decoded(file("page.tif"), jpeg, page());
  save("page.jpg", jpeg + progressive + jpeg + "not a JPEG");
  const Outcome outcome = piped("page.jpg", {"-", "-o", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::vector<Plate> expected = plates_of_file();
  for (int copy = 0; copy < 2; ++copy) {
    for (std::size_t ink = 0; ink < 4; ++ink) expected.push_back(expected[ink]);
  }
  expect_same(plates_of(outcome.out), expected);
}

TEST_F(JpegPages, OfACameraThatAddsPreviewsAreOnePage) {
  const std::string jpeg = jpeg_of({.page = page(), .markers = [](jpeg_compress_struct& to) {
                                      write_segment(to, 0xe2, std::string("MPF\0II*\0", 8));
                                    }});
  save("page.jpg", jpeg + jpeg_of({.page = page()}));
  EXPECT_EQ(plates_of_picture().size(), 4u);
}

TEST_F(JpegPages, ThatAreCutOffAreRefused) {
  for (const bool progressive : {false, true}) {
    const std::string whole = jpeg_of({.page = page(), .progressive = progressive});
    for (std::size_t bytes = 12; bytes < whole.size(); bytes += 211) {
      SCOPED_TRACE(bytes);
      save("page.jpg", whole.substr(0, bytes));
      expect_refused({"is cut off"});
    }
    save("page.jpg", whole.substr(0, whole.size() - 2));
    expect_refused({"is cut off"});
  }
}

// Programs that go on with half a file add its end. A scan may then seem to be whole.
TEST_F(JpegPages, ThatWereCutOffAndEndedAreRefused) {
  for (const bool progressive : {false, true}) {
    PageSpec noisy = page();
    noisy.smooth = false;
    const std::string whole = jpeg_of({.page = noisy, .progressive = progressive});
    for (std::size_t bytes = 700; bytes + 8 < whole.size(); bytes += whole.size() / 20) {
      SCOPED_TRACE(bytes);
      save("page.jpg", whole.substr(0, bytes) + "\xff\xd9");
      expect_refused({});
    }
  }
  const std::string progressive = jpeg_of({.page = page(), .progressive = true});
  for (std::size_t scan = progressive.find("\xff\xda"); scan != std::string::npos;
       scan = progressive.find("\xff\xda", scan + 1)) {
    const std::size_t next = progressive.find("\xff\xc4", scan);
    if (next == std::string::npos) break;
    save("page.jpg", progressive.substr(0, next) + "\xff\xd9");
    expect_refused({"its JPEG lacks scans"});
  }
}

TEST_F(JpegPages, ThatAreDamagedAreRefused) {
  const std::string whole =
      jpeg_of({.page = page(), .more = [](jpeg_compress_struct& jpeg) { jpeg.restart_interval = 2; }});
  std::string damaged = whole;
  const std::size_t restart = damaged.find("\xff\xd3");
  ASSERT_NE(restart, std::string::npos);
  damaged[restart + 1] = '\xd5';
  save("page.jpg", damaged);
  expect_refused({"its JPEG is damaged", "libjpeg says"});
  damaged = whole;
  damaged.insert(restart, "more than there should be");
  save("page.jpg", damaged);
  expect_refused({"its JPEG is damaged"});
}

TEST_F(JpegPages, OfOtherKindsAreRefused) {
  std::string twelve = jpeg_of({.page = page()});
  twelve[twelve.find("\xff\xc0") + 4] = 12;
  save("page.jpg", twelve);
  expect_refused({"is a kind of JPEG that is not handled", "baseline"});
  std::string lossless = jpeg_of({.page = page()});
  lossless[lossless.find("\xff\xc0") + 1] = '\xc7';
  save("page.jpg", lossless);
  expect_refused({"is a kind of JPEG that is not handled"});
  save("page.jpg", std::string("\xff\xd8\xff\xd9 and so on"));
  expect_refused({"its JPEG is damaged"});
}

// The file says that it is much larger than it is.
TEST_F(JpegPages, WhoseCoefficientsNeedTooMuchMemoryAreRefusedBeforeTheyTakeIt) {
  std::string jpeg = jpeg_of({.page = page(), .progressive = true});
  const std::size_t sizes = jpeg.find("\xff\xc2") + 5;
  for (std::size_t i = 0; i < 4; ++i) jpeg[sizes + i] = '\xfc';
  save("page.jpg", jpeg);
  const Outcome refused = platerip({"--memory", "128", "page.jpg"});
  expect_complaint(refused, 1, {"page.jpg", "memory"});
  if (!sanitized) {
    EXPECT_LT(refused.peak_mib, 200);
  }
}

TEST_F(JpegPages, ThatAreProgressiveAreToldTheMemoryThatIsEnough) {
  PageSpec large = page();
  large.width = large.height = 1500;
  save("page.jpg", jpeg_of({.page = large, .progressive = true}));
  const Outcome refused = platerip({"--memory", "2", "page.jpg"});
  expect_complaint(refused, 1, {"page.jpg: reading it takes at least ", "give --memory "});
  const std::string rest = refused.err.substr(refused.err.find("--memory ") + 9);
  const Outcome enough = platerip({"--memory", rest.substr(0, rest.find(' ')), "page.jpg"});
  EXPECT_EQ(enough.status, 0) << enough.err;
  const Outcome as_a_rule = platerip({"page.jpg"});
  EXPECT_EQ(as_a_rule.status, 0) << as_a_rule.err;
}

TEST_F(JpegPages, TakeTheSameMemoryWhateverTheirHeight) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  const auto peak_of = [this](std::uint32_t height) {
    PageSpec tall{.width = 2000, .height = height, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK, .smooth = true};
    save("page.jpg", jpeg_of({.page = tall}));
    const Outcome outcome = platerip({"--memory", "32", "--planes", "K", "page.jpg"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.peak_mib;
  };
  EXPECT_LT(peak_of(8000), 1.1 * peak_of(4000));
}

}  // namespace
}  // namespace platerip::test
