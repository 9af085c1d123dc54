// C and R that come from outside: as bytes, and with values that are no C or R, belong to another block, or are out of
// range.
#include "halftone/blocks/boundary_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tests/halftone/block.h"
#include "tests/halftone/random_page.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

TEST(BoundaryErrorsAsBytes, AreTheSameOnEveryMachine) {
  const BoundaryErrors c{258, 1, {1, -2, 2040}};
  const std::vector<int> expected{2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0xFE, 0xFF, 0xF8, 7};
  std::vector<int> bytes;
  for (const std::byte byte : to_bytes(c)) bytes.push_back(std::to_integer<int>(byte));
  EXPECT_EQ(bytes, expected);
}

TEST(BoundaryErrorsAsBytes, ComeBackAsTheyWere) {
  for (const BoundaryErrors& errors : {BoundaryErrors{}, BoundaryErrors{max_width, 2, {-2039, 2040, 0, -1}}}) {
    const auto back = boundary_errors_from_bytes(to_bytes(errors));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, errors);
  }
}

TEST(BoundaryErrorsAsBytes, CutShortAreRefused) {
  const std::vector<std::byte> bytes = to_bytes({5, 1, {1, 2, 3}});
  for (const std::size_t length : {0U, 1U, 15U, 17U, 21U}) {
    EXPECT_FALSE(boundary_errors_from_bytes(std::span(bytes).first(length)).ok()) << length;
  }
}

TEST(CutC, JoinsTheCOfBlocksSideBySide) {
  const std::vector<BoundaryErrors> parts{{0, 2, {}}, {0, 2, {1, 2, 3, 11, 12, 13}}, {3, 2, {4, 14}}, {4, 2, {5, 15}}};
  EXPECT_EQ(*cut_c(parts, {0, 5}), (BoundaryErrors{0, 2, {1, 2, 3, 4, 5, 11, 12, 13, 14, 15}}));
  EXPECT_EQ(*cut_c(parts, {2, 4}), (BoundaryErrors{2, 2, {3, 4, 13, 14}}));
  EXPECT_EQ(*cut_c(parts, {5, 5}), (BoundaryErrors{5, 2, {}}));
}

TEST(CutC, RefusesColumnsThatNoPartHas) {
  const std::vector<BoundaryErrors> parts{{1, 1, {1, 2}}, {4, 1, {4}}};
  EXPECT_TRUE(cut_c(parts, {1, 3}).ok());
  EXPECT_THAT(cut_c(parts, {1, 5}).error().message, HasSubstr("end at column 3 and are needed up to 5"));
  EXPECT_FALSE(cut_c(parts, {0, 2}).ok());
  EXPECT_FALSE(cut_c(parts, {-1, 2}).ok());
  EXPECT_FALSE(cut_c(parts, {2, 1}).ok());
  EXPECT_FALSE(cut_c(parts, {2, max_width + 1}).ok());
}

TEST(CutC, RefusesWhatIsNoC) {
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  for (const BoundaryErrors& part :
       {BoundaryErrors{}, BoundaryErrors{0, -1, {1}}, BoundaryErrors{0, 3, {1, 2, 3}}, BoundaryErrors{0, 2, {1}},
        BoundaryErrors{-1, 1, {1, 2}}, BoundaryErrors{far, 1, {1}}, BoundaryErrors{0, far, {}}}) {
    EXPECT_FALSE(cut_c({&part, 1}, {0, 1}).ok());
    const std::vector<BoundaryErrors> behind_a_good_one{{0, 1, {1}}, part};
    EXPECT_FALSE(cut_c(behind_a_good_one, {0, 1}).ok());
  }
  EXPECT_FALSE(cut_c({}, {0, 0}).ok());
}

// A block in the middle of a page, and the errors that it is given.
class ABlock : public testing::Test {
 protected:
  Result<BlockErrors> halftone(const Settings& settings, const Block& block, const BlockErrors& before) {
    return halftone_block(settings, block, page_.plane(0, 0), page_.plate(0, 0), before);
  }
  BlockErrors zeros() const {
    BlockErrors before{c_above_page(settings_, block_), r_left_of_page(settings_, block_)};
    before.r.column = block_.begin;
    return before;
  }
  void expect_refused(const std::function<void(BlockErrors&)>& spoil) {
    BlockErrors before = zeros();
    spoil(before);
    const auto result = halftone(settings_, block_, before);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().message, HasSubstr("do not belong to"));
  }

  std::mt19937 random_{test_seed()};
  Settings settings_{.planes = {{"jarvis"}}, .width = 100};
  Block block_{5, 30, 60};
  RandomPage page_{settings_, 5, random_};
};

TEST_F(ABlock, RefusesBoundaryErrorsOfOthers) {
  ASSERT_TRUE(halftone(settings_, block_, zeros()).ok());
  expect_refused([](BlockErrors& before) { ++before.c.column; });
  expect_refused([](BlockErrors& before) { before.c.rows = 1; });
  expect_refused([](BlockErrors& before) { before.c.errors.pop_back(); });
  expect_refused([](BlockErrors& before) { before.c.errors.push_back(0); });
  expect_refused([](BlockErrors& before) { before.c = {}; });
  expect_refused([](BlockErrors& before) { --before.r.column; });
  expect_refused([](BlockErrors& before) { ++before.r.rows; });
  expect_refused([](BlockErrors& before) { before.r.errors.pop_back(); });
  expect_refused([](BlockErrors& before) { before.r.errors.clear(); });
  expect_refused([](BlockErrors& before) { std::swap(before.c, before.r); });
}

TEST_F(ABlock, RefusesErrorsThatNoFilterMakes) {
  for (const int error : {-32768, -2040, 2041, 32767}) {
    const auto value = static_cast<std::int16_t>(error);
    expect_refused([&](BlockErrors& before) { before.c.errors[random_() % before.c.errors.size()] = value; });
    expect_refused([&](BlockErrors& before) { before.r.errors[random_() % before.r.errors.size()] = value; });
  }
}

// The errors may come from another page, but the results are in range again.
TEST_F(ABlock, TakesAnyErrorsInRange) {
  for (int repeat = 0; repeat < 200; ++repeat) {
    block_.begin = static_cast<std::int64_t>(random_() % 112);
    block_.end = block_.begin + 1 + static_cast<std::int64_t>(random_() % static_cast<unsigned>(112 - block_.begin));
    BlockErrors before = zeros();
    for (BoundaryErrors* errors : {&before.c, &before.r}) {
      for (std::int16_t& error : errors->errors) error = static_cast<std::int16_t>(random_() % 2 ? -2039 : 2040);
    }
    const auto after = halftone(settings_, block_, before);
    ASSERT_TRUE(after.ok());
    for (const BoundaryErrors& errors : {after->c, after->r}) {
      EXPECT_THAT(errors.errors, testing::Each(testing::AllOf(testing::Ge(-2039), testing::Le(2040))));
    }
  }
}

TEST_F(ABlock, ThatIsNoneIsRefused) {
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  for (const Block& block : {Block{0, 0, 10}, Block{-1, 0, 10}, Block{far, 0, 10}, Block{5, -1, 10}, Block{5, 10, 10},
                             Block{5, 11, 10}, Block{5, 0, 113}, Block{5, 0, far}, Block{5, far - 1, far}}) {
    EXPECT_FALSE(halftone(settings_, block, zeros()).ok()) << block.rows << ", " << block.begin << ", " << block.end;
  }
  EXPECT_TRUE(check_block(settings_, {5, 0, 112}).ok());
}

TEST_F(ABlock, OfAPointProcessIsRefused) {
  settings_.planes = {{"bayer"}};
  EXPECT_THAT(check_block(settings_, block_).error().message, HasSubstr("bayer collects no errors"));
}

TEST_F(ABlock, OfAMethodOfAnotherTableIsRefused) {
  MethodInfo other = settings_.planes[0].method.info();
  other.name = "own";
  settings_.planes = {{Method(other)}};
  EXPECT_THAT(check_block(settings_, block_).error().message, HasSubstr("no backend has the method 'own'"));
}

TEST_F(ABlock, OfSeveralPlanesIsRefused) {
  settings_.planes = planes_of(2, "jarvis");
  EXPECT_THAT(check_block(settings_, block_).error().message, HasSubstr("each plane in blocks of its own"));
}

// C of all columns, and the boundary that a halftoner of that plane saves and restores.
class CAsAPlanesBoundary : public testing::Test {
 protected:
  Settings settings_{.planes = {{"jarvis"}}, .width = 3};
  BoundaryErrors c_{0, 2, {1, -2, 3, -2039, 2040, 6}};
};

TEST_F(CAsAPlanesBoundary, ComesBackAsItWas) {
  const auto plane = plane_boundary(settings_, c_);
  ASSERT_TRUE(plane.ok()) << plane.error().message;
  EXPECT_EQ(plane->method, "jarvis");
  EXPECT_EQ(*c_of(settings_, *plane), c_);
}

TEST_F(CAsAPlanesBoundary, IsRefusedWhereItIsNotOfAllColumns) {
  for (const BoundaryErrors& c : {BoundaryErrors{}, BoundaryErrors{1, 2, c_.errors}, BoundaryErrors{0, 1, c_.errors},
                                  BoundaryErrors{0, 2, {1, 2, 3, 4}}, BoundaryErrors{0, 2, {0, 0, 0, 0, 0, 2041}}}) {
    const auto plane = plane_boundary(settings_, c);
    ASSERT_FALSE(plane.ok());
    EXPECT_THAT(plane.error().message, HasSubstr("do not belong to columns 0 to 3"));
  }
}

TEST_F(CAsAPlanesBoundary, IsRefusedWhereItIsOfAnotherMethodOrVersionOrSize) {
  const PlaneBoundary plane = *plane_boundary(settings_, c_);
  const auto expect_refused = [&](const std::function<void(PlaneBoundary&)>& spoil) {
    PlaneBoundary spoilt = plane;
    spoil(spoilt);
    EXPECT_FALSE(c_of(settings_, spoilt).ok());
  };
  expect_refused([](PlaneBoundary& spoilt) { spoilt.method = "stucki"; });
  expect_refused([](PlaneBoundary& spoilt) { ++spoilt.version; });
  expect_refused([](PlaneBoundary& spoilt) { spoilt.state.pop_back(); });
  expect_refused([](PlaneBoundary& spoilt) { spoilt.state.assign(spoilt.state.size(), std::byte{0x7F}); });
  expect_refused([](PlaneBoundary& spoilt) { spoilt.finished.resize(1); });
  settings_.planes = {{"bayer"}};
  EXPECT_FALSE(c_of(settings_, {"bayer", 1, {}, {}}).ok());
  EXPECT_FALSE(plane_boundary(settings_, c_).ok());
}

}  // namespace
}  // namespace platerip::halftone
