// Damaged profiles: each is refused, or a transform can be made from it and run. Nothing crashes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <functional>
#include <iostream>
#include <random>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"

namespace platerip::profiles {
namespace {

constexpr Intent all_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute};

int run_transform(const Profile& from, cmsUInt32Number from_format, const Profile& to, Intent intent) {
  cmsContext quiet = cmsCreateContext(nullptr, nullptr);
  cmsHTRANSFORM transform = cmsCreateTransformTHR(
      quiet, from.handle(), from_format, to.handle(), cmsFormatterForColorspaceOfProfile(to.handle(), 1, FALSE),
      static_cast<cmsUInt32Number>(intent), cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_LOWRESPRECALC);
  EXPECT_TRUE(transform) << "a checked profile makes no transform";
  std::array<std::uint8_t, 16 * 4> pixels{};
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 37);
  std::array<std::uint8_t, 16 * 15> result{};
  if (transform) {
    cmsDoTransform(transform, pixels.data(), result.data(), 16);
    cmsDeleteTransform(transform);
  }
  cmsDeleteContext(quiet);
  return 1;
}

// Makes and runs every use of the profile that passes the checks. Returns how many these are.
int use(const made::Bytes& bytes, ColorModel model) {
  const auto profile = Profile::from_memory(bytes, "damaged.icc");
  if (!profile.ok()) {
    EXPECT_EQ(profile.error().message.rfind("damaged.icc: ", 0), 0u);
    return 0;
  }
  ink_names(*profile);
  static const Profile srgb = Profile::srgb();
  constexpr std::array<cmsUInt32Number, 3> formats = {TYPE_GRAY_8, TYPE_RGB_8, TYPE_CMYK_8};
  int runs = 0;
  for (const Intent intent : all_intents) {
    if (check_press(*profile, intent).ok()) runs += run_transform(srgb, TYPE_RGB_8, *profile, intent);
    if (check_page(*profile, model, intent).ok())
      runs += run_transform(*profile, formats[static_cast<std::size_t>(model)], srgb, intent);
  }
  return runs;
}

struct Kind {
  const char* name;
  made::Bytes (*make)();
  ColorModel model;
  int rounds;
};

void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

class DamageOf : public ::testing::TestWithParam<Kind> {
 protected:
  DamageOf() { std::cout << "seed " << seed_ << '\n'; }

  std::size_t below(std::size_t n) { return random_() % n; }

  // Runs `spoil` on new copies, and uses each of them.
  void spoil_many(const std::function<void(made::Bytes&)>& spoil) {
    const made::Bytes sound = GetParam().make();
    ASSERT_GT(use(sound, GetParam().model), 0);
    for (int i = 0; i < GetParam().rounds; ++i) {
      made::Bytes bytes = sound;
      spoil(bytes);
      use(bytes, GetParam().model);
      if (HasFailure()) FAIL() << GetParam().name << ", seed " << seed_ << ", round " << i;
    }
  }

 private:
  std::uint32_t seed_ = test_seed();
  std::mt19937 random_{seed_};
};

TEST_P(DamageOf, OneByteAnywhere) {
  spoil_many([&](made::Bytes& bytes) { bytes[below(bytes.size())] = static_cast<std::byte>(below(256)); });
}

TEST_P(DamageOf, SomeBytesNearTheFront) {
  spoil_many([&](made::Bytes& bytes) {
    for (std::size_t n = 1 + below(8); n > 0; --n)
      bytes[below(std::min<std::size_t>(bytes.size(), 800))] = static_cast<std::byte>(below(256));
  });
}

TEST_P(DamageOf, ExtremeWords) {
  constexpr std::array<std::uint8_t, 6> extremes = {0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF};
  spoil_many([&](made::Bytes& bytes) {
    const std::size_t front = std::min<std::size_t>(bytes.size(), below(2) ? 1200 : bytes.size());
    const std::size_t at = 4 * below(front / 4 - 1);
    for (std::size_t i = below(4); i < 4; ++i) bytes[at + i] = static_cast<std::byte>(extremes[below(extremes.size())]);
  });
}

TEST_P(DamageOf, TagsThatPointElsewhere) {
  spoil_many([&](made::Bytes& bytes) {
    const std::size_t tags = std::to_integer<std::size_t>(bytes[131]);
    const std::size_t entry = 132 + 12 * below(tags);
    const std::size_t offset = below(bytes.size());
    made::put_u32(bytes, entry + 4, static_cast<std::uint32_t>(offset));
  });
}

TEST_P(DamageOf, TruncatedWithAMatchingHeader) {
  spoil_many([&](made::Bytes& bytes) {
    bytes.resize(128 + below(bytes.size() - 128));
    made::put_u32(bytes, 0, static_cast<std::uint32_t>(bytes.size()));
  });
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

// The header says that the table has 255 · 255 · 255 nodes of 8 inks, but the file has a few hundred kilobytes.
TEST(Damage, GetsNoMemoryForWhatTheFileCannotHold) {
  made::Bytes bytes = made::press_of_inks(8);
  const std::size_t table = made::tag_data(bytes, cmsSigBToA1Tag);
  made::put_u32(bytes, table, cmsSigLut16Type);
  made::put_u32(bytes, table + 8, 3u << 24 | 8u << 16 | 255u << 8);
  for (std::size_t i = 0; i < 9; ++i) made::put_u32(bytes, table + 12 + 4 * i, i % 4 == 0 ? 0x10000 : 0);
  made::put_u32(bytes, table + 48, 2u << 16 | 2u);  // entries of the curves before and after

  const Profile profile = made::open(bytes);
  const std::int64_t before = peak_memory();
  EXPECT_FALSE(check_press(profile, Intent::relative).ok());
  EXPECT_LT(peak_memory() - before, 100 << 20);
}

INSTANTIATE_TEST_SUITE_P(Kinds, DamageOf,
                         ::testing::Values(Kind{"press", [] { return made::press(); }, ColorModel::cmyk, 12},
                                           Kind{"six_inks", [] { return made::press_of_inks(6); }, ColorModel::cmyk,
                                                60},
                                           Kind{"rgb", made::wide_rgb, ColorModel::rgb, 100},
                                           Kind{"gray", made::gray, ColorModel::gray, 100}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace platerip::profiles
