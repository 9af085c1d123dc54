// What a report is made of: places on turned pages, flat areas, findings, text that may be anything.
#include "rip/proofs/report/html/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "rip/makers/cores_maker.h"
#include "rip/page/rip_page.h"
#include "rip/proofs/report/html/html.h"
#include "rip/proofs/report/picture.h"
#include "rip/resources/threads.h"
#include "tests/random.h"
#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"
#include "tests/rip/made_tones.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(UprightPlace, AgreesWithTurnedPictures) {
  for (tiffio::Orientation orientation = 1; orientation <= 8; ++orientation) {
    const PageShape page{5, 3, orientation};
    for (std::int64_t row = 0; row < page.height; ++row) {
      for (std::int64_t column = 0; column < page.width; ++column) {
        Picture picture{5, 3, 1, std::vector<std::uint8_t>(15)};
        picture.samples[row * 5 + column] = 1;
        const Picture turned = upright(picture, orientation);
        const PagePoint corner = upright_corner(page, column, row, 1, 1);
        EXPECT_EQ(turned.width, page.upright_width());
        EXPECT_EQ(turned.samples[corner.y * turned.width + corner.x], 1) << orientation;
        EXPECT_EQ(column_and_row(page, corner), std::pair(column, row)) << orientation;
      }
    }
  }
}

Picture random_picture(Random& random, std::int64_t width, std::int64_t height, int channels, int most) {
  Picture picture{width, height, channels,
                  std::vector<std::uint8_t>(static_cast<std::size_t>(width * height * channels))};
  for (std::uint8_t& sample : picture.samples) sample = static_cast<std::uint8_t>(random(0, most));
  return picture;
}

// Some are large enough for several threads.
TEST(Picture, ShrinksToTheMeansOfItsPixels) {
  Random random;
  for (const int channels : {1, 3}) {
    for (const std::int64_t side : {random(1, 40), random(400, 500)}) {
      const Picture picture = random_picture(random, side, side + 7, channels, 255);
      const std::int64_t factor = random(2, 16);
      const Picture small = shrunk(picture, factor);
      ASSERT_EQ(small.width, (picture.width + factor - 1) / factor);
      ASSERT_EQ(small.height, (picture.height + factor - 1) / factor);
      for (std::size_t i = 0; i < small.samples.size(); ++i) {
        const std::int64_t pixel = static_cast<std::int64_t>(i) / channels,
                           channel = static_cast<std::int64_t>(i) % channels;
        const std::int64_t left = pixel % small.width * factor, top = pixel / small.width * factor;
        std::int64_t sum = 0, count = 0;
        for (std::int64_t y = top; y < std::min(top + factor, picture.height); ++y)
          for (std::int64_t x = left; x < std::min(left + factor, picture.width); ++x, ++count)
            sum += picture.samples[static_cast<std::size_t>((y * picture.width + x) * channels + channel)];
        ASSERT_EQ(small.samples[i], (sum + count / 2) / count) << side << ", shrunk by " << factor;
      }
    }
  }
}

TEST(Picture, OfFewGraysIsThatOfTheirColours) {
  Random random;
  const Picture gray = random_picture(random, 90, 70, 1, 5);
  Picture rgb{gray.width, gray.height, 3};
  for (const std::uint8_t sample : gray.samples) rgb.samples.insert(rgb.samples.end(), 3, sample);
  EXPECT_EQ(data_uri_of_grays(gray), data_uri(rgb));
  EXPECT_EQ(data_uri_bytes(rgb), data_uri(rgb).size());
}

// Several threads encode many bytes; each group of three is four characters.
TEST(Base64, IsThatOfItsGroups) {
  Random random;
  for (const std::size_t size : {1u, 2u, 3u, 100'000u, 100'001u, 100'002u}) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random(0, 255));
    std::string expected = "before";
    for (std::size_t at = 0; at < size; at += 3) expected += base64(&bytes[at], std::min<std::size_t>(3, size - at));
    EXPECT_EQ(base64(bytes.data(), size, "before"), expected) << size;
  }
  EXPECT_EQ(base64("Man", 3), "TWFu");
}

VerdictFacts good_facts() {
  return {.plates = {{"Cyan", 100, 50, 10}, {"Black", 100, 50, 5}},
          .most_ink_percent = 280,
          .most_ink_pixel = 290,
          .ink_limit = 300,
          .resolution = {600, 600, 2},
          .setter_dpi = 600,
          .warnings = {}};
}

TEST(Verdict, FindsWhatIsWrong) {
  EXPECT_THAT(judge(good_facts()), IsEmpty());
  VerdictFacts facts = good_facts();
  facts.plates[1].height = 51;
  ASSERT_EQ(judge(facts).size(), 1u);
  EXPECT_EQ(worst(judge(facts)), Grade::bad);
  EXPECT_THAT(judge(facts)[0].text, HasSubstr("Black has 100 × 51 pixels, that of Cyan 100 × 50"));
  facts = good_facts();
  facts.resolution = {236.22, 236.22, 3};  // 600 dpi
  EXPECT_THAT(judge(facts), IsEmpty());
  facts.resolution.y = 118.11;
  EXPECT_EQ(worst(judge(facts)), Grade::bad);
}

TEST(Verdict, TellsLookFromBad) {
  VerdictFacts facts = good_facts();
  facts.most_ink_pixel = 340;
  facts.warnings = {"its inks pass through"};
  EXPECT_EQ(worst(judge(facts)), Grade::look);
  facts.plates[0].coverage_percent = 0;
  EXPECT_EQ(judge(facts).size(), 3u);
  EXPECT_EQ(judge(facts)[0].text, "The plate of Cyan is empty.");
}

TEST(Html, EscapesEverything) {
  EXPECT_EQ(escaped("<a href='x'>&\"\n\x01"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
  EXPECT_EQ(escaped("\xc3\xa4\xe2\x82\xac"), "\xc3\xa4\xe2\x82\xac");
  for (const char* broken : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80"})
    EXPECT_THAT(escaped(broken), testing::StartsWith("\xef\xbf\xbd")) << broken;
  Html html;
  html.element("p", "<b>", {{"title", "data:image/png;base64,\"><script>"}});
  EXPECT_THAT(html.take(),
              testing::ElementsAre("<p title=\"data:image/png;base64,&quot;&gt;&lt;script&gt;\">&lt;b&gt;</p>\n"));
}

TEST(Html, IsInPartsThatFollowEachOther) {
  Html html, part;
  part.text("c").picture("img", "src", "data", {});
  html.text("a").add(std::move(part)).text("d");
  EXPECT_EQ(html.size(), 19u);
  std::string all;
  for (const std::string& text : html.take()) all += text;
  EXPECT_EQ(all, "ac<img src=\"data\">d");
}

// A plane of two flat halves, the plate of one of which has half of its dots.
TEST(FlatAreas, ComparesTheirDots) {
  const Grid grid{128, 64, 4};
  const ToneSettings settings{grid};
  ToneRows tones(settings);
  FlatAreas areas(grid, 8, LevelInk());
  std::vector<std::byte> row(128, std::byte{51});
  std::fill(row.begin() + 64, row.end(), std::byte{255});
  test::MadeTones made(settings, {{row.data(), 0, 64}}, 0);
  tones.add(made.tones, 64);
  std::vector<std::uint64_t> levels(32, 2);
  std::fill(levels.begin() + 16, levels.end(), 16);
  while (tones.has_row()) areas.add(tones.take(), levels);
  const FlatTone& light = areas.tones()[20];
  EXPECT_EQ(light.areas, 4);
  EXPECT_DOUBLE_EQ(light.expected_percent(), 20);
  EXPECT_DOUBLE_EQ(light.made_percent(), 12.5);
  EXPECT_DOUBLE_EQ(areas.tones()[100].made_percent(), 100);
}

// The fewest bytes of memory for which a maker has strips of 64 rows, if a report wants these tones.
std::size_t memory_for_64_rows(const std::optional<ToneSettings>& tones) {
  MakerSettings settings;
  settings.separation.format = {.model = profiles::ColorModel::cmyk};
  settings.halftone = {.planes = halftone::planes_of(4, "bayer"), .width = 1000, .parallel = parallel_for};
  settings.plate_inks = {0, 1, 2, 3};
  settings.shape = {.width = 1000, .pixel_row_bytes = 4000, .planes = 4, .plates = 4, .plate_row_bytes = 125};
  settings.page_height = 1000;
  settings.rows = RowsToMake::all(1000);
  settings.strip_rows = 64;
  settings.cores = {*separation::find_backend("reference"), *halftone::find_backend("reference")};
  settings.shape.tones = tones;
  const auto is_enough = [&settings](std::size_t memory) {
    settings.memory = memory;
    const auto maker = CoresMaker::make(settings);
    return maker.ok() && (*maker)->plan().in_flight == 4 && (*maker)->plan().rows == 64;
  };
  std::size_t enough = std::size_t{64} << 20;
  for (std::size_t too_little = 0; enough - too_little > 1;) {
    const std::size_t middle = std::midpoint(enough, too_little);
    (is_enough(middle) ? enough : too_little) = middle;
  }
  return enough;
}

// The tones that a strip has, and those that wait until its plates are made.
TEST(ReportMemory, CountsTheTonesOfEveryStrip) {
  const ToneSettings tones{{1000, 1000, 1}, 8, 4, 4};
  EXPECT_GE(memory_for_64_rows(tones), memory_for_64_rows({}) + 4 * 2 * tones_bytes(tones, 64));
}

}  // namespace
}  // namespace platerip::rip
