// Machines without a GPU that works: there is no driver, or a driver made for the test, which fails as NVIDIA's does.
#include <cuda.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rip/makers/gpu_kinds.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Machine {
  const char* name;
  bool has_driver;
  int version;  // the newest CUDA that the driver supports
  int error;    // that its start returns
  const char* message;
};

void PrintTo(const Machine& machine, std::ostream* out) {
  *out << machine.name;
}

class NoGpu : public PlateripTest, public testing::WithParamInterface<Machine> {
 protected:
  NoGpu() {
    write_page(file("page.tif"), gray_ramp(2));
    fs::create_directory(file("driver"));
    const std::string driver = file("driver/libcuda.so.1");
    if (GetParam().has_driver)
      fs::create_symlink(MADE_DRIVER, driver);
    else
      std::ofstream(driver).close();  // an empty file: it cannot be loaded, and no other driver is looked for
  }

  Outcome platerip_there(const std::vector<std::string>& arguments) const {
    const char* const others = std::getenv("LD_LIBRARY_PATH");
    std::string folders = file("driver");
    if (others != nullptr) folders.append(":").append(others);
    Command there = command(arguments);
    there.environment = {{"LD_LIBRARY_PATH", folders},
                         {"MADE_DRIVER_VERSION", std::to_string(GetParam().version)},
                         {"MADE_DRIVER_ERROR", std::to_string(GetParam().error)}};
    return run(there);
  }
};

TEST_P(NoGpu, IsSaidWhereOneIsAskedFor) {
  const std::set<std::string> before = files();
  expect_complaint(platerip_there({"--backend", "cuda", "page.tif"}), 2, {"--backend: cuda: ", GetParam().message});
  EXPECT_EQ(files(), before);
}

// The file is as large as those for which a GPU is started.
TEST_P(NoGpu, LeavesBigPagesToTheCores) {
  const auto small = summary_of({"page.tif"});
  const auto plate = read_file(file("page.Magenta.tif"));
  fs::resize_file(file("page.tif"), std::uintmax_t{2} << 30);
  const Outcome outcome = platerip_there({"--summary", "json", "page.tif"});
  expect_done(outcome);
  const auto summary = nlohmann::json::parse(outcome.out);
  EXPECT_THAT(summary["without_gpu"].get<std::string>(), HasSubstr(GetParam().message));
  EXPECT_EQ(summary["warning"], "");
  EXPECT_EQ(summary["backends"], small["backends"]);
  EXPECT_EQ(read_file(file("page.Magenta.tif")), plate);

  const Outcome verbose = platerip_there({"--verbose", "page.tif"});
  EXPECT_EQ(verbose.status, 0);
  EXPECT_THAT(verbose.err, HasSubstr("; without the GPU: " + summary["without_gpu"].get<std::string>()));
}

INSTANTIATE_TEST_SUITE_P(Machines, NoGpu,
                         testing::Values(Machine{"NoDriver", false, 0, 0, "there is no NVIDIA driver on this machine"},
                                         Machine{"OldDriver", true, 11080, CUDA_SUCCESS,
                                                 "the NVIDIA driver knows CUDA 11.8 and this program needs "},
                                         Machine{"NoDevice", true, CUDA_VERSION, CUDA_ERROR_NO_DEVICE,
                                                 "no NVIDIA GPU is visible; CUDA_VISIBLE_DEVICES may hide it"},
                                         Machine{"BrokenDriver", true, CUDA_VERSION, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
                                                 "no NVIDIA GPU can be used: "}),
                         [](const auto& machine) { return machine.param.name; });

using HiddenGpus = PlateripTest;

TEST_F(HiddenGpus, AreNone) {
  if (const Status found = rip::find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  write_page(file("page.tif"), gray_ramp(2));
  Command hidden = command({"--backend", "cuda", "page.tif"});
  hidden.environment = {{"CUDA_VISIBLE_DEVICES", ""}};
  expect_complaint(run(hidden), 2, {"no NVIDIA GPU is visible; CUDA_VISIBLE_DEVICES may hide it"});
}

}  // namespace
}  // namespace platerip::test
