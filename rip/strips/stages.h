// The interface of stages, which change the rows of a page on their way to the halftone.
//
//     pixels ──page stages──▶ pixels ──separation──▶ planes ──plane stages──▶ planes ──halftone──▶ plates
//
// A stage may look at the rows around those that it makes. So that no strip depends on another one, each strip brings
// the rows around it along, as many as all its stages need together. A stage keeps nothing from strip to strip: the
// same rows come out, whatever the strips, the threads and the maker, and wherever a page was interrupted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "separation/separation.h"

namespace platerip::rip {

/// How many rows around a row a stage looks at.
struct Window {
  std::int64_t above = 0;
  std::int64_t below = 0;

  [[nodiscard]] std::int64_t rows() const { return above + below; }
  friend Window operator+(const Window& a, const Window& b) { return {a.above + b.above, a.below + b.below}; }
  friend Window operator-(const Window& a, const Window& b) { return {a.above - b.above, a.below - b.below}; }
};

/// What the stages need to know about a page.
struct StagedPage {
  std::int64_t width = 0;   ///< pixels of a row
  std::int64_t height = 0;  ///< rows
  separation::PixelFormat format;
  std::size_t masks = 0;  ///< planes that follow the inks and only serve plane stages (MadeFrom::knocked_out)

  [[nodiscard]] std::int64_t row_bytes() const { return width * format.bytes(); }
};

/// Rows of a page that a stage is to make. There are `above` rows of input above the first, and `below` rows below the
/// last: those of the stage's window, but none beyond the page's top and bottom.
struct StageRows {
  std::int64_t first = 0;  ///< in the page
  std::int64_t rows = 0;
  std::int64_t above = 0;
  std::int64_t below = 0;
};

/// The rows of a stage with this window.
inline StageRows stage_rows(const StagedPage& page, const Window& window, std::int64_t first, std::int64_t rows) {
  return {.first = first,
          .rows = rows,
          .above = std::min(window.above, first),
          .below = std::min(window.below, page.height - first - rows)};
}

/// `rows` rows of a stage with this window, far from the page's top and bottom.
inline StageRows most_rows(const Window& window, std::int64_t rows) {
  return {.rows = rows, .above = window.above, .below = window.below};
}

/// Makes pixels from pixels of the same format. Thread-safe.
class PageStage {
 public:
  virtual ~PageStage() = default;

  /// For messages.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual Window window() const = 0;

  /// Makes rows. `in` and `out` point to the first of them; rows are `stride` bytes apart in `in`, and without gaps in
  /// `out`. They have the page's width, but rows of `in` may have another one before the first stage of a page, which
  /// knows it. Does not throw.
  virtual void run(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                   std::byte* out) const = 0;
};

/// Makes inks from inks. Thread-safe.
class PlaneStage {
 public:
  virtual ~PlaneStage() = default;

  /// For messages.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual Window window() const = 0;

  /// The inks that it changes, as indices. The others stay as they are.
  [[nodiscard]] virtual std::span<const std::size_t> inks() const = 0;

  /// Whether it changes planes where they are: then `out` of run() is what `in` has of the same inks, and its window is
  /// empty.
  [[nodiscard]] virtual bool is_in_place() const { return false; }

  /// The bytes of scratch memory that run() needs for so many rows. For fewer rows it needs no more.
  [[nodiscard]] virtual std::size_t workspace_bytes(const StagedPage& /*page*/, const StageRows& /*rows*/) const {
    return 0;
  }

  /// Makes rows of `out`, which has a plane for each of inks(), from `in`, which has all inks, and then the masks of
  /// the page. Planes point to the first row to be made. `workspace` has workspace_bytes() and is aligned to a cache
  /// line. Does not throw.
  virtual void run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                   std::span<const separation::Plane> out, std::span<std::byte> workspace) const = 0;
};

/// The stages of a page, in their order.
struct Stages {
  std::vector<std::shared_ptr<const PageStage>> of_page;
  std::vector<std::shared_ptr<const PlaneStage>> of_planes;

  /// The rows around a strip whose planes must be separated.
  [[nodiscard]] Window planes_around() const {
    Window around;
    for (const auto& stage : of_planes) around = around + stage->window();
    return around;
  }
  /// The rows around a strip whose pixels must be read.
  [[nodiscard]] Window pixels_around() const {
    Window around = planes_around();
    for (const auto& stage : of_page) around = around + stage->window();
    return around;
  }
};

}  // namespace platerip::rip
