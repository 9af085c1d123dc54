// Converts pixels, and remembers the inks of their colours. Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "separation/cpu/converter.h"

namespace platerip::separation::cpu {

/// For colours of which there are too many for a table of all, but few on many pages: CMYK, and 16 bits that were made
/// from 8.
template <typename Sample>
class RepeatsConverter final : public Converter<Sample> {
 public:
  /// `direct` computes pixels of `colors` samples, 3 or 4, whose inks are not remembered. Precondition: it has at most
  /// group_inks inks.
  RepeatsConverter(std::unique_ptr<Converter<Sample>> direct, int colors);
  ~RepeatsConverter() override;

  std::string name() const override { return direct_->name(); }
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const override;

 private:
  struct Memory;

  std::unique_ptr<Memory> borrow() const;
  void give_back(std::unique_ptr<Memory> memory) const;

  std::unique_ptr<Converter<Sample>> direct_;
  int colors_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Memory>> idle_;  // one for each thread that is in run() at the same time
};

}  // namespace platerip::separation::cpu
