// A press is opened once, and pages then need its files no more.
#include "rip/job/press.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <map>

#include "profiles/made_icc.h"
#include "rip/job/page_plan.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "tests/profiles/made_profiles.h"
#include "tests/rip/made_page.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using namespace rip;
using testing::HasSubstr;

using Plates = std::map<std::string, std::vector<std::byte>>;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

class APress : public testing::Test {
 protected:
  APress() {
    write("press.icc", made::press({.noise = 0.2}));
    write("page.icc", profiles::adobe_rgb_icc());
    write("k.txt", bytes_of("0 0\n50 40\n100 100\n"));
    write("m.pgm", bytes_of("P5 2 2 255\n\x20\xA0\xE0\x60"));
    job_.press_profile = path("press.icc");
    job_.input_profile = path("page.icc");
    job_.curves = {{"K", path("k.txt")}};
    job_.screens.files = {{"M", path("m.pgm")}};
    write("drops.txt", bytes_of("28,55,100\n"));
    write("across.txt", bytes_of("px 50\n0 40\n60 60\n"));
    job_.drops.file = path("drops.txt");
    job_.across = {{"C", path("across.txt")}};
    write("split.txt", bytes_of("TONE Cyan Pale\n0 0 0\n100 100 0\n"));
    job_.splits = {{"C", path("split.txt")}};
    job_.threads = 1;
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }
  void write(const std::string& name, std::span<const std::byte> bytes) const { write_file(path(name), bytes); }
  void remove_files() const {
    for (const char* const name : {"press.icc", "page.icc", "k.txt", "m.pgm", "drops.txt", "across.txt", "split.txt"})
      fs::remove(path(name));
  }

  /// The plates of a page, made in a folder of their own.
  [[nodiscard]] Plates plates(const std::string& name, std::shared_ptr<const Press> press = nullptr) const {
    Job job = job_;
    job.plates.folder = path(name);
    MadePage page(61, 40, 8);
    PlateFiles sink(job.plates);
    const auto report = rip_page(job, {"page.tif"}, page, sink, {}, {.press = std::move(press)});
    EXPECT_TRUE(report.ok()) << report.error().message;
    Plates made;
    for (const auto& file : fs::directory_iterator(path(name)))
      made[file.path().filename().string()] = read_file(file.path().string());
    return made;
  }

  TempFolder folder_;
  Job job_;
};

TEST_F(APress, IsAllThatPagesNeed) {
  const Plates expected = plates("expected");
  ASSERT_EQ(expected.size(), 5u);
  const auto press = open_press(job_);
  ASSERT_TRUE(press.ok()) << press.error().message;
  remove_files();
  for (const char* const page : {"first", "second"}) EXPECT_EQ(plates(page, *press), expected) << page;
}

TEST_F(APress, CannotChangeBetweenPages) {
  const auto press = open_press(job_);
  ASSERT_TRUE(press.ok()) << press.error().message;
  const Plates before = plates("before", *press);
  write("press.icc", made::press({.noise = 0.9}));
  write("k.txt", bytes_of("0 0\n50 80\n100 100\n"));
  EXPECT_EQ(plates("after", *press), before);
  EXPECT_NE(plates("opened again"), before);
}

TEST_F(APress, IsSharedByThreads) {
  const Plates expected = plates("expected");
  const auto press = open_press(job_);
  ASSERT_TRUE(press.ok());
  std::vector<std::future<Plates>> pages;
  for (int i = 0; i < 4; ++i)
    pages.push_back(std::async(std::launch::async, [&, i] { return plates(std::to_string(i), *press); }));
  for (auto& page : pages) EXPECT_EQ(page.get(), expected);
}

TEST_F(APress, PlansPagesOnSeveralThreads) {
  const auto press = open_press(job_);
  ASSERT_TRUE(press.ok());
  tiffio::PageInfo page;
  page.width = page.height = 100;
  std::vector<std::future<bool>> plans;
  for (int i = 0; i < 4; ++i)
    plans.push_back(std::async(std::launch::async, [&] { return plan_page(job_, **press, {"page.tif"}, page).ok(); }));
  for (auto& plan : plans) EXPECT_TRUE(plan.get());
}

TEST_F(APress, NamesTheFileThatCannotBeOpened) {
  for (const char* const name : {"press.icc", "page.icc", "k.txt", "m.pgm", "drops.txt", "across.txt", "split.txt"}) {
    const auto bytes = read_file(path(name));
    fs::remove(path(name));
    const auto press = open_press(job_);
    ASSERT_FALSE(press.ok());
    EXPECT_THAT(press.error().message, HasSubstr(name));
    write(name, bytes);
  }
  EXPECT_TRUE(open_press(job_).ok());
}

TEST_F(APress, TakesEveryIntentOfTheBuiltInProfile) {
  for (const auto intent : {profiles::Intent::perceptual, profiles::Intent::relative, profiles::Intent::saturation,
                            profiles::Intent::absolute}) {
    Job job;
    job.intent = intent;
    EXPECT_TRUE(open_press(job).ok()) << static_cast<int>(intent);
  }
}

TEST_F(APress, PlansAPageWithoutMakingIt) {
  job_.planes = {"K", "M"};
  job_.resolution = 600;
  const auto press = open_press(job_);
  ASSERT_TRUE(press.ok());
  remove_files();
  tiffio::PageInfo page;
  page.width = page.height = 100;
  const auto plan = plan_page(job_, **press, {"page.tif"}, page);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_THAT(plan->plate_names(), testing::ElementsAre("Magenta", "Black"));
  EXPECT_EQ(plan->planes[0].method, halftone::Method(halftone::given_screen));
  EXPECT_EQ(plan->planes[1].method, halftone::Method("tone"));
  EXPECT_EQ(plan->resolution.x, 600);
  job_.ink_limits = {{"Gold", 50}};
  EXPECT_EQ(plan_page(job_, **press, {"page.tif"}, page).error().setting, "ink-limit");
}

}  // namespace
}  // namespace platerip::test
