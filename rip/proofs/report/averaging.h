// How the pixels of a picture are averaged from those of a page, along rows or along columns.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platerip::rip {

/// The share that each part of a page has in each pixel of a picture.
struct Averaging {
  /// The parts that a pixel of the picture averages: `count` of them, from `first` on. Their weights begin at `weight`.
  struct Pixel {
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t weight = 0;
  };

  std::vector<std::int64_t> borders;  ///< of the parts, in pixels of the page, from 0 to its length
  std::vector<Pixel> pixels;          ///< of the picture
  std::vector<float> weights;         ///< of a pixel of the page in a part; all in a pixel of the picture add up to 1

  /// The memory of these, in bytes, with the weights.
  [[nodiscard]] std::int64_t bytes() const;
  /// The most pixels of the picture in which one part has a share.
  [[nodiscard]] std::int64_t overlap() const;
  /// Whether each pixel of the picture is one part.
  [[nodiscard]] bool is_plain() const { return borders.size() == pixels.size() + 1 && weights.size() == pixels.size(); }
};

/// Averages a page of `length` pixels to `count` pixels that are `step` pixels of the page long; the last one may be
/// cut off. Where the border of one cuts a pixel of the page, each gets its share. `cell`: the side of the page's
/// halftone cells, in pixels. If it is not 0, each pixel also averages about a cell around it, with the weights of a
/// Gaussian, so that cells do not show, however they lie. At the ends of the page, the cells beside a pixel stand for
/// those that would be around it.
Averaging averaging(std::int64_t length, std::int64_t count, double step, double cell);

/// The same without the weights, which take long to make.
Averaging averaging_unweighted(std::int64_t length, std::int64_t count, double step, double cell);

}  // namespace platerip::rip
