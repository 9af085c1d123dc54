#include "tests/halftone/any_way.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "tests/halftone/engine.h"
#include "tests/halftone/tested_backends.h"
#include "tests/on_threads.h"

namespace platerip::halftone {

void AnyWay::expect_right(const RandomPage& page, const Settings& settings) const {
  for (int plane = 0; plane < std::ssize(settings.planes); ++plane) {
    const PlaneSettings& own = settings.planes[static_cast<std::size_t>(plane)];
    const std::vector<int> levels = expected(page, settings, plane);
    for (std::int64_t y = 0; y < page.height(); ++y) {
      for (std::int64_t x = 0; x < settings.width; ++x) {
        ASSERT_EQ(page.level(plane, y, x), levels[static_cast<std::size_t>(y * settings.width + x)])
            << "plane " << plane << " row " << y << " column " << x << " of " << settings.width << " by "
            << page.height() << ", sharpness " << own.sharpness << ", ink " << own.ink;
      }
    }
  }
  EXPECT_TRUE(page.guards_hold());
}

void AnyWay::in_strips_of_any_height() {
  for (const Backend* backend : tested_backends()) {
    for (const std::int64_t strip_rows : {1, 2, 7, 64, 1000}) {
      SCOPED_TRACE(std::string(backend->name) + " in strips of " + std::to_string(strip_rows));
      const Settings page_settings = settings(1 + random_() % 300);
      RandomPage page(page_settings, 1 + random_() % 150, random_);
      const Engine engine(*backend, page_settings);
      for (std::int64_t y = 0; y < page.height(); y += strip_rows) {
        ASSERT_TRUE(page.run(*engine.halftoner, y, std::min(strip_rows, page.height() - y)).ok());
      }
      expect_right(page, page_settings);
    }
  }
}

void AnyWay::in_one_strip(std::int64_t width, std::int64_t height) {
  for (const Backend* backend : tested_backends()) {
    SCOPED_TRACE(backend->name);
    const Settings page_settings = settings(width);
    RandomPage page(page_settings, height, random_);
    const Engine engine(*backend, page_settings);
    ASSERT_TRUE(page.run(*engine.halftoner, 0, height).ok());
    expect_right(page, page_settings);
  }
}

void AnyWay::from_saved_boundaries_on() {
  const Settings page_settings = settings(133);
  RandomPage page(page_settings, 60, random_);
  Boundary boundary;
  std::size_t next = 0;
  for (std::int64_t y = 0; y < page.height();) {
    const Engine engine(*tested_backends()[next++ % tested_backends().size()], page_settings);
    if (y > 0) {
      const Status status = engine.halftoner->restore(boundary);
      ASSERT_TRUE(status.ok()) << status.error().message;
    }
    const std::int64_t rows = std::min<std::int64_t>(random_() % 8, page.height() - y);
    ASSERT_TRUE(page.run(*engine.halftoner, y, rows).ok());
    auto saved = engine.halftoner->save();
    ASSERT_TRUE(saved.ok()) << saved.error().message;
    boundary = *std::move(saved);
    y += rows;
    EXPECT_EQ(boundary.rows, y);
    check_saved(boundary, page_settings);
  }
  expect_right(page, page_settings);
}

void AnyWay::on_several_threads() {
  for (const Backend* backend : tested_backends()) {
    SCOPED_TRACE(backend->name);
    Settings page_settings = settings(300);
    page_settings.parallel = on_threads(4);
    RandomPage page(page_settings, 200, random_);
    const Engine engine(*backend, page_settings);
    for (std::int64_t y = 0; y < 200; y += 100) ASSERT_TRUE(page.run(*engine.halftoner, y, 100).ok());
    expect_right(page, page_settings);
  }
}

void AnyWay::from_boundary_on(const Boundary& boundary, const Settings& settings) {
  constexpr std::int64_t height = 40;
  RandomPage expected(settings, height, random_), page(expected);
  const Engine reference(**find_backend("reference"), settings);
  ASSERT_TRUE(reference.halftoner->restore(boundary).ok());
  ASSERT_TRUE(expected.run(*reference.halftoner, 0, height).ok());
  for (const Backend* backend : tested_backends()) {
    const Engine engine(*backend, settings);
    ASSERT_TRUE(engine.halftoner->restore(boundary).ok());
    ASSERT_TRUE(page.run(*engine.halftoner, 0, height).ok());
    EXPECT_TRUE(page.has_plates_of(expected)) << backend->name;
    EXPECT_EQ(*engine.halftoner->save(), *reference.halftoner->save()) << backend->name;
  }
}

}  // namespace platerip::halftone
