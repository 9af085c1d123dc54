// What makes plates of a page's strips, between reading and writing. choose_engine.h says which one a page gets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/engines/backends.h"
#include "rip/engines/strip.h"
#include "rip/engines/strip_memory.h"
#include "rip/engines/strip_plan.h"
#include "separation/separation.h"

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
  std::function<bool()> stop;               ///< asked while the page waits for a GPU: true is an error; or none
  Backends cores = {};                      ///< what the cores compute with; choose_engine() says
};

/// One page. The strips are its buffers; separate() and halftone() are stages of the strip loop.
class Engine {
 public:
  virtual ~Engine() = default;

  [[nodiscard]] virtual const StripPlan& plan() const = 0;
  [[nodiscard]] virtual std::vector<StripInFlight>& strips() = 0;

  /// The most rows of the page that may have been given to it and are on no plate yet.
  [[nodiscard]] virtual std::int64_t rows_held_back() const = 0;

  /// Whether separate() must get the strips one at a time, in order. halftone() always does.
  [[nodiscard]] virtual bool separates_in_order() const = 0;
  virtual Status separate(StripInFlight& strip) = 0;
  /// Puts the page's next rows that are finished onto the strip's plates, and their number into plate_rows. After the
  /// page's last row come strips without rows, for those held back.
  virtual Status halftone(StripInFlight& strip) = 0;

  /// How that was done, for whoever wants to know.
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// What went wrong and was overcome; "" where nothing did.
  [[nodiscard]] virtual std::string warning() const { return ""; }
};

}  // namespace platerip::rip
