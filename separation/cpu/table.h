// The inks of all 2^24 colours of 8-bit RGB: 64 MiB that make a big page faster. Private to separation/cpu/.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>

#include "separation/cpu/kernels.h"

namespace platerip::separation::cpu {

class Table {
 public:
  /// For a page of at least this many pixels the table pays: its filling costs 60 ms of one core, and then each
  /// million pixels of a photograph takes 1.4 ms less.
  static constexpr std::int64_t least_pixels = std::int64_t{48} << 20;

  /// Computes rows of inks from RGB pixels: what the table remembers. At most group_inks inks.
  using Source = std::function<void(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks)>;

  /// Empty, and so without any memory in use. Null where there is none to be had.
  static std::unique_ptr<Table> make();

  /// Is the table filled? While it isn't, the calling thread takes part in filling it, but waits for no other one.
  bool ready(const Source& source);

  /// The inks of `count` RGB pixels, one row an ink. Only when ready.
  void look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const;

 private:
  struct Free {
    void operator()(std::uint32_t* memory) const { std::free(memory); }
  };
  using Entries = std::unique_ptr<std::uint32_t[], Free>;

  explicit Table(Entries entries) : entries_(std::move(entries)) {}
  void fill_slab(int slab, const Source& source);

  Entries entries_;
  std::atomic<int> begun_ = 0, filled_ = 0;  // slabs
};

}  // namespace platerip::separation::cpu
