// Print jobs of many small pages: the filters' memory does not grow with their number.
#include "tests/rip/cups/filter_command.h"
#include "tests/rip/large_page.h"

namespace platerip::test {
namespace {

constexpr int few = 100;
constexpr int many = sanitized ? 300 : 1000;

class ManyPrintedPages : public FilterTest {
 protected:
  explicit ManyPrintedPages(const std::string& filter) : FilterTest(filter) {
    for (const int pages : {few, many}) {
      const RasterSpec page{.page = {.width = 16, .height = 16, .resolution_x = 300, .resolution_y = 300}};
      save(std::to_string(pages) + ".ras", raster_of(std::vector<RasterSpec>(static_cast<std::size_t>(pages), page)));
    }
  }

  /// Expects that a job of many pages takes the memory of one of a few.
  void expect_flat_memory(const std::string& options, const std::string& ending, int plates) const {
    const auto job = [&](int pages) {
      Command command = this->command({.options = options});
      command.input = file(std::to_string(pages) + ending);
      const Outcome outcome = run(command);
      expect_printed(outcome);
      EXPECT_EQ(lines_of(outcome, "PAGE").size(), static_cast<std::size_t>(pages));
      return outcome;
    };
    const Outcome least = job(few);
    const Outcome most = job(many);
    EXPECT_EQ(plates_of(most.out).size(), static_cast<std::size_t>(many * plates));
    if (sanitized) return;  // sanitizers take memory of their own
    EXPECT_LT(most.peak_mib, least.peak_mib + 1);
  }
};

class ManyRasterPages : public ManyPrintedPages {
 protected:
  ManyRasterPages() : ManyPrintedPages("rastertoplates") {}
};

class ManyTiffPages : public ManyPrintedPages {
 protected:
  ManyTiffPages() : ManyPrintedPages("tifftoplates") {}
};

TEST_F(ManyRasterPages, TakeTheMemoryOfAFew) {
  expect_flat_memory("planes=K", ".ras", 1);
}

// Plates of a single ink are gray pages.
TEST_F(ManyTiffPages, TakeTheMemoryOfAFew) {
  for (const int pages : {few, many}) {
    Command command{.words = {PLATERIP_PROGRAM, "-", "--planes", "K", "-o", "-"},
                    .folder = folder_.path().string(),
                    .input = file(std::to_string(pages) + ".ras")};
    save(std::to_string(pages) + ".tif", run(command).out);
  }
  expect_flat_memory("PageSize=Custom.12x12 Resolution=300dpi planes=K", ".tif", 1);
}

}  // namespace
}  // namespace platerip::test
