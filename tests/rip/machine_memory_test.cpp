#include "rip/resources/machine_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

/// A machine whose /proc and groups are files in a folder.
class ControlGroups : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) const {
    const fs::path file = folder_.file(path);
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }

  void mount_v2(const std::string& root = "/") const {
    write("proc/self/mountinfo", "22 1 0:21 / /proc rw,nosuid - proc proc rw\n30 23 0:26 " + root +
                                     " /sys/fs/cgroup rw,nosuid,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate");
  }

  void mount_v1(const std::string& root = "/") const {
    write("proc/self/mountinfo", "31 24 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n32 24 0:28 " +
                                     root + " /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
  }

  [[nodiscard]] std::optional<std::uint64_t> limit() const { return control_group_memory(folder_.path().string()); }

  const test::TempFolder folder_;
};

TEST_F(ControlGroups, ThatDoNotExistLimitNothing) {
  EXPECT_EQ(limit(), std::nullopt);
  mount_v2();
  write("proc/self/cgroup", "0::/job");
  EXPECT_EQ(limit(), std::nullopt);
  write("sys/fs/cgroup/job/memory.max", "max");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST_F(ControlGroups, OfVersion2LimitAllGroupsBelowThem) {
  mount_v2();
  write("proc/self/cgroup", "0::/system.slice/cups.service");
  write("sys/fs/cgroup/system.slice/cups.service/memory.max", "300000000");
  EXPECT_EQ(limit(), 300000000);
  write("sys/fs/cgroup/system.slice/memory.max", "200000000");
  EXPECT_EQ(limit(), 200000000) << "of the group above";
  write("sys/fs/cgroup/system.slice/cups.service/memory.high", "100000000");
  EXPECT_EQ(limit(), 100000000) << "beyond which the kernel slows the group down";
  write("sys/fs/cgroup/other.slice/memory.max", "1000");
  EXPECT_EQ(limit(), 100000000) << "not of other groups";
}

TEST_F(ControlGroups, OfVersion1LimitMemoryInTheirOwnHierarchy) {
  mount_v1();
  write("proc/self/cgroup", "5:cpu,cpuacct:/elsewhere\n4:memory:/slurm/job_7\n0::/unified");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  write("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", "268435456");
  write("sys/fs/cgroup/memory/elsewhere/memory.limit_in_bytes", "1000");
  EXPECT_EQ(limit(), 268435456);
}

TEST_F(ControlGroups, OfContainersLieAtTheMountPoint) {
  for (const char* const group : {"/docker/7f3a", "/", "/../other"}) {
    mount_v1("/docker/7f3a");
    write("proc/self/cgroup", std::string("4:memory:") + group);
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912");
    EXPECT_EQ(limit(), 536870912) << group;
  }
  mount_v2("/");
  write("proc/self/cgroup", "0::/");
  write("sys/fs/cgroup/memory.max", "536870911");
  EXPECT_EQ(limit(), 536870911);
}

TEST(GrowingMemory, IsHalfOfTheMachinesForAllProcesses) {
  const std::size_t half = machine_memory() / 2;
  EXPECT_EQ(growing_memory(1).most, half);
  EXPECT_EQ(growing_memory(1, 4).most, half / 4);
  EXPECT_EQ(growing_memory(half + 1).most, half + 1) << "never less than usual";
  EXPECT_EQ(growing_memory(7).usual, 7);
}

}  // namespace
}  // namespace platerip::rip
