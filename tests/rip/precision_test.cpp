// --precision exact, and the table that it keeps for the next run.
#include <filesystem>

#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class PrecisionOption : public PlateripTest {
 protected:
  PrecisionOption() { write_page(file("page.tif"), PageSpec{.width = 611, .height = 523}); }

  // Runs `platerip --precision exact` with this cache, which must succeed.
  std::string verbose_run(const std::string& cache, const std::string& plates = "plates") const {
    Command command = exact_command(cache, plates);
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 0);
    return outcome.err;
  }

  Command exact_command(const std::string& cache, const std::string& plates) const {
    Command command = this->command({"--verbose", "--precision", "exact", "-o", plates, "page.tif"});
    command.environment = {{"XDG_CACHE_HOME", cache}, {"HOME", ""}};
    return command;
  }

  std::vector<std::vector<std::byte>> bytes_of(const std::string& plates) const {
    std::vector<std::vector<std::byte>> bytes;
    for (const std::string& name : four_plates(plates + "/page")) bytes.push_back(read_file(file(name)));
    return bytes;
  }

  std::vector<std::vector<std::byte>> reference_plates() const {
    expect_done(platerip({"--backend", "reference", "--precision", "exact", "-o", "reference", "page.tif"}));
    return bytes_of("reference");
  }
};

TEST_F(PrecisionOption, HasOneTableForAllPagesAndLaterRunsUnlessItIsDamaged) {
  const auto wanted = reference_plates();
  std::filesystem::copy(file("page.tif"), file("other.tif"));
  Command command = exact_command("", "plates");
  command.environment["HOME"] = file("home");
  command.words.insert(command.words.end(), {"other.tif", "--resolution", "600"});
  const std::string said = run(command).err;
  const std::string cache = file("home") + "/.cache";
  EXPECT_THAT(said, HasSubstr("page.tif: sRGB"));
  EXPECT_THAT(said.substr(0, said.find('\n')), HasSubstr("table computed and kept as " + cache + "/platerip/"));
  EXPECT_THAT(said.substr(said.find('\n')), HasSubstr("table of an earlier page"));
  for (const char* ink : {".Cyan.tif", ".Magenta.tif", ".Yellow.tif", ".Black.tif"})
    EXPECT_EQ(plate(std::string("plates/page") + ink).levels, plate(std::string("plates/other") + ink).levels) << ink;

  EXPECT_THAT(verbose_run(cache), HasSubstr("table read from " + cache + "/platerip/"));
  EXPECT_EQ(bytes_of("plates"), wanted);

  const std::filesystem::path table = *std::filesystem::directory_iterator(cache + "/platerip");
  auto bytes = read_file(table.string());
  bytes[bytes.size() / 2] ^= std::byte{0x10};
  write_file(table.string(), bytes);
  EXPECT_THAT(verbose_run(cache), HasSubstr("table computed and kept as "));
  EXPECT_EQ(bytes_of("plates"), wanted);
}

TEST_F(PrecisionOption, IsTheSameFromTwoRunsAtOnce) {
  const auto wanted = reference_plates();
  Process one(exact_command(file("cache"), "one"));
  Process other(exact_command(file("cache"), "other"));
  EXPECT_EQ(one.wait().status, 0);
  EXPECT_EQ(other.wait().status, 0);
  EXPECT_EQ(bytes_of("one"), wanted);
  EXPECT_EQ(bytes_of("other"), wanted);
  EXPECT_THAT(verbose_run(file("cache")), HasSubstr("table read from "));
}

// Filling the table would take longer than the page.
TEST_F(PrecisionOption, DoesWithoutACache) {
  const auto wanted = reference_plates();
  for (const char* nowhere : {"", "relative/path", "/dev/null/cache"}) {
    const std::string where = *nowhere == '/' ? "not kept: /dev/null/cache/platerip: " : "not kept)";
    EXPECT_THAT(verbose_run(nowhere), AnyOf(HasSubstr("exact, pipeline, too small a page for a table that is " + where),
                                            HasSubstr("reference (exact, this LittleCMS fuses")));
    EXPECT_EQ(bytes_of("plates"), wanted);
  }
}

TEST_F(PrecisionOption, ChangesThePlates) {
  expect_done(platerip({"--precision", "littlecms", "-o", "plates", "page.tif"}));
  EXPECT_NE(bytes_of("plates"), reference_plates());
}

TEST_F(PrecisionOption, IsOneOfTwo) {
  expect_complaint(platerip({"--precision", "best", "page.tif"}), 2, {"--precision", "best", "littlecms, exact"});
}

}  // namespace
}  // namespace platerip::test
