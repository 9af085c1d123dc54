// Pages that fail in the middle, and what becomes of their checkpoints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <new>

#include "rip/page/page_checkpoint.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "tests/rip/made_page.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using namespace rip;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::Gt;
using testing::HasSubstr;

constexpr std::int64_t height = 400;
constexpr std::int64_t strip_rows = 16;

/// Calls `fail` when its middle is read.
class FailingPage : public MadePage {
 public:
  FailingPage(std::int64_t width, std::function<Status()> fail) : MadePage(width, height, 8), fail_(std::move(fail)) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    row_ += rows;
    if (row_ <= height / 2) return MadePage::read(rows, out, stride);
    return fail_();
  }

 private:
  std::function<Status()> fail_;
  std::int64_t row_ = 0;
};

/// Plates that note how they are begun.
class NotingFiles : public PlateFiles {
 public:
  using PlateFiles::PlateFiles;

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override {
    is_begun = true;
    begun = PlateFiles::begin(plates, files);
    return begun;
  }

  bool is_begun = false;
  Status begun;
};

/// Goes on anywhere, and makes nothing.
class IdleMaker : public Maker {
 public:
  explicit IdleMaker(std::int64_t row_bytes) : pixels_(static_cast<std::size_t>(row_bytes)), strips_(1) {
    strips_.front().pixels = pixels_.data();
    strips_.front().pixel_stride = row_bytes;
    strips_.front().room = 1;
  }

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] Budget budget() const override { return {}; }
  Status begin(const halftone::Boundary&) override { return {}; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] std::int64_t rows_held_back() const override { return 0; }
  [[nodiscard]] bool takes_in_order() const override { return false; }
  Status take(StripInFlight&) override { return {}; }
  Status give(StripInFlight&, std::size_t) override { return {}; }
  Result<halftone::Boundary> stop() override { return halftone::Boundary(); }
  [[nodiscard]] std::string separation_backend() const override { return ""; }
  [[nodiscard]] std::string halftone_backend() const override { return ""; }

 private:
  std::vector<std::byte> pixels_;
  StripPlan plan_{.rows = 1, .in_flight = 1};
  std::vector<StripInFlight> strips_;
};

class LeftPages : public testing::Test {
 protected:
  LeftPages() {
    write_file(folder_.file("page.tif"), {});
    job_.strip_rows = strip_rows;
    job_.threads = 1;
    job_.checkpoint = 0;
    job_.plates.manifest = true;
    job_.plates.folder = folder_.file("out");
  }

  Result<PageReport> make(PageRows& rows, const PageEvents& events = {}) const {
    PlateFiles plates(job_.plates);
    return rip_page(job_, {folder_.file("page.tif")}, rows, plates, events);
  }

  /// The files in the folder of the plates, hidden ones too.
  [[nodiscard]] std::map<std::string, std::vector<std::byte>> made() const {
    std::map<std::string, std::vector<std::byte>> files;
    for (const auto& entry : fs::directory_iterator(*job_.plates.folder))
      files[entry.path().filename().string()] = read_file(entry.path().string());
    return files;
  }

  /// Makes a page from the beginning, and forgets it.
  [[nodiscard]] std::map<std::string, std::vector<std::byte>> expected() const {
    MadePage page(width_, height, 8);
    EXPECT_TRUE(make(page).ok());
    const auto files = made();
    fs::remove_all(*job_.plates.folder);
    return files;
  }

  /// Makes the page again. Returns whether it went on where it was left.
  [[nodiscard]] bool goes_on() const {
    MadePage page(width_, height, 8);
    const auto report = make(page);
    if (!report.ok()) ADD_FAILURE() << report.error().message;
    return report.ok() && testing::Matches(Contains(
                              Field(&Remark::message, HasSubstr("where an earlier run was cut off"))))(report->notes);
  }

  TempFolder folder_;
  std::int64_t width_ = 97;
  Job job_;
};

TEST_F(LeftPages, GoOnAfterWhatMayPass) {
  const auto all = expected();
  for (const ErrorCode code :
       {ErrorCode::unreadable, ErrorCode::no_memory, ErrorCode::no_space, ErrorCode::device, ErrorCode::stopped}) {
    FailingPage page(width_, [code] { return Error{"broken", code}; });
    ASSERT_FALSE(make(page).ok());
    EXPECT_TRUE(goes_on()) << static_cast<int>(code);
    EXPECT_EQ(made(), all);
    fs::remove_all(*job_.plates.folder);
  }
}

TEST_F(LeftPages, GoOnAfterExceptions) {
  const auto all = expected();
  FailingPage page(width_, []() -> Status { throw std::bad_alloc(); });
  EXPECT_THROW(static_cast<void>(make(page)), std::bad_alloc);
  EXPECT_TRUE(goes_on());
  EXPECT_EQ(made(), all);
}

// The plates of a large page take long to read again.
TEST_F(LeftPages, StopWhileTheirPlatesAreReadAgain) {
  width_ = 24'000;  // half of such a plate fills a strip of the TIFF
  const auto all = expected();
  FailingPage failing(width_, [] { return Error{"broken", ErrorCode::unreadable}; });
  ASSERT_FALSE(make(failing).ok());
  MadePage page(width_, height, 8);
  NotingFiles plates(job_.plates);
  const PageEvents events{.stop = [&plates] { return plates.is_begun; }};
  const auto stopped = rip_page(job_, {folder_.file("page.tif")}, page, plates, events);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::stopped);
  EXPECT_FALSE(plates.begun.ok()) << "all plates were read";
  EXPECT_TRUE(goes_on());
  EXPECT_EQ(made(), all);
}

// It may have megabytes, and is of no use while the rest of the page is made.
TEST_F(LeftPages, FreeTheirCheckpointWhenTheyGoOn) {
  FailingPage failing(width_, [] { return Error{"broken", ErrorCode::unreadable}; });
  ASSERT_FALSE(make(failing).ok());
  const PageSource source{folder_.file("page.tif")};
  PageCheckpoint checkpoint(job_, source);
  PlatesInfo plates;
  plates.height = height;
  plates.inks = {"Cyan", "Magenta", "Yellow", "Black"};
  ASSERT_TRUE(checkpoint.find(plates.inks.size(), plates, made_with(job_, {}, source)).ok());
  ASSERT_NE(checkpoint.earlier(), nullptr);
  MadePage page(width_, height, 8);
  IdleMaker maker(page.info().row_bytes());
  StripReader reader(page, {});
  PageSums sums;
  ASSERT_TRUE(checkpoint.go_on(maker, reader, page.info(), sums, [] { return false; }).ok());
  EXPECT_EQ(checkpoint.earlier(), nullptr);
  EXPECT_THAT(sums.levels, Each(Gt(0)));
  EXPECT_GT(sums.ink.mean_percent(), 0);
}

// A program may set a job's fields without words.
TEST_F(LeftPages, DoNotGoOnWithOtherFields) {
  job_.ink_limit = 300;
  FailingPage failing(width_, [] { return Error{"broken", ErrorCode::unreadable}; });
  ASSERT_FALSE(make(failing).ok());
  MadePage page(width_, height, 8);
  job_.ink_limit = 240;
  const auto refused = make(page);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::bad_setting);
  EXPECT_THAT(refused.error().message, HasSubstr("--ink-limit"));
  job_.ink_limit = 300.0;
  EXPECT_TRUE(goes_on());
}

TEST_F(LeftPages, LeaveNothingIfTheyAreRefused) {
  for (const ErrorCode code : {ErrorCode::bad_input, ErrorCode::bad_setting, ErrorCode::unsupported}) {
    FailingPage page(width_, [code] { return Error{"broken", code}; });
    ASSERT_FALSE(make(page).ok());
    EXPECT_TRUE(made().empty()) << static_cast<int>(code);
  }
}

}  // namespace
}  // namespace platerip::test
