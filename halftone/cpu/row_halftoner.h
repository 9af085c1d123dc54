// Halftones rows that do not depend on each other, on several threads. Private to halftone/cpu/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "halftone/checks.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

class RowHalftoner : public Halftoner {
 public:
  explicit RowHalftoner(const Settings& settings) : settings_(settings) {}

  Result<std::int64_t> run(const Strip& strip) override;
  [[nodiscard]] Result<Boundary> save() const override;
  Status restore(const Boundary& boundary) override;

 protected:
  [[nodiscard]] const Settings& settings() const { return settings_; }

 private:
  // Halftones row y of the page. Several threads call it at once.
  virtual void run_row(std::int64_t y, const std::byte* samples, std::byte* pixels) const = 0;

  void run_piece(const Strip& strip, std::int64_t piece) const;

  Settings settings_;
  std::int64_t rows_ = 0;
  PageEnd end_;
};

}  // namespace platerip::halftone::cpu
