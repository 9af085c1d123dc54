// The interface of the halftone, which turns ink planes into bits. Every backend implements it. method.h lists the
// methods. The backend in reference/ is the specification.
//
// Functions may throw std::bad_alloc. Halftoner::run() passes on exceptions of Settings::parallel; the halftoner can
// then only be destroyed. Nothing else throws. Functions outside of classes are thread-safe.
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
#include "halftone/drops.h"
#include "halftone/inks_together.h"
#include "halftone/limits.h"
#include "halftone/method.h"

namespace platerip::halftone {

class Neighbours;

/// The settings of one plane.
struct PlaneSettings {
  Method method = "floyd-steinberg";
  /// The tile of a screen; other methods ignore it. Planes are halftoned together only if they point to the same
  /// object; an equal copy is not enough.
  std::shared_ptr<const Screen> screen = nullptr;
  /// How much a tone filter sharpens, in percent: min_sharpness to max_sharpness. 0 reproduces detail as it is; 100
  /// sharpens like an error filter. Other methods ignore it.
  int sharpness = 0;
  /// The drop sizes that the levels print. Planes of one page may have different numbers of them. With two levels,
  /// methods ignore them.
  Drops drops = {};
  /// The ink's number. It decides where seeded tone filters place the first dots of tints, so that the dots of
  /// different inks do not coincide. Searches that begin with such a filter use it too. Other methods ignore it.
  int ink = 0;
  /// The indices of other planes of the page, at most max_beside. This plane's dots are spread evenly over theirs
  /// (even_inks.h). This plane needs a tone filter. The other planes may have any method that does not
  /// look ahead, and each must have fewer planes beside it than this plane. A halftoner starts with the planes that
  /// have the fewest beside them: with K beside nothing, C beside K and M beside K and C, the order is K, C, M.
  /// PlaneBoundary::state follows the order of this list.
  std::vector<int> beside = {};
  /// How long a search goes on; if not set, SearchMethod::normal. Other methods do not use it.
  std::optional<SearchEffort> effort = std::nullopt;
  /// For planes of `dbs`: the parts of red, green and blue light that the ink takes. The plane is searched together
  /// with the other planes that have a shade, the same effort and the same drops (inks_together.h). At most
  /// max_together planes have one.
  std::optional<Shade> shade = std::nullopt;

  friend bool operator==(const PlaneSettings&, const PlaneSettings&) = default;
};

/// The effort of a plane whose method is a search.
SearchEffort effort_of(const PlaneSettings& plane);

/// The look-ahead of a plane: how many rows below a row must be given before it is finished.
int rows_below(const PlaneSettings& plane);

/// Whether planes with these settings can be halftoned together: they differ at most in their ink numbers and
/// shades, both or none of them have a shade, and they have no planes beside them.
bool run_together(const PlaneSettings& a, const PlaneSettings& b);

/// The settings of a page.
struct Settings {
  std::vector<PlaneSettings> planes{PlaneSettings{}};  ///< planes to halftone together: 1 to max_planes
  int levels = 2;                                      ///< tone levels of a plate's pixel: 2 to 16
  int bits = 8;                                        ///< per sample of the ink planes: 8 or 16
  std::int64_t width = 0;                              ///< in pixels: 1 to max_width
  std::vector<Drops> drops_beside = {};                ///< of a group's planes beside it (plane_groups.h); no caller's
  ParallelFor parallel = {};                           ///< threads to use; if empty, the calling thread works alone
};

/// Settings for `count` planes that all use `method`. Their ink numbers are 0 to count − 1.
std::vector<PlaneSettings> planes_of(std::size_t count, Method method);

/// Checks the settings. Errors: a value is out of range, a screen has no tile or an invalid one, or
/// PlaneSettings::beside breaks its rules.
Status check(const Settings& settings);

/// The most rows that a halftoner holds back: the greatest look-ahead (rows_below()) of its planes.
int rows_held_back(const Settings& settings);

/// Bits per pixel of a plate: 1 for 2 levels, 2 for 3 or 4 levels, 4 for more.
int plate_bits(int levels);
/// Bytes of a plate's row without padding: ceil(width · plate_bits / 8).
std::int64_t plate_row_bytes(std::int64_t width, int levels);

/// The continuous tone of one ink: 8- or 16-bit samples in native byte order, from 0 for paper to 255 or 65535 for
/// solid. The halftoner only reads them.
struct Plane {
  const std::byte* samples = nullptr;
  /// Bytes from row to row; may be negative. A multiple of the sample's size. `samples` is aligned for a sample.
  std::ptrdiff_t stride = 0;
};

/// The halftoned pixels of one ink. A pixel is its level, from 0 for paper to levels − 1 for solid, in
/// plate_bits(levels) bits. Pixels are packed, the first in the most significant bits. The halftoner writes every byte
/// of a row, with 0 in the bits past the width. It does not touch the bytes between the end of a row and the stride.
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
  /// If the strips above and below are halftoned elsewhere: one pointer for each plane (blocks/neighbours.h). The strip
  /// then begins at row `first_row` of the page, and depends only on what comes from above. Any halftoner of the page
  /// may halftone it that has had no strips without neighbours. A halftoner that has had neighbours cannot be saved.
  /// The backends in backends.h support neighbours for methods that do not look ahead.
  std::span<Neighbours* const> neighbours = {};
  std::int64_t first_row = 0;
};

/// What the remaining rows of a plane depend on, as plain data. The method defines the layout of `state`, which is the
/// same in every backend: see error_filter.h, tone_filter.h, even_inks.h and search.h. Point processes and screens have
/// no state.
struct PlaneBoundary {
  std::string method;  ///< name of the method
  int version = 1;     ///< of the layout: MethodInfo::boundary_version, or another if inks depend on each other
  std::vector<std::byte> state;     ///< what the method carries on, including rows of samples that it holds back
  std::vector<std::byte> finished;  ///< finished rows of the plate, packed without padding, that wait for planes whose
                                    ///< methods look further ahead

  friend bool operator==(const PlaneBoundary&, const PlaneBoundary&) = default;
};

/// The state of a page between two strips. A page that was stopped can continue from it with the same bits, even in
/// another process or on another backend.
struct Boundary {
  std::int64_t rows = 0;  ///< rows of the page that are on the plates
  std::int64_t held = 0;  ///< further rows that were given but held back; the next row to give is rows + held
  std::vector<PlaneBoundary> planes;

  friend bool operator==(const Boundary&, const Boundary&) = default;
};

/// Halftones one page, strip by strip from the top. A halftoner serves one thread at a time; different halftoners are
/// independent.
///
/// A method may look ahead: it finishes a row only when rows_below() further rows, or the last row of the page, have
/// been given. Plates get their rows in order, and all planes finish the same rows.
class Halftoner {
 public:
  virtual ~Halftoner() = default;

  /// Takes strip.rows rows of the planes, and writes the page's next finished rows to the plates, from the plates'
  /// first row on. Returns how many rows it wrote: all that can be finished, but at most the greater of strip.rows and
  /// strip.room. Without look-ahead this is strip.rows. With look-ahead, rows may remain after the page's last strip.
  /// To get them, call run() again with 0 rows, and with `last` and `room` as before. Rows held back are copied, so the
  /// planes may be reused after the call. Memory is allocated only for errors and for neighbours. The bits do not
  /// depend on how the page is cut into strips. Errors: the strip does not have one plane and one plate for each of
  /// Settings::planes; it has neighbours, but not one for each plane, or a method looks ahead; `rows` or `room` is
  /// negative; it has rows, but no neighbours, although the page has ended; a neighbour failed; a device failed.
  virtual Result<std::int64_t> run(const Strip& strip) = 0;

  /// The backend and, if there are several, its instruction set: "cpu (AVX3_DL)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// The state after the last strip, on which the following rows depend.
  [[nodiscard]] virtual Result<Boundary> save() const = 0;

  /// Continues from a boundary that any backend saved for the same planes, levels, bits and width. Errors: the methods,
  /// versions or sizes in `boundary` do not match, or it holds a value out of range. After an error the halftoner can
  /// only be restored again or destroyed.
  virtual Status restore(const Boundary& boundary) = 0;
};

}  // namespace platerip::halftone
