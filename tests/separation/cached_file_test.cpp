// What was computed is kept in the cache, and nothing else is ever used in its place.
#include "separation/tables/cached_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <optional>

#include "profiles/sha256.h"
#include "tests/on_threads.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::separation {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;
using test::read_file;
using test::TempFolder;
using test::write_file;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

profiles::Fingerprint key_of(const std::string& text) {
  return profiles::sha256(std::as_bytes(std::span(text)));
}

Bytes pattern(std::size_t count, std::uint32_t seed = 1) {
  Bytes bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>((seed = seed * 1664525 + 1013904223) >> 24);
  return bytes;
}

class Cache : public ::testing::Test {
 protected:
  CachedFile cached(const std::string& key = "key") const { return {folder_, key_of(key)}; }

  // The bytes that are read, or nothing.
  std::optional<Bytes> found(std::size_t count, const std::string& key = "key") const {
    Bytes bytes(count);
    if (!cached(key).read(bytes, on_threads(2))) return std::nullopt;
    return bytes;
  }

  // Whether the file is still used after `change` to its bytes.
  template <typename Change>
  bool taken_after(Change change) const {
    Bytes stored = read_file(cached().path());
    change(stored);
    write_file(cached().path(), stored);
    return found(bytes_.size()).has_value();
  }

  // Changes a bit of the byte at `at`, and then changes it back.
  void expect_change_noticed(std::size_t at) const {
    const auto flip = [at](Bytes& stored) { stored[at] ^= std::byte{1}; };
    EXPECT_FALSE(taken_after(flip)) << at;
    EXPECT_TRUE(taken_after(flip)) << at << " put right again";
  }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  TempFolder temporary_;
  std::string folder_ = temporary_.file("caches/platerip");
  Bytes bytes_ = pattern((std::size_t{2} << 20) + 5);
};

TEST_F(Cache, GivesBackWhatWasKept) {
  EXPECT_EQ(found(bytes_.size()), std::nullopt) << "nothing was kept yet";
  ASSERT_TRUE(cached().write(bytes_, on_threads(2)).ok());
  EXPECT_EQ(found(bytes_.size()), bytes_);
  EXPECT_EQ(files(), 1u) << "no temporary file is left";

  const Bytes others = pattern(bytes_.size(), 2);
  ASSERT_TRUE(cached().write(others, {}).ok());
  EXPECT_EQ(found(bytes_.size()), others);
}

TEST_F(Cache, IsForTheUserAlone) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(cached().path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Cache, KnowsOtherKeysAndSizes) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  EXPECT_EQ(found(bytes_.size(), "another"), std::nullopt);
  EXPECT_EQ(found(bytes_.size() - 1), std::nullopt);
  fs::rename(cached().path(), cached("another").path());
  EXPECT_EQ(found(bytes_.size(), "another"), std::nullopt) << "a file under another's name";
}

TEST_F(Cache, NoticesEveryChangedByte) {
  bytes_ = pattern(100);
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  const std::size_t size = read_file(cached().path()).size();
  for (std::size_t at = 0; at < size; ++at) expect_change_noticed(at);
}

// The bytes are kept in pieces of 1 MiB, after a digest of 32 bytes for each piece.
TEST_F(Cache, NoticesChangesInAllPieces) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  const std::size_t header = read_file(cached().path()).size() - bytes_.size();
  for (std::size_t at = 0; at < header; at += 16) expect_change_noticed(at);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1} << 20, std::size_t{2} << 20, bytes_.size() - 1})
    expect_change_noticed(header + at);
}

TEST_F(Cache, NoticesWhatIsCutOffOrAdded) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  const Bytes whole = read_file(cached().path());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100}, whole.size() - 1, whole.size() + 1})
    EXPECT_FALSE(taken_after([&](Bytes& stored) { stored.resize(size); })) << size;
  EXPECT_TRUE(taken_after([&](Bytes& stored) { stored = whole; }));
}

TEST_F(Cache, TrustsNoFileThatOthersMayWrite) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(cached().path(), others, fs::perm_options::add);
    EXPECT_EQ(found(bytes_.size()), std::nullopt);
    fs::permissions(cached().path(), others, fs::perm_options::remove);
  }
  EXPECT_EQ(found(bytes_.size()), bytes_);
  if (::geteuid() != 0) return;
  ASSERT_EQ(::chown(cached().path().c_str(), 1, 1), 0);
  EXPECT_EQ(found(bytes_.size()), std::nullopt) << "somebody else's";
}

TEST_F(Cache, FollowsNoLinksAndOpensNoPipes) {
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  const std::string path = cached().path();
  fs::rename(path, path + ".moved");
  fs::create_symlink(path + ".moved", path);
  EXPECT_EQ(found(bytes_.size()), std::nullopt);
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(found(bytes_.size()), std::nullopt);
  ASSERT_TRUE(cached().write(bytes_, {}).ok()) << "it takes the pipe's place";
  EXPECT_EQ(found(bytes_.size()), bytes_);
}

TEST_F(Cache, SaysWhyItCannotKeep) {
  const auto why = [this](const std::string& folder) {
    const auto keeper = CachedFile(folder, key_of("key")).write(bytes_, {});
    return keeper.ok() ? "(kept)" : keeper.error().message;
  };
  EXPECT_THAT(why("/dev/null/platerip"), AllOf(StartsWith("/dev/null/platerip: "), Not(HasSubstr("\n"))));
  fs::create_directories(cached().path());
  EXPECT_THAT(why(folder_), StartsWith(cached().path() + ": "));
  fs::remove(cached().path());
  fs::create_directories(cached().path() + ".part");
  EXPECT_THAT(why(folder_), StartsWith(cached().path() + ".part: "));
  fs::remove(cached().path() + ".part");
  EXPECT_EQ(why(folder_), "(kept)");
}

TEST_F(Cache, LeavesTheFilesOfOthersAlone) {
  fs::create_directories(folder_);
  const Bytes treasure = pattern(10);
  write_file(temporary_.file("treasure"), treasure);
  fs::create_hard_link(temporary_.file("treasure"), cached().path() + ".part");
  EXPECT_FALSE(cached().write(bytes_, {}).ok());
  EXPECT_EQ(read_file(temporary_.file("treasure")), treasure);
}

TEST_F(Cache, GoesOnWhereAKilledRunStopped) {
  fs::create_directories(folder_);
  write_file(cached().path() + ".part", pattern(3 << 20));
  fs::permissions(cached().path() + ".part", fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  EXPECT_EQ(found(bytes_.size()), bytes_);
}

TEST_F(Cache, RemovesWhatKilledRunsWereWriting) {
  fs::create_directories(folder_);
  for (const char* key : {"killed", "at work"}) {
    write_file(cached(key).path() + ".part", pattern(100));
    fs::permissions(cached(key).path() + ".part", fs::perms::owner_read | fs::perms::owner_write);
  }
  const int other = ::open((cached("at work").path() + ".part").c_str(), O_WRONLY);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  ASSERT_TRUE(cached().write(bytes_, {}).ok());
  EXPECT_FALSE(fs::exists(cached("killed").path() + ".part"));
  EXPECT_TRUE(fs::exists(cached("at work").path() + ".part")) << "another process writes it now";
  ::close(other);
}

TEST_F(Cache, LeavesTheFileToWhoeverWritesItAlready) {
  fs::create_directories(folder_);
  const std::string part = cached().path() + ".part";
  const int other = ::open(part.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  EXPECT_EQ(*cached().write(bytes_, {}), Keeper::another_run);
  EXPECT_TRUE(read_file(part).empty()) << "nothing was written into the other's file";
  ::close(other);
  EXPECT_EQ(*cached().write(bytes_, {}), Keeper::this_run);
  EXPECT_EQ(found(bytes_.size()), bytes_);
}

TEST_F(Cache, MayBeUsedByManyAtOnce) {
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> users;
    for (int user = 0; user < 4; ++user)
      users.emplace_back([&] {
        for (int i = 0; i < 10; ++i) {
          const auto bytes = found(bytes_.size());
          if (bytes && *bytes != bytes_) ++wrong;
          if (!cached().write(bytes_, {}).ok()) ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(found(bytes_.size()), bytes_);
  EXPECT_EQ(files(), 1u);
}

TEST_F(Cache, KeepsTheEightThatWereUsedLast) {
  const Bytes small = pattern(100);
  const auto age = [this](const std::string& key, int hours) {
    fs::last_write_time(cached(key).path(), fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  for (int i = 0; i < 8; ++i) {
    const std::string key = std::to_string(i);
    ASSERT_TRUE(cached(key).write(small, {}).ok());
    age(key, 100 - i);
  }
  write_file(temporary_.file("caches/platerip/notes.txt"), small);
  EXPECT_NE(found(small.size(), "0"), std::nullopt) << "used just now, so that 1 is the oldest";
  ASSERT_TRUE(cached("8").write(small, {}).ok());
  EXPECT_EQ(found(small.size(), "1"), std::nullopt);
  for (const char* key : {"0", "2", "7", "8"}) EXPECT_NE(found(small.size(), key), std::nullopt) << key;
  EXPECT_TRUE(fs::exists(temporary_.file("caches/platerip/notes.txt")));
}

}  // namespace
}  // namespace platerip::separation
