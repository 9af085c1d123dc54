// Hot folders with things that nobody should put there, and names, users and disks that make trouble.
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/rip/mounts.h"
#include "tests/rip/watch/watch_test.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using testing::HasSubstr;

class HostileFolders : public WatchTest {};

/// A file or folder that nobody can rename or change, root neither, until this object is destroyed.
class Immutable {
 public:
  explicit Immutable(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) { ok_ = set(true); }
  Immutable(const Immutable&) = delete;
  Immutable& operator=(const Immutable&) = delete;
  ~Immutable() {
    set(false);
    close(file_);
  }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  bool set(bool is_immutable) const {
    int flags = 0;
    if (ioctl(file_, FS_IOC_GETFLAGS, &flags) != 0) return false;
    flags = is_immutable ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
    return ioctl(file_, FS_IOC_SETFLAGS, &flags) == 0;
  }
  int file_;
  bool ok_ = false;
};

TEST_F(HostileFolders, RefuseLinksAndPipesWithAReason) {
  queue("q");
  write("secret.ppm", page(1));
  const auto service = start({"q"});
  fs::create_symlink(file("secret.ppm"), file("q/in/link.ppm"));
  fs::create_symlink("nowhere", file("q/in/dangling.ppm"));
  ASSERT_EQ(mkfifo(file("q/in/pipe.ppm").c_str(), 0666), 0);
  fs::create_directory(file("set"));
  ASSERT_EQ(mkfifo(file("set/set.Cyan.tif").c_str(), 0666), 0);
  fs::rename(file("set"), file("q/in/set"));
  for (const char* name : {"link.ppm", "dangling.ppm", "pipe.ppm", "set"}) {
    wait_for(std::string("q/failed/") + name);
    EXPECT_THAT(text(std::string("q/failed/") + name + ".txt"), HasSubstr(name));
  }
  EXPECT_TRUE(has("secret.ppm"));
  EXPECT_EQ(names("q/out"), Names());
  expect_nothing_left("q");
}

TEST_F(HostileFolders, TakeNamesAsLongAsFilesMayHave) {
  queue("q");
  const auto service = start({"q"});
  const std::string longest = std::string(251, 'x') + ".ppm";
  const std::string letters = "ä" + std::string(245, 'x') + "ääää";
  for (const std::string number : {"", "-2"}) {
    hand_over("q/in/" + longest, page(1));
    hand_over("q/in/" + letters, page(1));
    wait_for("q/failed/" + (number.empty() ? longest : longest.substr(0, 249) + "-2.ppm"));
  }
  wait_until([&] { return names("q/failed").size() == 8; }, "four pages and their texts");
  EXPECT_THAT(text("q/failed/" + std::string(247, 'x') + ".ppm.txt"), HasSubstr("File name too long"));
  const std::string name = std::string(200, 'y') + ".ppm";
  hand_over("q/in/" + name, page(1));
  wait_for("q/done/" + name);
  expect_nothing_left("q");
}

TEST_F(HostileFolders, LeaveAPageThatTheyMayNotMoveAndGoOnWithOthers) {
  queue("q");
  write("q/in/fixed.ppm", page(1));
  std::unique_ptr<Process> service;
  {
    const Immutable fixed(file("q/in/fixed.ppm"));
    if (!fixed.ok()) GTEST_SKIP() << "this file system has no files that root cannot move";
    service = start({"--steady", "0.1", "q"});
    wait_for_message(*service, "fixed.ppm: cannot be taken: Operation not permitted");
    hand_over("q/in/page.ppm", page(2));
    wait_for("q/done/page.ppm");
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
  }
  wait_for("q/done/fixed.ppm");
  EXPECT_EQ(service->err().find("cannot be taken"), service->err().rfind("cannot be taken")) << "told more than once";
}

TEST_F(HostileFolders, DeliverPlatesOnceWhenDoneMayNotBeWritten) {
  queue("q");
  const auto service = start({"q"});
  {
    const Immutable done(file("q/done"));
    if (!done.ok()) GTEST_SKIP() << "this file system has no folders that root cannot write";
    hand_over("q/in/page.ppm", page(1));
    wait_for_message(*service, "q: page.ppm: waits: ");
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    EXPECT_EQ(names("q/out"), Names{"page"});
    EXPECT_EQ(names("q/done"), Names());
  }
  wait_for("q/done/page.ppm");
  EXPECT_EQ(names("q/out"), Names{"page"});
  EXPECT_EQ(service->err().find("waits"), service->err().rfind("waits")) << "told more than once";
}

// Two writers on one page: the second begins when the first has closed it.
TEST_F(HostileFolders, TakeNoPageThatHasChangedSinceItWasComplete) {
  queue("q", "--halftone nonsense");
  const auto service = start({"--steady", "1000", "q"});
  wait_for_message(*service, "nonsense");
  write("q/in/page.ppm", page(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::ofstream writer(file("q/in/page.ppm"), std::ios::binary);
  writer << page(2).substr(0, 100) << std::flush;
  queue("q");
  wait_for_message(*service, "goes on");
  hand_over("q/in/other.ppm", page(3));
  wait_for("q/done/other.ppm");
  EXPECT_EQ(names("q/in"), Names{"page.ppm"});
  writer << page(2).substr(100) << std::flush;
  writer.close();
  wait_for("q/done/page.ppm");
  write("page.ppm", page(2));
  EXPECT_EQ(in("q/out/page"), by_command("page.ppm"));
  EXPECT_EQ(names("q/failed"), Names());
}

TEST_F(HostileFolders, SayThatInAndWorkMustBeOnOneDisk) {
  queue("q");
  const Mount disk(file("q/in"), "size=4m");
  if (!disk.ok()) GTEST_SKIP() << "no other disk was tried: " << disk.error();
  const auto service = start({"q"});
  hand_over("q/in/page.ppm", page(1));
  wait_for_message(*service, "in/ and work/ must be on one disk");
  EXPECT_EQ(names("q/in"), Names{"page.ppm"});
}

// As a service of systemd sees two of its ReadWritePaths.
TEST_F(HostileFolders, DeliverToTheSameDiskMountedElsewhere) {
  fs::create_directories(file("disk/queue"));
  fs::create_directories(file("disk/plates"));
  const Mount one = Mount::of_folder(file("disk/queue"), file("q"));
  const Mount other = Mount::of_folder(file("disk/plates"), file("plates"));
  if (!one.ok() || !other.ok()) GTEST_SKIP() << "nothing was mounted twice: " << other.error();
  queue("q", "-o ../plates");
  const auto service = start({"q"});
  hand_over("q/in/page.ppm", page(1));
  wait_for("q/done/page.ppm");
  EXPECT_EQ(in("plates/page"), by_command("q/done/page.ppm"));
  EXPECT_EQ(names("plates"), Names{"page"});
  end(*service);
}

TEST_F(HostileFolders, WaitForAShareThatIsUnmounted) {
  fs::create_directory(file("server"));
  write("server/queue.conf", "");
  std::unique_ptr<Process> service;
  {
    const Mount share = Mount::of_folder(file("server"), file("q"));
    if (!share.ok()) GTEST_SKIP() << "no share was unmounted: " << share.error();
    service = start({"q"});
    hand_over("q/in/before.ppm", page(1));
    wait_for("q/done/before.ppm");
    expect_nothing_left("q");
  }
  wait_for_message(*service, "queue.conf: cannot be found");
  EXPECT_EQ(names("q"), Names()) << "it has made folders where no share is mounted";
  hand_over("server/in/meanwhile.ppm", page(2));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const Mount share = Mount::of_folder(file("server"), file("q"));
  wait_for_message(*service, "q: goes on");
  hand_over("q/in/after.ppm", page(3));
  wait_for("q/done/after.ppm");
  wait_for("q/done/meanwhile.ppm");
  EXPECT_EQ(in("q/out/meanwhile"), by_command("q/done/meanwhile.ppm"));
  expect_nothing_left("q");
  end(*service);
}

TEST_F(HostileFolders, FinishACopyWhereItWasBegunWhenSettingsHaveChanged) {
  queue("q", "-o new");
  hand_over("q/work/elsewhere-00000001/1/made/page.ppm", page(1));
  hand_over("q/work/elsewhere-00000001/1/copied/page.Cyan.tif", "a plate");
  hand_over("q/work/elsewhere-00000001/1/copy-at", file("q/old/.copy.part"));
  hand_over("q/old/.copy.part/page.Cyan.tif", "a plate");
  const auto service = start({"--take-over", "0.1", "q"});
  wait_for("q/done/page.ppm");
  EXPECT_EQ(names("q/old"), Names{"page"});
  EXPECT_EQ(text("q/old/page/page.Cyan.tif"), "a plate");
  EXPECT_FALSE(has("q/new"));
}

TEST_F(HostileFolders, SurviveTheLossOfAQueueInWork) {
  queue("q", "--halftone dbs --threads 1");
  queue("other");
  const auto service = start({"q", "other"});
  write("page.ppm", page(1, 1500));
  fs::rename(file("page.ppm"), file("q/in/page.ppm"));
  wait_until([&] { return names("q/in").empty(); }, "a page in work");
  fs::remove_all(file("q"));
  wait_for_message(*service, "queue.conf: cannot be found");
  hand_over("other/in/page.ppm", page(2));
  wait_for("other/done/page.ppm");
  EXPECT_FALSE(has("q"));
  end(*service);
}

TEST_F(HostileFolders, WaitWhileSettingsAreNoTextFile) {
  for (const bool is_pipe : {false, true}) {
    const std::string name = is_pipe ? "pipe" : "huge";
    fs::create_directories(file(name));
    if (is_pipe) {
      ASSERT_EQ(mkfifo(file(name + "/queue.conf").c_str(), 0666), 0);
    } else {
      write(name + "/queue.conf", std::string(2 << 20, 'x'));
    }
    const auto service = start({name});
    wait_for_message(*service, name + ": waits: ");
    queue(name);
    hand_over(name + "/in/page.ppm", page(1));
    wait_for(name + "/done/page.ppm");
    end(*service);
  }
}

}  // namespace
}  // namespace platerip::test
