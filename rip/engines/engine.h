// The interface of engines. An engine makes plates from the strips of a page, between reading and writing.
// choose_engine.h chooses the engine of a page.
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
#include "rip/resources/page_memory.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_memory.h"
#include "rip/strips/strip_plan.h"
#include "separation/separation.h"

namespace platerip::rip {

/// What an engine needs to know about a page.
struct EngineSettings {
  separation::Settings separation;
  halftone::Settings halftone;
  std::vector<std::size_t> plate_inks;  ///< the inks that have a plate, in plate order
  StripShape shape;
  std::int64_t height = 0;
  std::int64_t other_bytes = 0;  ///< bytes of `memory` that the page takes besides its strips and its reader
  std::int64_t bytes_after = 0;  ///< what comes to these after release_strips()
  /// Called as soon as some rows of a strip's planes are separated, while a cache still has them. `first` counts from
  /// the strip's first row. The rows of a strip come in order, but several threads may call this for different strips.
  /// Empty unless a report needs the tones.
  std::function<void(const StripInFlight& strip, std::int64_t first, std::int64_t rows)> see = {};
  /// The memory that `see` keeps of a strip of `rows` rows until its plates are made, in bytes. Set if `see` is.
  std::function<std::int64_t(std::int64_t rows)> see_bytes = {};
  /// Whether the ink of a row of the page counts: the same for all rows of a strip. If not set, all ink counts.
  std::function<bool(std::int64_t row)> counts_ink = {};
  int threads = 1;
  PageMemory memory;                        ///< host memory that the page may take
  std::optional<std::size_t> reader_bytes;  ///< bytes of `memory` that the reader takes, if known
  std::optional<std::int64_t> strip_rows;   ///< upper limit for the rows of a strip
  bool full_strips = false;                 ///< each strip but the last must have `strip_rows` rows
  std::function<bool()> stop;               ///< polled while waiting for a GPU; true is an error; may be empty
  Backends cores = {};                      ///< backends of the cores, set by choose_engine()
};

/// Makes one page. strips() are its buffers; separate() and halftone() are stages of the strip loop.
class Engine {
 public:
  virtual ~Engine() = default;

  /// The height and the number of the strips, and their buffers: plan().buffers() of them, which the engine owns.
  [[nodiscard]] virtual const StripPlan& plan() const = 0;
  [[nodiscard]] virtual std::vector<StripInFlight>& strips() = 0;

  /// The most rows that may have been passed to the engine without being on a plate yet.
  [[nodiscard]] virtual std::int64_t rows_held_back() const = 0;

  /// Whether separate() must get the strips one at a time and in order. halftone() always must.
  [[nodiscard]] virtual bool separates_in_order() const = 0;
  /// Makes the strip's planes from its pixels, or passes the strip on to where that is done. Errors: the backend fails.
  virtual Status separate(StripInFlight& strip) = 0;
  /// Writes the page's next finished rows to the strip's plates, and their number to plate_rows. After the page's last
  /// row, strips without rows follow, for the rows held back. Errors: the backend fails.
  virtual Status halftone(StripInFlight& strip) = 0;

  /// The same in parts, which may work on different strips at the same time. Each part must get all strips, one at a
  /// time and in order. All parts set the same plate_rows.
  [[nodiscard]] virtual std::size_t halftone_parts() const { return 1; }
  virtual Status halftone_part(StripInFlight& strip, std::size_t) { return halftone(strip); }

  /// The state from which a page continues below the strips so far. Precondition: these have all passed halftone().
  /// Errors: the engine cannot do that.
  [[nodiscard]] virtual Result<halftone::Boundary> save() const;
  /// Continues a page below the rows of `boundary`. To be called before the first strip. Errors: the boundary belongs
  /// to another page, or the engine cannot do that.
  virtual Status restore(const halftone::Boundary& boundary);

  /// Frees the strips' memory, if the engine can. From then on, only plan() and the methods below may be called.
  virtual void release_strips() {}

  /// How the page was made, for the report.
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;

  /// A problem that was overcome; "" if there was none.
  [[nodiscard]] virtual std::string warning() const { return ""; }
};

}  // namespace platerip::rip
