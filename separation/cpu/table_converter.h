// Converts RGB on large pages. Looks up colours in a table where that is faster. Private to separation/cpu/.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "separation/cpu/converter.h"
#include "separation/tables/color_table.h"

namespace platerip::separation::cpu {

/// The first threads that call run() fill the table. Then some thousands of its colours are compared with the results
/// of `direct`. If any differs, the table is never used.
class TableConverter final : public Converter<std::uint8_t> {
 public:
  /// `direct` computes each pixel; `fill` computes the table's rows.
  TableConverter(std::unique_ptr<Converter<std::uint8_t>> direct, std::unique_ptr<ColorTable> table,
                 ColorTable::Source fill, std::size_t inks);

  std::string name() const override;
  void run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const override;

 private:
  bool serves() const;
  bool agrees() const;

  std::unique_ptr<Converter<std::uint8_t>> direct_;
  std::unique_ptr<ColorTable> table_;
  ColorTable::Source fill_;
  std::size_t inks_;
  mutable std::once_flag checked_;
  mutable std::atomic<bool> is_wrong_ = false;
};

}  // namespace platerip::separation::cpu
