// Profiles: the built-in ones, and those that are refused when they are opened.
#include "profiles/profile.h"
#include "profiles/made_icc.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/profiles/made_profiles.h"

namespace platerip::profiles {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string refusal(const made::Bytes& bytes) {
  const auto profile = Profile::from_memory(bytes, "x.icc");
  return profile.ok() ? "(not refused)" : profile.error().message;
}

auto RefusedFor(const std::string& why) {
  return AllOf(StartsWith("x.icc: "), HasSubstr(why), Not(HasSubstr("\n")));
}

class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("platerip-profile-test-" + std::to_string(::getpid()));
};

void write(const std::string& path, const made::Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

TEST(BuiltIn, SrgbServesRgbPagesWithEveryIntent) {
  const Profile profile = Profile::srgb();
  EXPECT_EQ(profile.name(), "sRGB");
  EXPECT_EQ(profile.channels(), 3);
  EXPECT_THAT(profile.description(), HasSubstr("sRGB"));
  for (int intent = 0; intent < 4; ++intent)
    EXPECT_TRUE(check_page(profile, ColorModel::rgb, static_cast<Intent>(intent)).ok());
}

TEST(BuiltIn, SrgbGrayIsSrgbsNeutral) {
  const Profile gray = Profile::srgb_gray();
  EXPECT_EQ(gray.channels(), 1);
  for (int intent = 0; intent < 4; ++intent)
    EXPECT_TRUE(check_page(gray, ColorModel::gray, static_cast<Intent>(intent)).ok());

  const Profile rgb = Profile::srgb();
  cmsHPROFILE lab = cmsCreateLab4Profile(nullptr);
  for (const cmsUInt32Number intent : {INTENT_RELATIVE_COLORIMETRIC, INTENT_ABSOLUTE_COLORIMETRIC}) {
    cmsHTRANSFORM from_gray = cmsCreateTransform(gray.handle(), TYPE_GRAY_DBL, lab, TYPE_Lab_DBL, intent, 0);
    cmsHTRANSFORM from_rgb = cmsCreateTransform(rgb.handle(), TYPE_RGB_DBL, lab, TYPE_Lab_DBL, intent, 0);
    for (int i = 0; i <= 20; ++i) {
      const double v = i / 20.0;
      const std::array<double, 3> neutral = {v, v, v};
      std::array<double, 3> a{}, b{};
      cmsDoTransform(from_gray, &v, a.data(), 1);
      cmsDoTransform(from_rgb, neutral.data(), b.data(), 1);
      for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 0.05) << "gray " << v << ", intent " << intent;
    }
    cmsDeleteTransform(from_gray);
    cmsDeleteTransform(from_rgb);
  }
  cmsCloseProfile(lab);
}

TEST(BuiltIn, DefaultPressIsCmykForEveryIntent) {
  const Profile press = Profile::default_press();
  EXPECT_EQ(press.channels(), 4);
  EXPECT_THAT(press.description(), HasSubstr("FOGRA39"));
  EXPECT_EQ(ink_names(press), (std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"}));
  for (int intent = 0; intent < 4; ++intent) {
    const Status status = check_press(press, static_cast<Intent>(intent));
    EXPECT_TRUE(status.ok()) << status.error().message;
    EXPECT_TRUE(check_page(press, ColorModel::cmyk, static_cast<Intent>(intent)).ok());
  }
}

TEST(BuiltIn, DefaultPressDoesNotTellWhenItWasMade) {
  const Profile press = Profile::default_press();
  std::tm date{};
  ASSERT_TRUE(cmsGetHeaderCreationDateTime(press.handle(), &date));
  EXPECT_EQ(date.tm_year, 106);
  EXPECT_EQ(date.tm_mon, 11);
}

TEST(FromMemory, OpensSoundProfiles) {
  const Profile profile = made::open(made::press());
  EXPECT_EQ(profile.name(), "made.icc");
  EXPECT_EQ(profile.description(), "A profile for tests");
  EXPECT_EQ(profile.channels(), 4);
}

TEST(FromMemory, NeedsTheBytesNoLonger) {
  made::Bytes bytes = made::press();
  const Profile profile = made::open(bytes);
  std::fill(bytes.begin(), bytes.end(), std::byte{0});
  EXPECT_TRUE(check_press(profile, Intent::relative).ok());
}

TEST(FromMemory, IgnoresWhatFollowsTheProfile) {
  made::Bytes bytes = made::press();
  bytes.resize(bytes.size() + 1000, std::byte{0x55});
  EXPECT_TRUE(check_press(made::open(bytes), Intent::relative).ok());
}

TEST(FromMemory, RefusesWhatIsNoProfile) {
  EXPECT_THAT(refusal({}), RefusedFor("not an ICC profile"));
  EXPECT_THAT(refusal(made::Bytes(131)), RefusedFor("not an ICC profile"));
  EXPECT_THAT(refusal(made::Bytes(5000)), RefusedFor("not an ICC profile"));
}

TEST(FromMemory, RefusesTruncatedProfiles) {
  const made::Bytes whole = made::press();
  for (std::size_t size = 132; size < whole.size(); size += 37)
    EXPECT_THAT(refusal(made::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                RefusedFor("truncated"));
}

TEST(FromMemory, RefusesTruncatedProfilesWhoseHeaderAgrees) {
  const made::Bytes whole = made::press();
  for (std::size_t size = 132; size < whole.size() - 64; size += 37) {
    made::Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    made::put_u32(part, 0, static_cast<std::uint32_t>(size));
    EXPECT_THAT(refusal(part), RefusedFor("damaged")) << size;
  }
}

TEST(FromMemory, RefusesHugeOnes) {
  made::Bytes bytes = made::press();
  bytes.resize(max_profile_bytes + 1);
  EXPECT_THAT(refusal(bytes), RefusedFor("64 MiB"));
  bytes.resize(max_profile_bytes);
  EXPECT_TRUE(Profile::from_memory(bytes, "x.icc").ok());
}

TEST(FromMemory, RefusesDamagedHeaders) {
  const made::Bytes sound = made::press();
  const auto with = [&](std::size_t at, std::uint32_t value) {
    made::Bytes bytes = sound;
    made::put_u32(bytes, at, value);
    return refusal(bytes);
  };
  EXPECT_THAT(with(0, 0xFFFFFFFF), RefusedFor("truncated"));
  EXPECT_THAT(with(0, 0), RefusedFor("announces only 0 bytes"));
  EXPECT_THAT(with(36, 0x61637371), RefusedFor("acsp"));
  EXPECT_THAT(with(12, 0x41424344), RefusedFor("class 'ABCD'"));
  EXPECT_THAT(with(16, 0x0A0D0041), RefusedFor("unknown colour space 'A'"));
  EXPECT_THAT(with(20, cmsSigRgbData), RefusedFor("connection space 'RGB'"));
  EXPECT_THAT(with(128, 0), RefusedFor("no tags"));
  EXPECT_THAT(with(128, 101), RefusedFor("tag table"));
  EXPECT_THAT(with(128, 0xFFFFFFFF), RefusedFor("tag table"));
  EXPECT_THAT(with(136, 0xFFFFFFF0), RefusedFor("reaches past its end"));
  EXPECT_THAT(with(140, 0xFFFFFFFF), RefusedFor("reaches past its end"));
}

TEST(FromFile, ReadsAProfile) {
  const Folder folder;
  const std::string path = folder.file("press.icc");
  write(path, made::press());
  const auto profile = Profile::from_file(path);
  ASSERT_TRUE(profile.ok()) << profile.error().message;
  EXPECT_EQ(profile->name(), path);
}

// Because the bytes are equal, tables that are kept for one page serve the next.
TEST(AdobeRgb, IsTheSameBytesAtAnyTime) {
  const auto bytes = adobe_rgb_icc();
  ASSERT_TRUE(Profile::from_memory(bytes, "adobe.icc").ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(adobe_rgb_icc(), bytes);
}

TEST(FromFile, SaysWhatIsWrongWithTheFile) {
  const Folder folder;
  const auto refused = [](const std::string& path) { return Profile::from_file(path).error().message; };

  EXPECT_EQ(refused(folder.file("none.icc")),
            folder.file("none.icc") + ": cannot be read: No such file or directory; give an ICC profile");
  EXPECT_EQ(refused(folder.file("")), folder.file("") + ": not a file; give an ICC profile");
  EXPECT_EQ(refused("/dev/zero"), "/dev/zero: not a file; give an ICC profile");
  EXPECT_EQ(Profile::from_file(folder.file("none.icc")).error().code, ErrorCode::unreadable);
  EXPECT_EQ(Profile::from_file("/dev/zero").error().code, ErrorCode::unreadable);

  write(folder.file("empty.icc"), {});
  EXPECT_THAT(refused(folder.file("empty.icc")),
              HasSubstr("not an ICC profile: only 0 bytes; give another ICC profile"));
  EXPECT_EQ(Profile::from_file(folder.file("empty.icc")).error().code, ErrorCode::bad_input);

  write(folder.file("huge.icc"), {});
  std::filesystem::resize_file(folder.file("huge.icc"), std::uintmax_t{1} << 40);
  EXPECT_THAT(refused(folder.file("huge.icc")), HasSubstr("64 MiB"));

  write(folder.file("secret.icc"), made::gray());
  std::filesystem::permissions(folder.file("secret.icc"), std::filesystem::perms::none);
  if (::geteuid() != 0) {
    EXPECT_THAT(refused(folder.file("secret.icc")), HasSubstr("Permission denied"));
  }
}

}  // namespace
}  // namespace platerip::profiles
