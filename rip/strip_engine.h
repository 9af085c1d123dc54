// What makes plates of a page's strips, between reading and writing: this machine's cores (host_strips.h) or a GPU
// (gpu_strips.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "rip/backends.h"
#include "rip/strip_loop.h"
#include "rip/strip_memory.h"
#include "rip/strip_plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::rip {

/// What an engine is told of a page.
struct EngineSettings {
  separation::Settings separation;
  halftone::Settings halftone;
  std::vector<std::size_t> plate_inks;  ///< which inks have a plate, in plate order
  StripShape shape;
  std::int64_t height = 0;
  std::int64_t other_bytes = 0;  ///< that the page takes of `memory` beside its strips
  int threads = 1;
  std::size_t memory = 0;
  std::optional<std::size_t> reader_bytes;  ///< of `memory`, where known
  std::optional<std::int64_t> strip_rows;   ///< at most
  Backends host;                            ///< what the cores compute with
};

/// One page. The strips are its buffers; separate() and halftone() are stages of the strip loop.
class StripEngine {
 public:
  virtual ~StripEngine() = default;

  [[nodiscard]] virtual const StripPlan& plan() const = 0;
  [[nodiscard]] virtual std::vector<StripInFlight>& strips() = 0;

  /// Whether separate() must get the strips one at a time, in order. halftone() always does.
  [[nodiscard]] virtual bool separates_in_order() const = 0;
  virtual Status separate(StripInFlight& strip) = 0;
  virtual Status halftone(StripInFlight& strip) = 0;

  /// How that was done, for whoever wants to know.
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// What went wrong and was overcome; "" where nothing did.
  [[nodiscard]] virtual std::string warning() const { return ""; }
};

}  // namespace platerip::rip
