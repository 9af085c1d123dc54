// The interface of the halftone, which turns ink planes into bits. Every backend implements it; method.h lists the
// methods, and reference/ is the specification.
//
// Functions may throw std::bad_alloc. An exception of Settings::parallel passes through Halftoner::run(), after which
// the halftoner can only be destroyed. Nothing else throws. Functions outside of classes are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "halftone/method.h"

namespace platerip::halftone {

/// The settings of one plane.
struct PlaneSettings {
  Method method = "floyd-steinberg";
  /// The tile of a screen; other methods ignore it. Planes with the same object, not only an equal one, are halftoned
  /// together.
  std::shared_ptr<const Screen> screen = nullptr;
  /// How much a tone filter sharpens, in percent: min_sharpness to max_sharpness. 0 is faithful; 100 is like an error
  /// filter. Other methods do not use it.
  int sharpness = 0;
  /// The ink's number. Seeded tone filters, and searches that begin with them, place the first dots of tints by it, so
  /// that inks do not coincide; other methods do not use it.
  int ink = 0;
  /// Planes of the page, by index, over whose dots this plane's are spread evenly: see even_inks.h. Only for tone
  /// filters and two levels; at most max_beside, in the order of PlaneBoundary::state. Each has fewer planes beside it
  /// than this plane has, and its method does not look ahead; it may have any method. A halftoner does planes in the
  /// order of how many are beside them: with K beside nothing, C beside K and M beside K and C, the order is K, C, M.
  std::vector<int> beside = {};
  /// How long a search goes on; if not set, SearchMethod::normal. Other methods do not use it.
  std::optional<SearchEffort> effort = std::nullopt;

  friend bool operator==(const PlaneSettings&, const PlaneSettings&) = default;
};

/// The effort of a plane whose method is a search.
SearchEffort effort_of(const PlaneSettings& plane);

/// The look-ahead of a plane: how many rows below a row must be given before it is finished.
int rows_below(const PlaneSettings& plane);

/// Whether planes with these settings can be halftoned together: they differ at most in their inks, and have no planes
/// beside them.
bool run_together(const PlaneSettings& a, const PlaneSettings& b);

/// The settings of a page.
struct Settings {
  std::vector<PlaneSettings> planes{PlaneSettings{}};  ///< planes to halftone together: 1 to max_planes
  int levels = 2;                                      ///< tone levels of a plate's pixel: 2, 3, 4 or 16
  int bits = 8;                                        ///< per sample of the ink planes: 8 or 16
  std::int64_t width = 0;                              ///< in pixels: 1 to max_width
  ParallelFor parallel = {};                           ///< threads to use; if empty, the calling thread works alone
};

inline constexpr std::int64_t max_width = std::int64_t{1} << 31;
inline constexpr std::size_t max_planes = 64;

/// The settings of `count` planes with one method, of inks 0 to count − 1.
std::vector<PlaneSettings> planes_of(std::size_t count, Method method);

/// Checks the settings. Errors: a value out of range, a screen without a tile or with one that is out of range, or
/// planes beside a plane that cannot be there.
Status check(const Settings& settings);

/// The most rows that a halftoner may have been given without finishing them: the greatest look-ahead of all planes.
int rows_held_back(const Settings& settings);

/// Bits per pixel of a plate: 1 for 2 levels, 2 for 3 or 4 levels, 4 for 16 levels.
int plate_bits(int levels);
/// Bytes of a plate's row without padding: ceil(width · plate_bits / 8).
std::int64_t plate_row_bytes(std::int64_t width, int levels);

/// The continuous tone of one ink: 8- or 16-bit samples, 0 for paper to max for solid, native byte order. Only read.
struct Plane {
  const std::byte* samples = nullptr;
  /// Bytes from row to row; may be negative. A multiple of the sample's size, to which the samples are aligned.
  std::ptrdiff_t stride = 0;
};

/// The pixels of one ink: the level of each (0 for paper to levels − 1 for solid) in plate_bits(levels) bits, packed,
/// with the first pixel in the most significant bits. Every byte of a row is written. Bits past the width are 0. Bytes
/// between the end of the row and the stride are not touched.
struct Plate {
  std::byte* pixels = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from row to row; may be negative
};

/// Some consecutive rows of all planes of a page. The caller owns every buffer, and none may overlap.
struct Strip {
  std::int64_t rows = 0;  ///< rows of the planes, at least 0
  std::span<const Plane> planes;
  std::span<const Plate> plates;  ///< one per plane
  bool last = false;              ///< no row of the page follows
  std::int64_t room = 0;          ///< rows that fit on the plates, if that is more than `rows`
};

/// Everything from the rows above that the rest of a plane depends on: plain data, whose layout belongs to the method
/// and is the same in every backend. error_filter.h, tone_filter.h, even_inks.h and search.h define the layouts; point
/// processes and screens have no state.
struct PlaneBoundary {
  std::string method;               ///< name of the method
  int version = 1;                  ///< MethodInfo::boundary_version of the layout, or even_boundary_version
  std::vector<std::byte> state;     ///< what the method carries on, including rows of samples that it holds back
  std::vector<std::byte> finished;  ///< finished rows of the plate, packed without padding, that wait for planes whose
                                    ///< methods look further ahead

  friend bool operator==(const PlaneBoundary&, const PlaneBoundary&) = default;
};

/// The state between two strips, as a value. A page that was stopped after a strip can continue from it, in the same
/// process or another, on the same backend or another, with the same bits.
struct Boundary {
  std::int64_t rows = 0;  ///< rows of the page that are on the plates
  std::int64_t held = 0;  ///< further rows that were given and held back; row rows + held is given next
  std::vector<PlaneBoundary> planes;

  friend bool operator==(const Boundary&, const Boundary&) = default;
};

/// Halftones one page, strip by strip from the top. A halftoner serves one thread at a time; different halftoners are
/// independent.
///
/// A method may look ahead. It then finishes a row once rows_below() more rows were given, or the last row of the page.
/// The rows of a plate come out in order, and all planes finish the same rows.
class Halftoner {
 public:
  virtual ~Halftoner() = default;

  /// Takes strip.rows rows and writes the next finished rows of the page to the plates, beginning with their first row.
  /// Returns their number: all rows that can be finished, but at most as many as fit, which is the greater of
  /// strip.rows and strip.room. Without look-ahead that is strip.rows. If rows remain after the page's last row was
  /// given, further strips without rows, with `last` and `room` as before, return them. Rows held back are copied, so
  /// the planes may be reused when this returns. Allocates nothing, unless there is an error. The bits do not depend on
  /// how the page is cut into strips. Errors: not one plane and one plate for each of Settings::planes, a negative
  /// number of rows, rows after the last one, or an error of a device.
  virtual Result<std::int64_t> run(const Strip& strip) = 0;

  /// The backend and, if there are several, its instruction set: "cpu (AVX3_DL)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// The state after the last strip, on which the following rows depend.
  [[nodiscard]] virtual Result<Boundary> save() const = 0;

  /// Continues from `boundary`, which any backend saved for the same planes, levels, bits and width. Errors: it does
  /// not match these (methods, versions, sizes), or holds a value out of range. After an error the halftoner can only
  /// be restored again or destroyed.
  virtual Status restore(const Boundary& boundary) = 0;
};

}  // namespace platerip::halftone
