// Jobs whose pages break: the output of the filters for the pages before can be read, in both types.
#include <algorithm>
#include <csignal>
#include <functional>
#include <thread>

#include "tests/rip/cups/filter_command.h"
#include "tests/rip/feed.h"

namespace platerip::test {
namespace {

// 720 x 57.6 points at 300 dpi: more than what is written at once.
const PageSpec page{.width = 3000, .height = 240, .resolution_x = 300, .resolution_y = 300};
const std::string sheet = "PageSize=Custom.720x57.6 Resolution=300dpi ";

struct Type {
  const char* name;
  const char* final_type;
  const char* ppd;
  std::string options;
};

const Type types[] = {
    {"Plates", plates_type, PLATERIP_PPDS "/prplates.ppd", ""},
    {"OnePlate", plates_type, PLATERIP_PPDS "/prplates.ppd", "PlateripPlanes=K"},
    {"Chunked", raster_type, PLATERIP_PPDS "/prraster.ppd", "ColorModel=CMYK"},
    {"Banded", raster_type, PLATERIP_PPDS "/prraster.ppd", "ColorModel=KCMY levels=16"},
    {"Planar", raster_type, PLATERIP_PPDS "/prraster.ppd", "ColorModel=CMYKPlanar"},
};

class BrokenJob : public FilterTest, public testing::WithParamInterface<Type> {
 protected:
  explicit BrokenJob(const std::string& name) : FilterTest(name) {}

  [[nodiscard]] static FilterCall call(int copies = 1) {
    return {.options = sheet + GetParam().options,
            .final_type = GetParam().final_type,
            .ppd = GetParam().ppd,
            .copies = copies};
  }

  /// Expects that the output begins like that for the pages before alone. If it is a TIFF, it has the same plates.
  void expect_pages_before(const Outcome& broken, const Outcome& undisturbed) const {
    expect_printed(undisturbed);
    if (GetParam().final_type == std::string(plates_type)) {
      expect_same(plates_of(broken.out), plates_of(undisturbed.out));
    } else {
      EXPECT_TRUE(broken.out.starts_with(undisturbed.out));
    }
    EXPECT_EQ(lines_of(broken, "PAGE"), lines_of(undisturbed, "PAGE"));
  }
};

class BrokenRasterJob : public BrokenJob {
 protected:
  BrokenRasterJob() : BrokenJob("rastertoplates") {
    cups_page_header2_t header = header_of({.page = page});
    header.NumCopies = 2;
    const std::string plain = raster_of({{.page = page}});
    copies_ = raw_raster(header, plain.substr(sync_bytes + sizeof header));
    next_ = plain.substr(sync_bytes);
    save("whole.ras", copies_);
  }

  static constexpr std::size_t sync_bytes = 4;
  std::string copies_;  // a page, twice
  std::string next_;    // a page after it
};

TEST_P(BrokenRasterJob, HoldsThePagesBeforeACutOne) {
  const Outcome undisturbed = filter("whole.ras", call());
  for (const std::size_t bytes : {std::size_t{1000}, next_.size() * 2 / 3}) {
    save("cut.ras", copies_ + next_.substr(0, bytes));
    const Outcome outcome = filter("cut.ras", call());
    expect_failed(outcome, {"a page page 2", "ends in"});
    expect_pages_before(outcome, undisturbed);
  }
}

TEST_P(BrokenRasterJob, HoldsThePagesBeforeADamagedOne) {
  std::string damaged = next_;
  damaged[offsetof(cups_page_header2_t, cupsBitsPerColor)] = 77;
  save("damaged.ras", copies_ + damaged);
  const Outcome outcome = filter("damaged.ras", call());
  expect_failed(outcome, {"a page page 2", "cupsBitsPer"});
  expect_pages_before(outcome, filter("whole.ras", call()));
}

TEST_P(BrokenRasterJob, HoldsThePagesBeforeItIsStopped) {
  const Outcome undisturbed = filter("whole.ras", call());
  Feed feed(file("feed"));
  Command fed = command(call());
  fed.input = file("feed");
  Process process(fed);
  feed.put(copies_ + next_.substr(0, next_.size() * 2 / 3));
  while (process.err().find("PAGE: 1 2") == std::string::npos && !process.ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.send(SIGTERM);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(lines_of(outcome, "ERROR"), testing::IsEmpty());
  expect_pages_before(outcome, undisturbed);
}

INSTANTIATE_TEST_SUITE_P(All, BrokenRasterJob, testing::ValuesIn(types),
                         [](const auto& test) { return std::string(test.param.name); });

class BrokenTiffJob : public BrokenJob {
 protected:
  BrokenTiffJob() : BrokenJob("tifftoplates") {
    write_page(file("whole.tif"), page);
    write_page(file("damaged.tif"), page);
    const std::size_t before = read_file(file("damaged.tif")).size();
    PageSpec next = page;
    next.compression = COMPRESSION_ADOBE_DEFLATE;
    next.append = true;
    write_page(file("damaged.tif"), next);
    std::vector<std::byte> bytes = read_file(file("damaged.tif"));
    const auto middle = static_cast<std::ptrdiff_t>(before + (bytes.size() - before) * 2 / 3);
    std::fill_n(bytes.begin() + middle, 5000, std::byte{0x55});
    write_file(file("damaged.tif"), bytes);
  }
};

TEST_P(BrokenTiffJob, HoldsThePagesBeforeADamagedOne) {
  for (const int copies : {1, 2}) {
    const Outcome outcome = filter("damaged.tif", call(copies));
    expect_failed(outcome, {"a page", "damaged"});
    expect_pages_before(outcome, filter("whole.tif", call(copies)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenTiffJob, testing::ValuesIn(types),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace platerip::test
