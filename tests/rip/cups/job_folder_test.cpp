// The folder of a job's plates, while somebody else who may write beside it interferes.
#include "rip/cups/backend/job_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/tiffio/temp_folder.h"

namespace {
// What happens between the making of a folder and the next look at it.
std::function<void(const char* name)> interfere;
}  // namespace

// Takes the place of the C library's, only in this program.
extern "C" int mkdirat(int parent, const char* name, mode_t mode) noexcept {
  const auto made = static_cast<int>(::syscall(SYS_mkdirat, parent, name, mode));
  if (made == 0 && interfere) interfere(name);
  return made;
}

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class JobFolders : public testing::Test {
 protected:
  void TearDown() override { interfere = nullptr; }

  [[nodiscard]] std::string path_of(const std::string& name) const { return folder_.file(name); }

  Result<JobFolder> create() {
    return JobFolder::create(parent_, folder_.path(), "12-page", {.group = ::getegid(), .mode = 0644});
  }

  void expect_refused() {
    const auto job = create();
    ASSERT_FALSE(job.ok());
    EXPECT_THAT(job.error().message, HasSubstr("let nobody else write there"));
  }

  test::TempFolder folder_;
  Descriptor parent_{::open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
};

TEST_F(JobFolders, OneThatNobodyTouchesIsTaken) {
  auto job = create();
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_TRUE(job->commit().ok());
  EXPECT_TRUE(fs::is_empty(path_of("12-page")));
}

TEST_F(JobFolders, OneThatSomebodyFillsAsItIsMadeIsRefused) {
  interfere = [this](const char* name) { std::ofstream(path_of(name) + "/page.Cyan.tif") << "not ours"; };
  expect_refused();
  EXPECT_TRUE(fs::exists(path_of(".12-page.part/page.Cyan.tif"))) << "what is not ours stays";
  EXPECT_FALSE(fs::exists(path_of("12-page")));
}

TEST_F(JobFolders, OneThatSomebodyReplacesByAFullOneIsRefused) {
  fs::create_directory(path_of("theirs"));
  std::ofstream(path_of("theirs/page.Cyan.tif")) << "not ours";
  interfere = [this](const char* name) {
    fs::remove(path_of(name));
    fs::rename(path_of("theirs"), path_of(name));
  };
  expect_refused();
}

TEST_F(JobFolders, OneThatSomebodyReplacesByOneOfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may make folders of others";
  interfere = [this](const char* name) { ASSERT_EQ(::chown(path_of(name).c_str(), 65534, 65534), 0); };
  expect_refused();
}

TEST_F(JobFolders, OneThatSomebodyReplacesByALinkIsRefused) {
  fs::create_directory(path_of("elsewhere"));
  interfere = [this](const char* name) {
    fs::remove(path_of(name));
    fs::create_directory_symlink(path_of("elsewhere"), path_of(name));
  };
  EXPECT_FALSE(create().ok());
  EXPECT_TRUE(fs::is_empty(path_of("elsewhere")));
}

}  // namespace
}  // namespace platerip::rip
