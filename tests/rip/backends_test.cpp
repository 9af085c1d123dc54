#include "rip/makers/backends.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

namespace platerip::rip {
namespace {

using testing::HasSubstr;

TEST(Backends, ANameThatAFolderLacksIsItsAuto) {
  struct Named {
    std::string_view name;
  };
  const std::array<Named, 2> names{{{"simd"}, {"reference"}}};
  const std::span<const Named> table = names;
  EXPECT_EQ(name_or_auto("simd", table), "simd");
  EXPECT_EQ(name_or_auto("cuda", table), "auto");
  EXPECT_EQ(name_or_auto("auto", table), "auto");
}

TEST(Backends, EveryNameOfEitherFolderIsOneOfBoth) {
  std::set<std::string_view> names{"auto"};
  for (const auto& backend : separation::backends()) {
    if (backend.supported().ok()) names.insert(backend.name);
  }
  for (const auto& backend : halftone::backends()) {
    if (backend.supported().ok()) names.insert(backend.name);
  }
  for (const std::string_view name : names) {
    const auto found = find_backends(name);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_TRUE(name == "auto" || found->separation->name == name || found->halftone->name == name) << name;
  }
}

TEST(Backends, ReferenceIsTheReferenceOfBoth) {
  const auto found = find_backends("reference");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->separation->name, "reference");
  EXPECT_EQ(found->halftone->name, "reference");
}

TEST(Backends, AnUnknownNameIsRefusedWithTheKnown) {
  const auto found = find_backends("abacus");
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("'abacus' is not one of auto, "));
  EXPECT_THAT(found.error().message, HasSubstr("reference"));
}

}  // namespace
}  // namespace platerip::rip
