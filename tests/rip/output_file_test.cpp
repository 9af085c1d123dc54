#include "rip/plates/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/on_threads.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() { fs::create_directories(folder_); }
  ~OutputFiles() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static void write(const OutputFile& file, std::string_view text) {
    ASSERT_EQ(::write(file.fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  [[nodiscard]] std::string content(const char* name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const fs::path folder_ = fs::temp_directory_path() / ("platerip-output-" + std::to_string(::getpid()));
};

TEST_F(OutputFiles, HaveTheirNamesOnlyAfterCommit) {
  std::vector<OutputFile> pair;
  pair.push_back(*OutputFile::create(path("a")));
  pair.push_back(*OutputFile::create(path("b")));
  write(pair[0], "first");
  write(pair[1], "second");
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_FALSE(fs::exists(path("b")));
  ASSERT_TRUE(OutputFile::commit(pair).ok());
  pair.clear();
  EXPECT_EQ(content("a"), "first");
  EXPECT_EQ(content("b"), "second");
  EXPECT_EQ(files(), 2u);
}

TEST_F(OutputFiles, LeaveNothingWithoutCommit) {
  { const auto file = OutputFile::create(path("a")); }
  EXPECT_EQ(files(), 0u);
}

TEST_F(OutputFiles, KeepWhatStoodThereUntilCommit) {
  std::ofstream(path("a")) << "old";
  { write(*OutputFile::create(path("a")), "half"); }
  EXPECT_EQ(content("a"), "old");
}

TEST_F(OutputFiles, ReplaceOthersWithSeveralThreads) {
  std::vector<OutputFile> all;
  for (const char* const name : {"a", "b", "c"}) {
    std::ofstream(path(name)) << "old";
    all.push_back(*OutputFile::create(path(name)));
    write(all.back(), "new");
  }
  all.push_back(*OutputFile::create(path("d")));
  ASSERT_TRUE(OutputFile::commit(all, on_threads(3)).ok());
  all.clear();
  for (const char* const name : {"a", "b", "c"}) EXPECT_EQ(content(name), "new");
  EXPECT_EQ(files(), 4u);
}

TEST_F(OutputFiles, TakeThePlaceOfWhatAKilledRunLeft) {
  std::ofstream(path(".a.part")) << "a long leftover of a run that was killed";
  std::vector<OutputFile> one;
  one.push_back(*OutputFile::create(path("a")));
  write(one[0], "new");
  ASSERT_TRUE(OutputFile::commit(one).ok());
  EXPECT_EQ(content("a"), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFiles, CannotBeWrittenByWhoPreparedThePart) {
  std::fstream prepared(path(".a.part"), std::ios::out);
  std::vector<OutputFile> one;
  one.push_back(*OutputFile::create(path("a")));
  write(one[0], "new");
  prepared << "not a plate" << std::flush;
  ASSERT_TRUE(OutputFile::commit(one).ok());
  prepared << "nor this" << std::flush;
  EXPECT_EQ(content("a"), "new");
}

TEST_F(OutputFiles, AreMadeByOneRunAtATime) {
  const auto first = OutputFile::create(path("a"));
  ASSERT_TRUE(first.ok());
  const auto second = OutputFile::create(path("a"));
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("another platerip"));
}

TEST_F(OutputFiles, AllStayAwayWhenOneCannotBeNamed) {
  std::vector<OutputFile> pair;
  pair.push_back(*OutputFile::create(path("a")));
  pair.push_back(*OutputFile::create(path("b")));
  fs::create_directories(path("b/in the way"));
  EXPECT_FALSE(OutputFile::commit(pair).ok());
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(OutputFiles, RefuseAFolderAndAMissingOne) {
  fs::create_directories(path("folder"));
  EXPECT_THAT(OutputFile::create(path("folder")).error().message, HasSubstr("a folder has that name"));
  EXPECT_THAT(OutputFile::create(path("missing/a")).error().message, HasSubstr("missing/a"));
}

TEST_F(OutputFiles, RefuseTheNameOfAPipeOrADevice) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/null", path("null"));
  for (const char* name : {"pipe", "null"}) {
    const auto file = OutputFile::create(path(name));
    ASSERT_FALSE(file.ok()) << name;
    EXPECT_THAT(file.error().message, HasSubstr("not a file"));
  }
  EXPECT_EQ(files(), 2u);
}

TEST_F(OutputFiles, DoNotWriteIntoAHardLinkInThePlaceOfThePart) {
  std::ofstream(path("victim")) << "precious";
  fs::create_hard_link(path("victim"), path(".a.part"));
  std::vector<OutputFile> one;
  one.push_back(*OutputFile::create(path("a")));
  write(one[0], "new");
  ASSERT_TRUE(OutputFile::commit(one).ok());
  EXPECT_EQ(content("victim"), "precious");
  EXPECT_EQ(content("a"), "new");
}

TEST_F(OutputFiles, DoNotTakeAPipeInThePlaceOfThePart) {
  ASSERT_EQ(::mkfifo(path(".a.part").c_str(), 0600), 0);
  { write(*OutputFile::create(path("a")), "new"); }
  EXPECT_EQ(files(), 0u);
}

TEST_F(OutputFiles, KeepTheirPartThoughSomebodyLinksToIt) {
  const auto first = OutputFile::create(path("a"));
  fs::create_hard_link(path(".a.part"), path("link"));
  EXPECT_FALSE(OutputFile::create(path("a")).ok());
  EXPECT_TRUE(fs::exists(path(".a.part")));
}

TEST_F(OutputFiles, NameTheirFileInOneLine) {
  const auto file = OutputFile::create(path("missing/a\n\x1b[2Jb"));
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error().message, testing::Not(testing::HasSubstr("\n")));
  EXPECT_THAT(file.error().message, testing::Not(testing::HasSubstr("\x1b")));
}

TEST_F(OutputFiles, DoNotFollowALinkInThePlaceOfThePart) {
  std::ofstream(path("victim")) << "precious";
  fs::create_symlink(path("victim"), path(".a.part"));
  EXPECT_FALSE(OutputFile::create(path("a")).ok());
  EXPECT_EQ(content("victim"), "precious");
}

}  // namespace
}  // namespace platerip::rip
