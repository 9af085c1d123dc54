// The inks of all 2^24 colours of 8-bit RGB: 64 MiB for each four inks. Private to separation/.
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

/// The entries of the 256 colours of one green and one blue, red rising.
struct TableRow {
  std::uint8_t green = 0, blue = 0;
  std::span<std::uint32_t* const> groups;  ///< the first entry of each group of inks
};

class ColorTable {
 public:
  /// Computes the entries of a row.
  using Source = std::function<void(TableRow)>;

  /// Empty: it takes memory as it is filled. Null where there is no memory.
  static std::unique_ptr<ColorTable> make(std::size_t inks);

  /// All colours of some blues are a slab.
  static constexpr int slabs = 64;

  /// Computes a slab. Several threads may work on one each.
  void fill(int slab, const Source& source);

  /// Are all slabs filled? If not, the calling thread helps to fill them, and waits for no other thread. Not for use
  /// beside fill().
  bool ready(const Source& source);

  /// The inks of `count` RGB pixels, one row an ink. Only of slabs that are filled.
  void look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const;

  /// All entries: what the table is, in a file too.
  [[nodiscard]] std::span<std::byte> bytes();
  [[nodiscard]] std::span<const std::byte> bytes() const;

 private:
  struct Free {
    void operator()(std::uint32_t* memory) const { std::free(memory); }
  };
  using Entries = std::unique_ptr<std::uint32_t[], Free>;  // 2^24 of each group of inks

  ColorTable(std::size_t inks, Entries entries) : inks_(inks), entries_(std::move(entries)) {}

  std::size_t inks_;
  Entries entries_;
  std::atomic<int> begun_ = 0, filled_ = 0;  // slabs
};

}  // namespace platerip::separation
