// Converts CMYK of 8 bits, and remembers the inks of colours. Private to separation/cpu/.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "separation/cpu/converter.h"

namespace platerip::separation::cpu {

/// Pages repeat colours: there are too many for a table of all, but few on a page, and fewer near each other.
class RepeatsConverter final : public Converter<std::uint8_t> {
 public:
  /// `direct` computes the pixels whose inks are not remembered. Precondition: it has at most group_inks inks.
  explicit RepeatsConverter(std::unique_ptr<Converter<std::uint8_t>> direct);

  std::string name() const override { return direct_->name(); }
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override;

 private:
  bool look_up(const std::uint8_t* pixels, std::size_t count, InkRows<std::uint8_t> inks) const;
  void compute(std::span<const std::uint32_t> colors, std::size_t inks, std::uint32_t* entries) const;

  std::unique_ptr<Converter<std::uint8_t>> direct_;
  /// Colours, each above its inks. A colour has one place, from which the next one there drives it out.
  mutable std::vector<std::atomic<std::uint64_t>> remembered_;
};

}  // namespace platerip::separation::cpu
