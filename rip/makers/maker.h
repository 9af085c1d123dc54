// The interface of makers. A maker makes plates from the strips of a page, between reading and writing: cores_maker.h
// on this machine's cores, gpu_maker.h on a GPU. relay.h decides who makes a page, and who goes on with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/makers/backends.h"
#include "rip/makers/page_work.h"
#include "rip/resources/budget.h"
#include "rip/resources/page_memory.h"
#include "rip/strips/plane_tap.h"
#include "rip/strips/rows_to_make.h"
#include "rip/strips/stages.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_memory.h"
#include "rip/strips/strip_plan.h"
#include "separation/separation.h"

namespace platerip::rip {

/// What a maker needs to know about a page.
struct MakerSettings : PageWork {
  StripShape shape;
  RowsToMake rows;
  Budget others = {};            ///< what takes `memory` besides the maker and the reader
  std::int64_t bytes_after = 0;  ///< further bytes, once release_strips() has freed the strips
  PlaneTap* tap = nullptr;       ///< sees the planes that the cores make, unless null; outlives the maker
  int threads = 1;
  PageMemory memory;                        ///< host memory that the page may take
  std::optional<std::size_t> reader_bytes;  ///< bytes of `memory` that the reader takes, if known
  std::optional<std::int64_t> strip_rows;   ///< upper limit for the rows of a strip
  bool full_strips = false;                 ///< each strip but the last must have `strip_rows` rows
  bool may_be_one_strip = false;            ///< one strip at a time is enough, as there is little memory left
  bool power_of_two_rows = false;           ///< each strip but the last must have a power of two of rows
  Backends cores = {};                      ///< backends of the cores: find_cores()
};

/// Makes rows of one page. strips() are its buffers; take() and give() are steps of the strip loop.
class Maker {
 public:
  virtual ~Maker() = default;

  /// The height and the number of the strips.
  [[nodiscard]] virtual const StripPlan& plan() const = 0;

  /// The host memory that it takes with begin().
  [[nodiscard]] virtual Budget budget() const = 0;

  /// Takes memory for the strips, and goes on below `above`, or begins at the page's top if that has no planes. To be
  /// called once, before everything below. Errors: too little memory; the boundary is one of another page; with
  /// ErrorCode::device, what the device reports.
  virtual Status begin(const halftone::Boundary& above) = 0;

  /// The strips' buffers: plan().buffers() of them, which the maker owns.
  [[nodiscard]] virtual std::vector<StripInFlight>& strips() = 0;

  /// The most rows that may have been passed to the maker without being on a plate yet.
  [[nodiscard]] virtual std::int64_t rows_held_back() const = 0;

  /// Whether take() gets strips that are still to be turned, if the page can be read like that.
  [[nodiscard]] virtual bool turns_strips() const { return false; }
  /// Whether take() must get the strips one at a time and in order. give() always must.
  [[nodiscard]] virtual bool takes_in_order() const = 0;
  /// Makes the strip's planes from its pixels, and their tones from strip.tones.first on, or passes the strip on to
  /// where that is done. Errors: the backend fails.
  virtual Status take(StripInFlight& strip) = 0;

  /// Writes the page's next finished rows to the strip's plates, and their number to plate_rows. After the last row,
  /// strips without rows follow, for the rows held back. The halftone has parts() parts, which may work on different
  /// strips at the same time. Each part must get all strips, one at a time and in order. All parts set the same
  /// plate_rows. Errors: the backend fails; if it does with ErrorCode::device, another maker can go on.
  virtual Status give(StripInFlight& strip, std::size_t part) = 0;
  [[nodiscard]] virtual std::size_t parts() const { return 1; }

  /// The state from which the page goes on, here or elsewhere. Below all strips if these have all passed give().
  /// After an error of a device it may lie further up; its next row to give is then the first of a strip that still
  /// has its pixels. A maker on a device then no longer touches the strips, and can only be destroyed; the cores
  /// can go on. Errors: the maker cannot do that.
  [[nodiscard]] virtual Result<halftone::Boundary> stop() = 0;

  /// Frees the strips' memory, if the maker can. From then on, only plan(), budget() and the methods below may be
  /// called.
  virtual void release_strips() {}

  /// How the page was made, for the report.
  [[nodiscard]] virtual std::string separation_backend() const = 0;
  [[nodiscard]] virtual std::string halftone_backend() const = 0;
};

}  // namespace platerip::rip
