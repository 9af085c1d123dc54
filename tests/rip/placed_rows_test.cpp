#include "rip/pages/placing/placed_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <random>

#include "rip/pages/placing/mirror_row.h"
#include "rip/pages/placing/turn_block.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

constexpr std::size_t plenty = std::size_t{64} << 20;

/// A page in memory. Its samples are random, or all equal.
class MadePage : public PageRows {
 public:
  MadePage(std::int64_t width, std::int64_t height, tiffio::ColorModel model, int bits, int value = -1) {
    info_.width = width;
    info_.height = height;
    info_.model = model;
    info_.bits = bits;
    info_.resolution = {300, 600, 2};
    info_.orientation = 6;
    pixels.resize(static_cast<std::size_t>(info_.row_bytes() * height));
    std::mt19937 random(test_seed());
    for (std::byte& byte : pixels) byte = static_cast<std::byte>(value < 0 ? random() : static_cast<unsigned>(value));
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    rows_read += rows;
    for (; rows > 0; --rows, ++row_, out += stride) {
      if (row_ >= info_.height) return Error{"read past the end"};
      std::memcpy(out, pixels.data() + row_ * info_.row_bytes(), static_cast<std::size_t>(info_.row_bytes()));
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    row_ += rows;
    return {};
  }

  [[nodiscard]] ReadOrder order() const override { return order_; }
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    rows_read += part.rows;
    const std::int64_t pixel = info_.row_bytes() / info_.width;
    for (std::int64_t row = part.row; row < part.row + part.rows; ++row, out += stride)
      std::memcpy(out, pixels.data() + row * info_.row_bytes() + part.column * pixel,
                  static_cast<std::size_t>(part.columns * pixel));
    return {};
  }

  std::vector<std::byte> pixels;
  tiffio::PageInfo info_;
  ReadOrder order_ = ReadOrder::in_turn;
  std::atomic<std::int64_t> rows_read = 0;  // at any time, by any thread

 private:
  std::int64_t row_ = 0;
};

std::vector<std::byte> all_of(PageRows& page, std::int64_t at_once = 7) {
  const std::int64_t row_bytes = page.info().row_bytes();
  std::vector<std::byte> pixels(static_cast<std::size_t>(row_bytes * page.info().height));
  for (std::int64_t row = 0; row < page.info().height; row += at_once) {
    const Status status =
        page.read(std::min(at_once, page.info().height - row), pixels.data() + row * row_bytes, row_bytes);
    EXPECT_TRUE(status.ok()) << status.error().message;
  }
  return pixels;
}

// Every fourth row, and skips the others.
void expect_rows_below_skipped(PageRows& page, const std::vector<std::byte>& expected) {
  const std::int64_t row_bytes = page.info().row_bytes();
  std::vector<std::byte> row(static_cast<std::size_t>(row_bytes));
  for (std::int64_t y = 3; y < page.info().height; y += 4) {
    ASSERT_TRUE(page.skip(3).ok());
    ASSERT_TRUE(page.read(1, row.data(), row_bytes).ok());
    EXPECT_EQ(std::memcmp(row.data(), expected.data() + y * row_bytes, row.size()), 0) << y;
  }
}

class Turned : public testing::TestWithParam<int> {};

/// The page's pixels after the turn, each put to its place by itself.
std::vector<std::byte> by_hand(const MadePage& page, const Turn& turn) {
  const std::int64_t columns = page.info_.width, rows = page.info_.height;
  const std::int64_t width = turn.exchange ? rows : columns, height = turn.exchange ? columns : rows;
  const std::int64_t bytes = page.info_.row_bytes() / columns;
  std::vector<std::byte> result(page.pixels.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      std::int64_t x = turn.exchange ? row : column, y = turn.exchange ? column : row;
      if (turn.flip_x) x = width - 1 - x;
      if (turn.flip_y) y = height - 1 - y;
      std::memcpy(result.data() + (y * width + x) * bytes, page.pixels.data() + (row * columns + column) * bytes,
                  static_cast<std::size_t>(bytes));
    }
  }
  return result;
}

constexpr ReadOrder orders[] = {ReadOrder::in_turn, ReadOrder::any_rows, ReadOrder::any_pixels};

TEST_P(Turned, BringsEveryPixelToItsPlace) {
  const Turn turn = to_upright(static_cast<tiffio::Orientation>(GetParam()));
  for (const tiffio::ColorModel model : {tiffio::ColorModel::gray, tiffio::ColorModel::rgb, tiffio::ColorModel::cmyk}) {
    for (const int bits : {8, 16}) {
      for (const std::size_t memory : {std::size_t{1}, std::size_t{2000}, plenty}) {
        for (const ReadOrder order : orders) {
          auto made = std::make_unique<MadePage>(31, 17, model, bits);
          made->order_ = order;
          const std::vector<std::byte> expected = by_hand(*made, turn);
          const auto upright = turned(std::move(made), "a page", turn, memory, 1 << 20);
          EXPECT_EQ(upright->info().width, turn.exchange ? 17 : 31);
          EXPECT_EQ(upright->info().resolution.x, turn.exchange ? 600 : 300);
          EXPECT_EQ(upright->info().orientation, 1);
          EXPECT_TRUE(all_of(*upright) == expected) << bits << ' ' << memory << ' ' << static_cast<int>(order);
        }
      }
    }
  }
}

TEST_P(Turned, ManyRowsAtATimeAreTheSame) {
  const Turn turn = to_upright(static_cast<tiffio::Orientation>(GetParam()));
  for (const ReadOrder order : orders) {
    auto made = std::make_unique<MadePage>(1031, 517, tiffio::ColorModel::rgb, 8);
    made->order_ = order;
    const std::vector<std::byte> expected = by_hand(*made, turn);
    EXPECT_TRUE(all_of(*turned(std::move(made), "a page", turn, 600'000, 4 << 20), 401) == expected);
  }
}

TEST(Turned, PagesInAnyOrderNeedNoRoomInTmpdir) {
  for (const Turn& turn : {upside_down, clockwise}) {
    auto made = std::make_unique<MadePage>(31, 17, tiffio::ColorModel::rgb, 8);
    made->order_ = turn.exchange ? ReadOrder::any_pixels : ReadOrder::any_rows;
    const std::vector<std::byte> expected = by_hand(*made, turn);
    EXPECT_TRUE(all_of(*turned(std::move(made), "a page", turn, plenty, 1)) == expected);
  }
}

TEST(Stepped, PagesInAnyOrderNeedNoRoomInTmpdir) {
  const Steps down{.copies = 3, .gap = 2, .margin = 4};
  const auto sheet = [&](const Turn& turn, ReadOrder order, std::int64_t spool) {
    auto made = std::make_unique<MadePage>(301, 217, tiffio::ColorModel::rgb, 8);
    made->order_ = order;
    return stepped(turned(std::move(made), "a page", turn, plenty, spool), "a page", down, 1, spool);
  };
  for (const Turn& turn : {unturned, mirrored, upside_down}) {
    const std::vector<std::byte> expected = all_of(*sheet(turn, ReadOrder::in_turn, 1 << 20), 7);
    EXPECT_TRUE(all_of(*sheet(turn, ReadOrder::any_rows, 1), 300) == expected);
    EXPECT_TRUE(all_of(*sheet(turn, ReadOrder::any_pixels, 1), 7) == expected);
  }
  std::vector<std::byte> row(std::size_t{301 * 3});
  EXPECT_TRUE(sheet(mirrored, ReadOrder::in_turn, 1)->read(1, row.data(), std::ssize(row)).ok());  // of paper
  EXPECT_FALSE(sheet(mirrored, ReadOrder::in_turn, 1)->skip(5).ok());
}

TEST(Mirrored, RowsOfPixelsOfAnySize) {
  for (int bytes = 1; bytes <= 18; ++bytes) {
    for (const int pixels : {1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 100}) {
      std::mt19937 random(test_seed());
      std::vector<std::byte> row(static_cast<std::size_t>(pixels * bytes + 2));
      for (std::byte& byte : row) byte = static_cast<std::byte>(random());
      std::vector<std::byte> expected = row;
      for (int pixel = 0; pixel < pixels; ++pixel)
        std::copy_n(row.data() + 1 + pixel * bytes, bytes, expected.data() + 1 + (pixels - 1 - pixel) * bytes);
      std::vector<std::byte> other = row;
      std::fill_n(other.begin() + 1, pixels * bytes, std::byte{0x5a});
      mirror_row(row.data() + 1, other.data() + 1, pixels, bytes);
      EXPECT_TRUE(other == expected) << pixels << " pixels of " << bytes << " bytes";
      mirror_row(row.data() + 1, row.data() + 1, pixels, bytes);
      EXPECT_TRUE(row == expected) << pixels << " pixels of " << bytes << " bytes";
    }
  }
}

TEST(TurnBlock, BringsPixelsOfAnySizeToTheirPlace) {
  std::mt19937 random(test_seed());
  for (std::int64_t bytes = 1; bytes <= 18; ++bytes) {
    for (const bool past_caches : {false, true}) {
      const std::int64_t columns = 1 + random() % 90, rows = 1 + random() % 40, offset = random() % 64;
      const std::int64_t stride = columns * bytes + random() % 9;
      std::vector<std::byte> page(static_cast<std::size_t>(columns * rows * bytes));
      for (std::byte& byte : page) byte = static_cast<std::byte>(random());
      std::vector<std::byte> turned(static_cast<std::size_t>(offset + rows * stride)), expected = turned;
      for (std::int64_t x = 0; x < columns; ++x)
        for (std::int64_t y = 0; y < rows; ++y)
          std::copy_n(page.data() + (x * rows + y) * bytes, bytes, expected.data() + offset + y * stride + x * bytes);
      turn_block({page.data(), rows * bytes, turned.data() + offset, stride, rows, columns, past_caches}, bytes);
      EXPECT_TRUE(turned == expected) << rows << " x " << columns << " pixels of " << bytes << " bytes";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Orientations, Turned, testing::Range(1, 9));

TEST(Turn, QuartersAddUp) {
  EXPECT_EQ(then(clockwise, counter_clockwise), unturned);
  EXPECT_EQ(then(clockwise, clockwise), upside_down);
  EXPECT_EQ(then(then(clockwise, mirrored), mirrored), clockwise);
  EXPECT_EQ(to_upright(6), clockwise);
  EXPECT_EQ(to_upright(8), counter_clockwise);
}

TEST(Turned, IsRefusedWhereItDoesNotFit) {
  const auto page =
      turned(std::make_unique<MadePage>(31, 17, tiffio::ColorModel::rgb, 8), "a page", clockwise, plenty, 100);
  std::vector<std::byte> row(static_cast<std::size_t>(page->info().row_bytes()));
  const Status status = page->read(1, row.data(), page->info().row_bytes());
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::MatchesRegex("a page: .*100 bytes.*"));
  EXPECT_EQ(status.error().code, ErrorCode::no_space);
  ASSERT_EQ(status.error().advice.size(), 1u);
  EXPECT_EQ(status.error().advice[0].setting, "spool");
}

TEST(Turned, EndsInTheMiddleOfThePageWhenTold) {
  for (const int last_question : {2, 3}) {  // while the page is written to TMPDIR, and while it is read back
    int questions = 0;
    const auto stop = [&] { return ++questions >= last_question; };
    auto made = stoppable(std::make_unique<MadePage>(31, 17, tiffio::ColorModel::rgb, 8), "a page", stop);
    const auto page = turned(std::move(made), "a page", clockwise, plenty, 1 << 20, stop);
    std::vector<std::byte> row(static_cast<std::size_t>(page->info().row_bytes()));
    const Status status = page->read(1, row.data(), page->info().row_bytes());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "a page: stopped");
    EXPECT_EQ(questions, last_question);
  }
}

TEST_P(Turned, RowsBelowThoseThatAreSkippedAreTheSame) {
  const Turn turn = to_upright(static_cast<tiffio::Orientation>(GetParam()));
  for (const ReadOrder order : orders) {
    auto made = std::make_unique<MadePage>(31, 17, tiffio::ColorModel::rgb, 8);
    made->order_ = order;
    const std::vector<std::byte> expected = by_hand(*made, turn);
    const auto never = [] { return false; };
    const auto page = turned(stoppable(std::move(made), "a page", never), "a page", turn, plenty, 1 << 20, never);
    expect_rows_below_skipped(*page, expected);
  }
}

// A rank of several reads only its own rows of a page that needs no room in TMPDIR.
TEST(Mirrored, RowsThatAreSkippedAreNotRead) {
  for (const Turn& turn : {mirrored, upside_down}) {
    auto made = std::make_unique<MadePage>(31, 100, tiffio::ColorModel::rgb, 8);
    made->order_ = ReadOrder::any_rows;
    const std::atomic<std::int64_t>& rows_read = made->rows_read;
    const auto never = [] { return false; };
    const auto page = turned(stoppable(std::move(made), "a page", never), "a page", turn, plenty, 1, never);
    std::vector<std::byte> rows(static_cast<std::size_t>(5 * page->info().row_bytes()));
    ASSERT_TRUE(page->skip(90).ok());
    ASSERT_TRUE(page->read(5, rows.data(), page->info().row_bytes()).ok());
    EXPECT_EQ(rows_read, 5);
  }
}

Scaling all_at(std::int64_t width, std::int64_t height) {
  return {.width = width, .height = height, .left = 0, .top = 0, .columns = width, .rows = height};
}

std::unique_ptr<PageRows> scaled(std::unique_ptr<PageRows> page, std::int64_t width, std::int64_t height) {
  auto result = resampled(std::move(page), all_at(width, height), plenty, 1);
  EXPECT_TRUE(result.ok());
  return *std::move(result);
}

struct Sizes {
  std::int64_t width, height;
};

// As a picture in a print job may be. A row of the result takes many of the page.
TEST(Turned, PagesInAnyOrderEndInTheMiddleWhenTold) {
  int questions = 0;
  const auto stop = [&] { return ++questions > 100; };
  auto made = std::make_unique<MadePage>(31, 400, tiffio::ColorModel::rgb, 8);
  made->order_ = ReadOrder::any_rows;
  const std::atomic<std::int64_t>& rows_read = made->rows_read;
  auto source = turned(stoppable(std::move(made), "a page", stop), "a page", upside_down, plenty, 1, stop);
  const auto page = scaled(std::move(source), 7, 1);
  std::vector<std::byte> row(static_cast<std::size_t>(page->info().row_bytes()));
  const Status status = page->read(1, row.data(), page->info().row_bytes());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "a page: stopped");
  EXPECT_EQ(status.error().code, ErrorCode::stopped);
  EXPECT_EQ(rows_read, 100);
}

class Resampled : public testing::TestWithParam<Sizes> {};

TEST_P(Resampled, KeepsFlatToneExactly) {
  const auto [width, height] = GetParam();
  for (const int bits : {8, 16}) {
    for (const int value : {0, 77, 255}) {
      const auto page =
          scaled(std::make_unique<MadePage>(61, 43, tiffio::ColorModel::cmyk, bits, value), width, height);
      const std::vector<std::byte> pixels = all_of(*page);
      EXPECT_THAT(pixels, testing::Each(static_cast<std::byte>(value)));
    }
  }
}

TEST_P(Resampled, DoesNotDependOnHowRowsAreRead) {
  const auto [width, height] = GetParam();
  std::vector<std::byte> first;
  for (const std::int64_t at_once : {1, 5, 1000}) {
    const auto page = scaled(std::make_unique<MadePage>(61, 43, tiffio::ColorModel::rgb, 8), width, height);
    const std::vector<std::byte> pixels = all_of(*page, at_once);
    if (first.empty()) first = pixels;
    EXPECT_TRUE(pixels == first);
  }
  expect_rows_below_skipped(*scaled(std::make_unique<MadePage>(61, 43, tiffio::ColorModel::rgb, 8), width, height),
                            first);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Resampled,
                         testing::Values(Sizes{61, 43}, Sizes{122, 86}, Sizes{100, 44}, Sizes{30, 21}, Sizes{7, 3},
                                         Sizes{1, 1}, Sizes{500, 2}));

TEST_P(Resampled, APieceHasThePixelsOfTheWhole) {
  const auto [width, height] = GetParam();
  const auto page = [] { return std::make_unique<MadePage>(61, 43, tiffio::ColorModel::rgb, 8); };
  const std::vector<std::byte> whole = all_of(*scaled(page(), width, height));
  const Scaling piece{.width = width,
                      .height = height,
                      .left = width / 3,
                      .top = height / 2,
                      .columns = (width + 1) / 2,
                      .rows = (height + 1) / 2};
  const auto cut = resampled(page(), piece, plenty, 1);
  ASSERT_TRUE(cut.ok());
  const std::vector<std::byte> pixels = all_of(**cut);
  const auto row_bytes = static_cast<std::size_t>(3 * piece.columns);
  for (std::int64_t row = 0; row < piece.rows; ++row) {
    const std::byte* const expected = whole.data() + 3 * ((piece.top + row) * width + piece.left);
    ASSERT_EQ(std::memcmp(pixels.data() + row * 3 * piece.columns, expected, row_bytes), 0) << row;
  }
}

TEST(Resampled, AtItsOwnSizeIsThePage) {
  auto made = std::make_unique<MadePage>(61, 43, tiffio::ColorModel::rgb, 16);
  const std::vector<std::byte> pixels = made->pixels;
  EXPECT_TRUE(all_of(*scaled(std::move(made), 61, 43)) == pixels);
}

TEST(Resampled, ARampStaysARamp) {
  auto made = std::make_unique<MadePage>(200, 4, tiffio::ColorModel::gray, 8, 0);
  for (std::size_t i = 0; i < made->pixels.size(); ++i) made->pixels[i] = static_cast<std::byte>(i % 200);
  const std::vector<std::byte> pixels = all_of(*scaled(std::move(made), 400, 4));
  for (std::size_t x = 8; x < 392; ++x)
    EXPECT_NEAR(std::to_integer<int>(pixels[x]), static_cast<double>(x) / 2 - 0.25, 0.6) << x;
}

TEST(Resampled, WhatCannotBeSeenDoesNotColorItsNeighbors) {
  auto made = std::make_unique<MadePage>(4, 4, tiffio::ColorModel::rgb, 8, 0);
  made->info_.alpha = tiffio::Alpha::unassociated;
  made->pixels.assign(64, std::byte{0});
  for (std::size_t pixel = 0; pixel < 16; ++pixel) {
    const bool is_left = pixel % 4 < 2;  // red on the left, invisible green on the right
    made->pixels[4 * pixel + (is_left ? 0 : 1)] = std::byte{255};
    made->pixels[4 * pixel + 3] = is_left ? std::byte{255} : std::byte{0};
  }
  const auto page = scaled(std::move(made), 9, 9);
  EXPECT_EQ(page->info().alpha, tiffio::Alpha::associated);
  const std::vector<std::byte> pixels = all_of(*page);
  for (std::size_t pixel = 0; pixel < 81; ++pixel) EXPECT_EQ(pixels[4 * pixel + 1], std::byte{0});
}

/// A page whose reader takes a million bytes.
class PageOfAMillionBytes : public MadePage {
 public:
  PageOfAMillionBytes() : MadePage(300, 200, tiffio::ColorModel::rgb, 8) {}
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return 1'000'000; }
};

TEST(Placed, RowsTellWhatTheyTakeWithTheRowsBelow) {
  const auto made = [] { return std::make_unique<PageOfAMillionBytes>(); };
  EXPECT_EQ(stoppable(made(), "a page", [] { return false; })->memory_bytes(), 1'000'000);
  EXPECT_EQ(turned(made(), "a page", mirrored, 10'000, 1 << 20)->memory_bytes(), 1'000'000);
  const auto by_bands = turned(made(), "a page", clockwise, 10'000, 1 << 20)->memory_bytes();
  EXPECT_GT(by_bands, 1'005'000);
  EXPECT_LE(by_bands, 1'010'000);
  const auto larger = resampled(made(), all_at(600, 400), 1 << 20, 1);
  EXPECT_GT((*larger)->memory_bytes(), 1'020'000);
  EXPECT_EQ(on_sheet(made(), {1000, 800, {1200, 1200, 2}, 0, 0})->memory_bytes(), 1'003'900);
  auto unknown = std::make_unique<MadePage>(300, 200, tiffio::ColorModel::rgb, 8);
  EXPECT_EQ(turned(std::move(unknown), "a page", clockwise, 10'000, 1 << 20)->memory_bytes(), std::nullopt);
}

TEST(Resampled, InksThatCannotBeSeenDoNotInkTheirNeighbors) {
  auto made = std::make_unique<MadePage>(4, 4, tiffio::ColorModel::inks, 8, 0);
  made->info_.alpha = tiffio::Alpha::unassociated;
  made->info_.spots = {"Gold", "White"};
  for (std::size_t pixel = 0; pixel < 16; ++pixel) {
    const bool is_left = pixel % 4 < 2;  // gold on the left, invisible white on the right
    made->pixels.push_back(is_left ? std::byte{255} : std::byte{0});
    made->pixels.push_back(is_left ? std::byte{255} : std::byte{0});
    made->pixels.push_back(is_left ? std::byte{0} : std::byte{255});
  }
  const auto page = scaled(std::move(made), 9, 9);
  EXPECT_EQ(page->info().alpha, tiffio::Alpha::associated);
  const std::vector<std::byte> pixels = all_of(*page);
  EXPECT_EQ(pixels[1], std::byte{255});
  for (std::size_t pixel = 0; pixel < 81; ++pixel) EXPECT_EQ(pixels[3 * pixel + 2], std::byte{0});
}

TEST(Resampled, IsRefusedWhereItTakesTooMuchMemory) {
  const auto page =
      resampled(std::make_unique<MadePage>(6100, 4, tiffio::ColorModel::rgb, 8), all_at(60000, 40), 400000, 4);
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().code, ErrorCode::no_memory);
  ASSERT_FALSE(page.error().advice.empty());
  EXPECT_EQ(page.error().advice[0].setting, "memory");
}

TEST(OnSheet, LiesWhereItIsPutAndIsCutOff) {
  for (const auto& [left, top] :
       {std::pair{3, 2}, std::pair{-3, -2}, std::pair{8, 5}, std::pair{-50, 0}, std::pair{0, 50}}) {
    auto made = std::make_unique<MadePage>(6, 5, tiffio::ColorModel::rgb, 8);
    const std::vector<std::byte> pixels = made->pixels;
    const Sheet where{10, 8, {1200, 1200, 2}, left, top};
    const auto sheet = on_sheet(std::move(made), where);
    EXPECT_EQ(sheet->info().width, 10);
    EXPECT_EQ(sheet->info().resolution.x, 1200);
    const std::vector<std::byte> result = all_of(*sheet, 3);
    expect_rows_below_skipped(*on_sheet(std::make_unique<MadePage>(6, 5, tiffio::ColorModel::rgb, 8), where), result);
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 10; ++x) {
        const int column = x - left;
        const int row = y - top;
        const bool inside = column >= 0 && column < 6 && row >= 0 && row < 5;
        const std::byte expected = inside ? pixels[static_cast<std::size_t>((row * 6 + column) * 3)] : std::byte{0xff};
        ASSERT_EQ(result[static_cast<std::size_t>((y * 10 + x) * 3)], expected) << x << ' ' << y;
      }
    }
  }
}

TEST(OnSheet, LabPaperIsWhite) {
  for (const int bits : {8, 16}) {
    const auto sheet =
        on_sheet(std::make_unique<MadePage>(1, 1, tiffio::ColorModel::lab, bits), {3, 2, {1200, 1200, 2}, 5, 5});
    const std::vector<std::byte> pixels = all_of(*sheet);
    const auto sample = static_cast<std::size_t>(bits / 8);
    ASSERT_EQ(pixels.size(), 18 * sample);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      ASSERT_EQ(pixels[i], i / sample % 3 == 0 ? std::byte{0xff} : std::byte{0x80}) << i;
  }
}

}  // namespace
}  // namespace platerip::rip
