// Makes the planes of a strip on the cores: its page stages, the separation, and its plane stages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "rip/strips/stages.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_memory.h"
#include "separation/separation.h"

namespace platerip::rip {

/// Several threads may use it at once for different strips.
class StagedSeparator {
 public:
  StagedSeparator(std::unique_ptr<separation::Separator> separator, const StagedPage& page, const Stages& stages,
                  const StripShape& shape);

  /// The bytes that run() needs in the workspace of a strip of `rows` rows.
  [[nodiscard]] std::size_t workspace_bytes(std::int64_t rows) const;

  /// Makes some rows of a strip's planes, after those above them. `first` counts from the strip's first row; the rows
  /// are those that next_rows() gives. Errors: the backend fails.
  Status run(StripInFlight& strip, std::int64_t first, std::int64_t rows) const;

  /// How many rows to make after `first` rows: so few that a cache keeps them, or all if there are plane stages.
  [[nodiscard]] std::int64_t next_rows(const StripInFlight& strip, std::int64_t first) const;

  [[nodiscard]] std::string description() const { return separator_->description(); }

 private:
  class Scratch;

  [[nodiscard]] std::int64_t plane_stages_bytes(std::int64_t rows) const;
  [[nodiscard]] std::size_t largest_workspace(std::int64_t rows) const;
  Status separate(const StripInFlight& strip, std::int64_t first, std::int64_t rows) const;
  const std::byte* pixels_after(std::size_t stages, const StripInFlight& strip, std::int64_t first, std::int64_t rows,
                                std::ptrdiff_t& stride, Scratch& scratch) const;
  void run_plane_stages(StripInFlight& strip) const;

  std::unique_ptr<separation::Separator> separator_;
  StagedPage page_;
  Stages stages_;
  StripShape shape_;
  std::int64_t few_rows_;
};

}  // namespace platerip::rip
