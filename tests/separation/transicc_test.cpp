// The ink planes, compared with LittleCMS' own calculator `transicc`: another program, in floating point.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/profiles/made_profiles.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::Profile;

bool transicc_is_here() {
  return std::system("command -v transicc > /dev/null 2>&1") == 0;
}

class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("platerip-transicc-test-" + std::to_string(::getpid()));
};

// Pixels at the nodes. The separation uses a grid of 33 nodes per channel, and only there are its results the profile's
// own.
std::vector<std::uint16_t> node_pixels() {
  std::vector<std::uint16_t> samples;
  const auto node = [](int i) { return static_cast<std::uint16_t>(i * 65535.0 / 32 + 0.5); };
  for (int r = 0; r <= 32; r += 4)
    for (int g = 0; g <= 32; g += 4)
      for (int b = 0; b <= 32; b += 4)
        for (const int c : {r, g, b}) samples.push_back(node(c));
  return samples;
}

// The ink percentages of the pixels, computed by transicc.
std::vector<double> ask_transicc(const std::vector<std::uint16_t>& samples, const Folder& folder, int intent,
                                 bool compensation) {
  {
    std::ofstream patches(folder.file("patches"));
    for (std::size_t i = 0; i < samples.size(); ++i) patches << samples[i] / 257.0 << (i % 3 == 2 ? '\n' : ' ');
  }
  const std::string command = "transicc -n -t" + std::to_string(intent) + (compensation ? " -b" : "") +
                              " -i '*sRGB' -o '" + folder.file("press.icc") + "' < '" + folder.file("patches") +
                              "' > '" + folder.file("inks") + "' 2> /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream answers(folder.file("inks"));
  std::vector<double> result;
  for (std::string line; std::getline(answers, line);) {
    std::istringstream numbers(line);
    std::array<double, 4> inks{};
    if (numbers >> inks[0] >> inks[1] >> inks[2] >> inks[3]) result.insert(result.end(), inks.begin(), inks.end());
  }
  return result;
}

void write_profile(const Profile& profile, const std::string& path) {
  ASSERT_TRUE(cmsSaveProfileToFile(profile.handle(), path.c_str()));
}

void compare(const Profile& press) {
  const Folder folder;
  write_profile(press, folder.file("press.icc"));
  const std::vector<std::uint16_t> samples = node_pixels();
  for (int intent = 0; intent < 4; ++intent)
    for (const bool compensation : {false, true}) {
      Settings settings;
      settings.format.bits = 16;
      settings.page = Profile::srgb();
      settings.press = press;
      settings.intent = static_cast<profiles::Intent>(intent);
      settings.black_point_compensation = compensation;
      const Page page = row_of(settings.format, samples);
      const Inks inks = separate(settings, page);
      const std::vector<double> wanted = ask_transicc(samples, folder, intent, compensation);
      ASSERT_EQ(wanted.size(), static_cast<std::size_t>(page.width) * 4);
      for (std::int64_t x = 0; x < page.width; ++x)
        for (std::size_t ink = 0; ink < 4; ++ink)
          EXPECT_NEAR(inks.at(ink, 0, x) / 257.0, wanted[static_cast<std::size_t>(x) * 4 + ink] * 2.55, 1)
              << "patch " << x << ", ink " << ink << ", intent " << intent << ", compensation " << compensation;
    }
}

TEST(Transicc, AgreesOnTheDefaultPress) {
  if (!transicc_is_here()) GTEST_SKIP() << "NOT COMPARED WITH transicc: it is not installed (Debian: liblcms2-utils)";
  compare(Profile::default_press());
}

TEST(Transicc, AgreesOnAMadePress) {
  if (!transicc_is_here()) GTEST_SKIP() << "NOT COMPARED WITH transicc: it is not installed (Debian: liblcms2-utils)";
  compare(made::open(made::press()));
}

}  // namespace
}  // namespace platerip::separation
