// Pages of a stream that break: all plates of the pages before them can be read, whatever follows.
#include <algorithm>
#include <csignal>
#include <thread>

#include "tests/rip/feed.h"
#include "tests/rip/pnm.h"
#include "tests/rip/stream_command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

struct Way {
  const char* name;
  std::vector<std::string> arguments;
};

const Way ways[] = {
    {"Tiff", {}},
    {"TiffOfOnePlate", {"--planes", "K"}},
    {"TiffOfLevels", {"--levels", "16", "--threads", "1"}},
    {"Pbm", {"--output-format", "pbm"}},
    {"Raster", {"--output-format", "cups-raster", "--levels", "4"}},
};

class BrokenStream : public StreamTest, public testing::WithParamInterface<Way> {
 protected:
  [[nodiscard]] static std::vector<std::string> arguments() {
    std::vector<std::string> arguments{"-", "-o", "-", "--strip-rows", "50"};
    arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
    return arguments;
  }

  [[nodiscard]] static bool is_tiff() { return std::string(GetParam().name).starts_with("Tiff"); }

  /// The output for these pages if nothing follows them.
  [[nodiscard]] std::string undisturbed(const std::string& pages) const {
    save("whole.pnm", pages);
    const Outcome outcome = piped("whole.pnm", arguments());
    expect_done(outcome);
    return outcome.out;
  }

  /// Expects the plates of these pages in the stream. Images and rasters end by themselves. A TIFF must have an end
  /// too, and no other plates.
  void expect_plates_of(const std::string& pages, const std::string& stream) const {
    const std::string expected = undisturbed(pages);
    if (!is_tiff()) {
      EXPECT_TRUE(stream.starts_with(expected));
      return;
    }
    expect_same(plates_of(stream), plates_of(expected));
    save("plates.tif", stream);
    const auto found = tiffio::find_pages(file("plates.tif"));
    ASSERT_TRUE(found.ok());
    EXPECT_FALSE(found->broken) << found->broken->message;
  }

  // Larger than what is written at once.
  const PageSpec first_spec_{.width = 3000, .height = 200};
  const PageSpec next_spec_{.width = 4000, .height = 400};
  const std::string first_ = pnm_of(first_spec_);
  const std::string small_ = pnm_of({.width = 64, .height = 50});
  const std::string next_ = pnm_of(next_spec_);
};

TEST_P(BrokenStream, OfACutPageHoldsThePagesBefore) {
  for (const std::string& before : {first_, small_ + first_ + small_}) {
    for (const std::size_t bytes : {std::size_t{5000}, next_.size() * 2 / 3}) {
      SCOPED_TRACE(testing::Message() << before.size() << " and " << bytes << " bytes");
      save("cut.pnm", before + next_.substr(0, bytes));
      const Outcome outcome = piped("cut.pnm", arguments());
      expect_complaint(outcome, 1, {"stdin page ", "ends in row"});
      expect_plates_of(before, outcome.out);
    }
  }
}

TEST_P(BrokenStream, OfADamagedHeaderHoldsThePagesBefore) {
  save("damaged.pnm", first_ + "P6 10 x 255\n" + next_);
  const Outcome outcome = piped("damaged.pnm", arguments());
  expect_complaint(outcome, 1, {"stdin page 2", "header"});
  expect_plates_of(first_, outcome.out);
}

TEST_P(BrokenStream, OfADamagedTiffHoldsThePagesBefore) {
  write_page(file("pages.tif"), first_spec_);
  const std::size_t before = read_file(file("pages.tif")).size();
  PageSpec next = next_spec_;
  next.compression = COMPRESSION_ADOBE_DEFLATE;
  next.append = true;
  write_page(file("pages.tif"), next);
  std::vector<std::byte> bytes = read_file(file("pages.tif"));
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(before + (bytes.size() - before) / 2), 5000, std::byte{0x55});
  write_file(file("pages.tif"), bytes);
  const Outcome outcome = piped("pages.tif", arguments());
  expect_complaint(outcome, 1, {"stdin", "damaged"});
  expect_plates_of(first_, outcome.out);
}

TEST_P(BrokenStream, OfABrokenFirstPageHoldsNothing) {
  save("cut.pnm", next_.substr(0, next_.size() * 2 / 3));
  const Outcome outcome = piped("cut.pnm", arguments());
  expect_complaint(outcome, 1, {"stdin page 1", "ends in row"});
  save("plates.tif", outcome.out);
  EXPECT_FALSE(tiffio::find_pages(file("plates.tif")).ok());
}

TEST_P(BrokenStream, StoppedInThePageHoldsThePagesBefore) {
  const std::size_t whole = undisturbed(first_).size();
  for (const auto& [has_begun, signal] : {std::pair(false, SIGTERM), {true, SIGTERM}, {true, SIGHUP}}) {
    Feed feed(file(has_begun ? "second" : "first"));
    Command fed = command(arguments());
    fed.words.emplace_back("-v");
    fed.input = file(has_begun ? "second" : "first");
    Process process(fed);
    feed.put(first_);
    feed.put(next_.substr(0, has_begun ? next_.size() * 2 / 3 : 5000));
    const auto is_there = [&, begun = has_begun] {
      return process.err().find("stdin page 1: ") != std::string::npos &&
             (!begun || process.out().size() > whole + 20'000);
    };
    while (!is_there() && !process.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    process.send(signal);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.status, 128 + signal);
    EXPECT_THAT(outcome.err, testing::HasSubstr(has_begun ? "stdin page 2: stopped by SIG" : "stopped"));
    expect_plates_of(first_, outcome.out);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenStream, testing::ValuesIn(ways),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace platerip::test
