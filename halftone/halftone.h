// Ink planes become bits. This header is what every backend implements; error_filter.h holds the filters, reference/
// the specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parallel.h"
#include "status.h"

namespace platerip::halftone {

/// The four error filters, by error collection (each pixel gathers the errors of pixels done before it; Kasagi, Nakano
/// and Ito, "Parallelization Techniques for Error Diffusion with GPU Implementations"), and two point processes without
/// error.
enum class Method { floyd_steinberg, fan, jarvis, stucki, threshold, bayer };

/// "floyd-steinberg", "fan", "jarvis", "stucki", "threshold", "bayer".
std::string_view method_name(Method method);
/// All methods, in Method's order.
std::span<const Method> methods();
/// Errors: no such name; the message lists them.
Result<Method> find_method(std::string_view name);

/// What is the same for all strips of a page.
struct Settings {
  Method method = Method::floyd_steinberg;
  int levels = 2;             ///< tone levels of a plate's pixel: 2, 3, 4 or 16
  int bits = 8;               ///< per sample of the ink planes: 8 or 16
  std::int64_t width = 0;     ///< pixels: 1 to max_width
  int planes = 1;             ///< inks halftoned together: 1 to max_planes
  ParallelFor parallel = {};  ///< the threads to use; without it, the calling thread alone
};

inline constexpr std::int64_t max_width = std::int64_t{1} << 31;
inline constexpr int max_planes = 64;

/// Errors: a value out of the ranges that Settings names.
Status check(const Settings& settings);

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
  std::int64_t rows = 0;  ///< 0 or more
  std::span<const Plane> planes;
  std::span<const Plate> plates;  ///< as many as planes
};

/// The boundary errors between two strips, as a value of one layout in every backend: a page that stopped after a strip
/// goes on from it, in the same process or another, on this backend or another, with the same bits. It is C; R, each
/// row's errors where its last block stopped, is needed only while rows are unfinished, and after a strip none is.
struct Boundary {
  std::int64_t rows = 0;  ///< rows of the page done so far
  /// Errors of the last boundary_rows(method) rows: [plane][row, upper first][column]; −2039 to 2040.
  std::vector<std::int16_t> c;
};

/// Rows of errors that the next row of a page depends on: 1 or 2 for error filters, 0 for point processes.
int boundary_rows(Method method);

/// Halftones one page, strip after strip from the top. One thread at a time; halftoners are independent of each other.
class Halftoner {
 public:
  virtual ~Halftoner() = default;

  /// Halftones the next strip. Allocates nothing. The bits do not depend on how the page is cut into strips.
  /// Errors: a number of planes or plates other than Settings::planes; fewer rows than none; what a device reports.
  virtual Status run(const Strip& strip) = 0;

  /// The backend and, where there are several, the instruction set that it runs on: "cpu (AVX3_DL)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// The boundary errors after the last strip.
  [[nodiscard]] virtual Result<Boundary> save() const = 0;

  /// Goes on from `boundary`, saved by any backend for the same Settings. Errors: it does not fit them, or holds an
  /// error out of range.
  virtual Status restore(const Boundary& boundary) = 0;
};

/// One way to halftone. Every backend gives the same bits: those of `reference`.
struct Backend {
  std::string_view name;
  std::string_view description;
  Status (*supported)();  ///< done, or why this machine or build cannot run it
  /// Bytes that make() needs for these settings, which have passed check().
  std::size_t (*workspace_bytes)(const Settings& settings);
  /// Makes a halftoner at the top of a page. `workspace` is the caller's, at least workspace_bytes() bytes, aligned for
  /// any scalar, and outlives the halftoner, which alone uses it. Errors: settings that fail check(), a workspace too
  /// small, what a device reports.
  Result<std::unique_ptr<Halftoner>> (*make)(const Settings& settings, std::span<std::byte> workspace);
};

/// All backends of this build, the fastest first.
std::span<const Backend> backends();

/// The backend of that name, or for "auto" the first supported one. Errors: no such name (the message lists them), or
/// not supported here, with the reason.
Result<const Backend*> find_backend(std::string_view name);

}  // namespace platerip::halftone
