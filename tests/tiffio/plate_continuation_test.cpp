// Plates that one writer begins and another goes on with.
#include <algorithm>

#include "tests/tiffio/plate_file.h"

namespace platerip::test {
namespace {

using tiffio::Compression;
using tiffio::PlateInfo;
using tiffio::PlateWriter;

TEST_F(Plate, GoesOnWhereAnotherWriterHasLeftIt) {
  class Bytes : public tiffio::FileObserver {
   public:
    void take(std::span<const std::byte> bytes) override { all.insert(all.end(), bytes.begin(), bytes.end()); }
    void restart() override { all.clear(); }
    std::vector<std::byte> all;
  };
  for (const Compression compression : every_compression) {
    PlateInfo info{.width = 70'001, .height = 150};
    info.compression = compression;
    const Rows rows(info);
    const std::vector<std::byte> whole = write(info, rows);
    for (const std::int64_t cut : {0, 1, 31, 60, 149, 150}) {
      const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
      auto first = PlateWriter::open(fd, path_, info);
      ASSERT_TRUE(first.ok() && first->write(cut, rows.row(0), rows.stride).ok());
      const auto progress = first->progress();
      ASSERT_TRUE(progress.ok());
      // What it writes afterwards does not count.
      static_cast<void>(first->write(std::min<std::int64_t>(70, 150 - cut), rows.row(0), rows.stride));
      Bytes seen;
      Bytes strips;
      auto second = PlateWriter::open(fd, path_, info, {}, &seen);
      ASSERT_TRUE(second.ok());
      second->show_strips_to(strips);
      ASSERT_TRUE(second->go_on(*progress).ok());
      ASSERT_TRUE(second->write(150 - cut, rows.row(cut), rows.stride).ok());
      ASSERT_TRUE(second->finish().ok());
      close(fd);
      EXPECT_EQ(read_file(path_), whole) << "cut at " << cut;
      EXPECT_EQ(seen.all, whole) << "cut at " << cut;
      EXPECT_EQ(std::search(whole.begin(), whole.end(), strips.all.begin(), strips.all.end()) - whole.begin(), 8);
    }
  }
}

TEST_F(Plate, GoesOnOnlyWithItsOwnStrips) {
  const PlateInfo info{.width = 70'001, .height = 150};
  const Rows rows(info);
  const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
  auto first = PlateWriter::open(fd, path_, info);
  ASSERT_TRUE(first.ok() && first->write(100, rows.row(0), rows.stride).ok());
  const tiffio::PlateProgress progress = *first->progress();
  auto more_strips = progress;
  more_strips.strips.push_back(1);
  auto fewer_rows = progress;
  fewer_rows.rows.pop_back();
  auto larger_strip = progress;
  larger_strip.strips[0] = std::uint64_t{1} << 62;
  auto higher = progress;
  higher.height = 151;
  auto negative = progress;
  negative.height = -1;
  for (const auto& wrong : {more_strips, fewer_rows, larger_strip, higher, negative}) {
    auto writer = PlateWriter::open(fd, path_, info);
    ASSERT_TRUE(writer.ok());
    EXPECT_FALSE(writer->go_on(wrong).ok());
  }
  ASSERT_EQ(ftruncate(fd, 1000), 0);
  auto writer = PlateWriter::open(fd, path_, info);
  ASSERT_TRUE(writer.ok());
  EXPECT_FALSE(writer->go_on(progress).ok());
  close(fd);
}

}  // namespace
}  // namespace platerip::test
