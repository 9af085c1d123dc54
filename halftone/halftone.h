// Ink planes become bits. This header is what every backend implements; method.h has the methods, reference/ the
// specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "halftone/method.h"

namespace platerip::halftone {

/// What each plane has for itself.
struct PlaneSettings {
  Method method = "floyd-steinberg";

  friend bool operator==(const PlaneSettings&, const PlaneSettings&) = default;
};

/// What is the same for all strips of a page.
struct Settings {
  std::vector<PlaneSettings> planes{PlaneSettings{}};  ///< inks halftoned together: 1 to max_planes
  int levels = 2;                                      ///< tone levels of a plate's pixel: 2, 3, 4 or 16
  int bits = 8;                                        ///< per sample of the ink planes: 8 or 16
  std::int64_t width = 0;                              ///< pixels: 1 to max_width
  ParallelFor parallel = {};                           ///< the threads to use; without it, the calling thread alone
};

inline constexpr std::int64_t max_width = std::int64_t{1} << 31;
inline constexpr std::size_t max_planes = 64;

/// So many planes of one method.
std::vector<PlaneSettings> planes_of(std::size_t count, Method method);

/// Errors: a value out of the ranges that Settings names.
Status check(const Settings& settings);

/// The most rows that a halftoner may be given and not finish: what the method looks ahead that looks furthest ahead.
int rows_held_back(const Settings& settings);

/// Bits that a plate's pixel takes: 1 for 2 levels, 2 for 3 and 4, 4 for 16.
int plate_bits(int levels);
/// Bytes of a plate's row without padding: ceil(width · plate_bits / 8).
std::int64_t plate_row_bytes(std::int64_t width, int levels);

/// One ink's continuous tone: 8- or 16-bit samples, 0 paper, max solid, native byte order. Only read.
struct Plane {
  const std::byte* samples = nullptr;
  /// Bytes from row to row, a multiple of the sample's size (so are the samples aligned); may be negative.
  std::ptrdiff_t stride = 0;
};

/// One ink's pixels: the level of each (0 paper, levels − 1 solid) in plate_bits(levels) bits, packed, the first pixel
/// in the most significant bits. Every byte of a row is written; bits past the width are 0; bytes between the row's end
/// and the stride are left alone.
struct Plate {
  std::byte* pixels = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from row to row; may be negative
};

/// Some consecutive rows of all planes of a page. The caller owns every buffer; none may overlap.
struct Strip {
  std::int64_t rows = 0;  ///< of the planes: 0 or more
  std::span<const Plane> planes;
  std::span<const Plate> plates;  ///< as many as planes
  bool last = false;              ///< no row of the page follows
  std::int64_t room = 0;          ///< rows that the plates have room for, where that is more than `rows`
};

/// What the rest of a plane depends on, after a row of the page: plain data with a layout that belongs to the method,
/// the same in every backend. error_filter.h has that of error filters; point processes have none.
struct PlaneBoundary {
  std::string method;               ///< its name
  int version = 1;                  ///< MethodInfo::boundary_version of whoever saved it
  std::vector<std::byte> state;     ///< all that the method carries on, rows of samples that it holds back included
  std::vector<std::byte> finished;  ///< rows of the plate, packed without padding, that wait for planes whose methods
                                    ///< look further ahead

  friend bool operator==(const PlaneBoundary&, const PlaneBoundary&) = default;
};

/// What lies between two strips, as a value: a page that stopped after a strip goes on from it, in the same process or
/// another, on this backend or another, with the same bits.
struct Boundary {
  std::int64_t rows = 0;  ///< rows of the page that are on the plates
  std::int64_t held = 0;  ///< rows given after them, and held back: the next to be given is row rows + held
  std::vector<PlaneBoundary> planes;

  friend bool operator==(const Boundary&, const Boundary&) = default;
};

/// Halftones one page, strip after strip from the top. One thread at a time; halftoners are independent of each other.
///
/// A method may look ahead: a row is then finished once MethodInfo::rows_below more rows have been given, or the last
/// row of the page. A plate's rows come out in order, of all planes the same.
class Halftoner {
 public:
  virtual ~Halftoner() = default;

  /// Takes strip.rows rows in and writes the page's next finished rows to the plates, from their first row on. Returns
  /// how many: all that can be finished, as far as there is room, which is for strip.rows or strip.room rows, whichever
  /// is more. Without look-ahead that is strip.rows. Where the page's last row has been given and rows are left, a
  /// strip of no rows gives the next ones, with last and room again, until all rows of the page are out. Rows held back
  /// are copied: the planes are free when this returns. Allocates nothing. The bits do not depend on how the page is
  /// cut into strips.
  /// Errors: a number of planes or plates other than Settings::planes; fewer rows than none, or rows after the last;
  /// what a device reports.
  virtual Result<std::int64_t> run(const Strip& strip) = 0;

  /// The backend and, where there are several, the instruction set that it runs on: "cpu (AVX3_DL)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// What the rows to come depend on, after the last strip.
  [[nodiscard]] virtual Result<Boundary> save() const = 0;

  /// Goes on from `boundary`, saved by any backend for the same planes, levels, bits and width. Errors: it does not fit
  /// them (methods, versions, sizes) or holds a value out of range; then the halftoner can only be restored or let go.
  virtual Status restore(const Boundary& boundary) = 0;
};

}  // namespace platerip::halftone
