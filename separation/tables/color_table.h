// A table of the inks of all 2^24 colours of 8-bit RGB: 64 MiB for each group of four inks. Private to separation/.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>

#include "separation/simd/kernels.h"

namespace platerip::separation {

/// The entries of the 256 colours with one green and one blue, in order of red.
struct TableRow {
  std::uint8_t green = 0, blue = 0;
  std::span<std::uint32_t* const> groups;  ///< the first entry of each group of inks
};

class ColorTable {
 public:
  /// Computes the entries of a row.
  using Source = std::function<void(TableRow)>;

  /// Makes an empty table. It takes up memory only as it is filled. Null if there is not enough memory.
  static std::unique_ptr<ColorTable> make(std::size_t inks);

  /// The table is filled in slabs. A slab holds all colours of a few values of blue.
  static constexpr int slabs = 64;

  /// Computes one slab. Several threads may each compute one at the same time.
  void fill(int slab, const Source& source);

  /// Whether all slabs are filled. If not, the calling thread helps to fill them, but never waits for another thread.
  /// Not to be mixed with fill().
  bool ready(const Source& source);

  /// Looks up the inks of `count` RGB pixels, one row per ink. Precondition: the slabs of these colours are filled.
  void look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const;

  /// All entries, in the order in which files store them.
  [[nodiscard]] std::span<std::byte> bytes();
  [[nodiscard]] std::span<const std::byte> bytes() const;

 private:
  struct Free {
    void operator()(std::uint32_t* memory) const { std::free(memory); }
  };
  using Entries = std::unique_ptr<std::uint32_t[], Free>;  // 2^24 per group of inks

  ColorTable(std::size_t inks, Entries entries) : inks_(inks), entries_(std::move(entries)) {}

  std::size_t inks_;
  Entries entries_;
  std::atomic<int> begun_ = 0, filled_ = 0;  // slabs
};

}  // namespace platerip::separation
