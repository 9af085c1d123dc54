// Files that a plate cannot be written to: one line says what is wrong.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/tiffio/plate_rows.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using tiffio::Compression;
using tiffio::PlateInfo;
using tiffio::PlateWriter;

class UnwritablePlate : public testing::Test {
 protected:
  const TempFolder folder_;
  const std::string path_ = folder_.file("page.Cyan.tif");
};

TEST_F(UnwritablePlate, IsAFileOpenForReadingOnly) {
  write_file(path_, {});
  const int fd = open(path_.c_str(), O_RDONLY);
  const auto writer = PlateWriter::open(fd, path_, {.width = 8, .height = 8});
  close(fd);
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, ErrorCode::unreadable);
  EXPECT_THAT(writer.error().message, StartsWith(path_ + ": cannot write: Bad file descriptor; "));
}

/// Writes a plate to `fd` until that fails, and returns the error. Its message is empty if nothing failed.
Error write_until_error(int fd, const std::string& name, Compression compression) {
  const PlateInfo info{.width = 80000, .height = 2000, .compression = compression};
  const Rows rows(info);
  auto writer = PlateWriter::open(fd, name, info);
  if (!writer.ok()) return writer.error();
  for (std::int64_t y = 0; y < info.height; y += 10) {
    Status status = writer->write(10, rows.row(y), rows.stride);
    if (!status.ok()) return status.error();
  }
  Status status = writer->finish();
  return status.ok() ? Error{} : status.error();
}

TEST_F(UnwritablePlate, SaysSoWhenTheFileGetsTooLarge) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit small{.rlim_cur = 3000000, .rlim_max = old.rlim_max};
  testing::internal::CaptureStderr();
  for (const Compression compression : {Compression::none, Compression::zstd}) {
    const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Error error = write_until_error(fd, path_, compression);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
    close(fd);
    EXPECT_EQ(error.code, ErrorCode::no_space);
    EXPECT_THAT(error.message, AllOf(StartsWith(path_ + ": cannot write: File too large; "), Not(HasSubstr("\n"))));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(UnwritablePlate, SaysSoWhenTheDiskIsFull) {
  const int fd = open("/dev/full", O_RDWR);
  if (fd < 0) GTEST_SKIP() << "no /dev/full here: a full disk was not tried";
  const Error error = write_until_error(fd, "plate.tif", Compression::none);
  close(fd);
  EXPECT_EQ(error.code, ErrorCode::no_space);
  EXPECT_THAT(error.message, StartsWith("plate.tif: cannot write: No space left on device; make room"));
}

}  // namespace
}  // namespace platerip::test
