// Plates that are turned upright, from outside.
#include <span>
#include <utility>

#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class UprightOption : public PlateripTest {
 protected:
  void write(std::uint16_t orientation) const {
    write_page(file("page.tif"),
               {.width = 61, .height = 40, .orientation = orientation, .resolution_x = 600, .resolution_y = 300});
  }

  const std::vector<std::string> plain_{"page.tif", "--halftone", "threshold"};
  const std::vector<std::string> upright_{"page.tif", "--halftone", "threshold", "--upright", "-o", "upright"};
};

// Where a pixel of the file is seen (TIFF 6.0, Orientation).
std::pair<std::uint32_t, std::uint32_t> place(int orientation, std::uint32_t x, std::uint32_t y, const Plate& plate) {
  const std::uint32_t right = plate.width - 1 - x;
  const std::uint32_t bottom = plate.height - 1 - y;
  const std::pair<std::uint32_t, std::uint32_t> places[] = {{x, y}, {right, y},  {right, bottom}, {x, bottom},
                                                            {y, x}, {bottom, x}, {bottom, right}, {y, right}};
  return places[orientation - 1];
}

TEST_F(UprightOption, TurnsEveryOrientation) {
  for (std::uint16_t orientation = 1; orientation <= 8; ++orientation) {
    write(orientation);
    expect_done(platerip(plain_));
    expect_done(platerip(upright_));
    for (const char* ink : ink_names) {
      const Plate lying = plate(std::string("page.") + ink + ".tif");
      const Plate upright = plate(std::string("upright/page.") + ink + ".tif");
      EXPECT_EQ(lying.orientation, orientation);
      EXPECT_EQ(upright.orientation, 1);
      EXPECT_EQ(upright.width, orientation > 4 ? lying.height : lying.width);
      EXPECT_EQ(upright.x_resolution, orientation > 4 ? 300 : 600);
      EXPECT_EQ(upright.y_resolution, orientation > 4 ? 600 : 300);
      ASSERT_EQ(upright.levels.size(), lying.levels.size());
      for (std::uint32_t y = 0; y < lying.height; ++y) {
        for (std::uint32_t x = 0; x < lying.width; ++x) {
          const auto [column, row] = place(orientation, x, y, lying);
          ASSERT_EQ(upright.levels[row * upright.width + column], lying.levels[y * lying.width + x])
              << orientation << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

TEST_F(UprightOption, DoesNotDependOnMemoryOrTheWayOut) {
  write_page(file("page.tif"), {.width = 900, .height = 1300, .orientation = ORIENTATION_RIGHTTOP});
  expect_done(platerip({"page.tif", "--upright", "-o", "plenty"}));
  expect_done(platerip({"page.tif", "--upright", "-o", "little", "--memory", "2"}));
  const Outcome stream = platerip({"page.tif", "--upright", "-o", "-"});
  expect_done(stream);
  write_file(file("stream.tif"), std::as_bytes(std::span(stream.out)));
  const std::vector<Plate> streamed = read_plates(file("stream.tif"));
  ASSERT_EQ(streamed.size(), 4u);
  for (std::size_t i = 0; i < streamed.size(); ++i) {
    const std::string name = "/page." + streamed[i].page_name + ".tif";
    EXPECT_EQ(streamed[i].orientation, 1);
    EXPECT_TRUE(plate("plenty" + name).levels == streamed[i].levels);
    EXPECT_TRUE(plate("little" + name).levels == streamed[i].levels);
  }
}

TEST_F(UprightOption, LeavesNothingIfThePageCannotWait) {
  write_page(file("page.tif"), {.width = 2000, .height = 1500, .orientation = ORIENTATION_RIGHTTOP});
  expect_complaint(platerip({"page.tif", "--upright", "--spool", "1"}), 1, {"page.tif: ", " 1 MiB ", "larger --spool"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  write_page(file("page.tif"), {.width = 2000, .height = 1500, .orientation = ORIENTATION_TOPRIGHT});
  expect_done(platerip({"page.tif", "--upright", "--spool", "1"}));
}

}  // namespace
}  // namespace platerip::test
