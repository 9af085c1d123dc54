// Device links that other programs make: LittleCMS' linkicc and Argyll's collink.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "tests/profiles/made_links.h"
#include "tests/seed.h"
#include "tests/separation/link_inks.h"

namespace platerip::separation {
namespace {

using profiles::Profile;

class LinkMakers : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    cmsHPROFILE const page = cmsCreate_sRGBProfile();
    cmsSetProfileVersion(page, 2.1);  // collink 2.3.1 crashes on version 4
    save(page, "page.icc");
    cmsCloseProfile(page);
    save(Profile::default_press().handle(), "press.icc");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static bool is_here(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
  }
  Profile made_by(const std::string& command) const {
    const std::string line = "cd '" + folder_.string() + "' && " + command + " > out 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
    auto link = Profile::from_file((folder_ / "link.icc").string());
    if (!link.ok()) throw std::runtime_error(link.error().message);
    return *link;
  }
  static void expect_littlecms_at_all_precisions(const Profile& link) {
    const Status status = profiles::check_link(link);
    ASSERT_TRUE(status.ok()) << status.error().message;
    for (const int bits : {8, 16})
      for (const Precision precision : {Precision::littlecms, Precision::exact}) {
        const Settings settings = through(link, bits, precision);
        expect_littlecms(settings, telling_page(settings.format, test_seed()), "bits " + std::to_string(bits));
      }
  }

 private:
  void save(cmsHPROFILE profile, const std::string& name) const {
    ASSERT_TRUE(cmsSaveProfileToFile(profile, (folder_ / name).c_str()));
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("platerip-link-makers-test-" + std::to_string(::getpid()));
};

TEST_F(LinkMakers, LinkiccIsLittleCms) {
  if (!is_here("linkicc")) GTEST_SKIP() << "NOT COMPARED WITH linkicc: it is not installed (Debian: liblcms2-utils)";
  for (const char* const chain : {"-t1 page.icc press.icc", "-t3 page.icc press.icc", "-t0 press.icc press.icc"})
    expect_littlecms_at_all_precisions(made_by("rm -f link.icc; linkicc -o link.icc " + std::string(chain)));
}

TEST_F(LinkMakers, CollinkIsLittleCms) {
  if (!is_here("collink")) GTEST_SKIP() << "NOT COMPARED WITH collink: it is not installed (Debian: argyll)";
  for (const char* const chain : {"-s -ql page.icc press.icc", "-g -ir -ql page.icc press.icc",
                                  "-s -ql press.icc press.icc", "-s -ql -fk press.icc press.icc"})
    expect_littlecms_at_all_precisions(made_by("rm -f link.icc; collink " + std::string(chain) + " link.icc"));
}

}  // namespace
}  // namespace platerip::separation
