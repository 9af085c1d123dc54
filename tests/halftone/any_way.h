// Pages that are halftoned in ways that must not matter: by any backend, in strips of any height, from saved boundaries
// on, on several threads.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "tests/halftone/random_page.h"
#include "tests/seed.h"

namespace platerip::halftone {

/// What a family of methods is tested with. Each function fails the current test where the plates are not right.
class AnyWay {
 protected:
  AnyWay() = default;
  virtual ~AnyWay() = default;

  /// Of a page of `width` pixels, with any number of planes.
  virtual Settings settings(std::int64_t width) = 0;
  /// The levels of a plane, row after row, by an implementation that shares nothing with the backends.
  virtual std::vector<int> expected(const RandomPage& page, const Settings& settings, int plane) const = 0;
  virtual void check_saved(const Boundary&, const Settings&) const {}

  void in_strips_of_any_height();
  void in_one_strip(std::int64_t width, std::int64_t height);
  /// After every strip, the page continues in a new halftoner, of the next backend each time.
  void from_saved_boundaries_on();
  void on_several_threads();
  /// All backends go on from this boundary as the reference does.
  void from_boundary_on(const Boundary& boundary, const Settings& settings);

  std::mt19937 random_{test_seed()};

 private:
  void expect_right(const RandomPage& page, const Settings& settings) const;
};

}  // namespace platerip::halftone
