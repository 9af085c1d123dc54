// A strip of page becomes ink planes: colour transform, calibration curves, total ink limit.
//
// Functions throw std::bad_alloc where memory runs out; of their own they throw nothing else. An exception of
// Settings::parallel or Settings::making passes through whoever makes the separator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/status.h"
#include "profiles/profile.h"
#include "separation/curve.h"
#include "separation/pixel_format.h"

namespace platerip::separation {

/// How closely the colour transform keeps to the profiles.
enum class Precision {
  littlecms,  ///< as LittleCMS does it by default: RGB is interpolated between 33 × 33 × 33 colours
  exact,      ///< every colour through the profiles' own curves and tables (cmsFLAGS_NOOPTIMIZE): takes longer
};

/// Which pixels are printed with the black ink alone.
enum class BlackOnly {
  off,
  pages,   ///< those of gray pages
  pixels,  ///< those, and the gray ones of rgb pages: r = g = b, after alpha
};

/// What the pages of a job may share, which lives as long as this: the table of exact colours that was made last
/// (64 MiB, 128 for more than four inks), the last grid and black tone (1 MiB at most), and the other tables of a GPU
/// (2 MiB at most). Thread-safe.
class SharedTables;
std::shared_ptr<SharedTables> make_shared_tables();

/// What to do to the pixels of a page. Each step runs in this order, on integers; max is 255 or 65535:
/// alpha: composed over paper white in the page's own samples c. Paper is max for gray and rgb, 0 for cmyk.
///        associated: min(max, c + (max − a)); unassociated: (c·a + max·(max − a) + max div 2) div max, which is the
///        nearest; for cmyk associated: c; unassociated: (c·a + max div 2) div max;
/// colour: cmsDoTransform from `page` to `press`; without `page`, cmyk passes through unchanged. Precision::exact adds
///        cmsFLAGS_NOOPTIMIZE, for every kind of page; LittleCMS then computes 8-bit samples s as 257·s of 16 bits, and
///        a 16-bit result v becomes (v·65281 + 2^23) >> 24, as it always does;
/// black alone: a gray v for which `black_only` says so has no ink but black. How much of it:
///        1. Y(v) is the luminance of the gray by the page's profile and the intent (of rgb: of v, v, v), Y(k) that of
///           the amount k of black alone by the press's profile (A2B), relative colorimetric, or absolute for absolute.
///           Both are computed from CIE 1976 L* (CIE 15), without black point compensation;
///        2. each becomes a darkness, (W − Y) ÷ (W − B). W is the Y of the page's white, or of paper; B that of the
///           page's black, or of solid black: so luminance is scaled linearly, as black point compensation does it
///           (ISO 18619), but to the press's black ink and not to all its inks. Without black point compensation B is
///           0; for absolute, which has none, W is 1 too;
///        3. from white to black a darkness never falls: where it would, it stays as it was; and it is never beyond
///        those of the two ends. So the noise of a profile does not show;
///        4. k is the amount that is as dark as the gray, between samples at each 15th of the 16-bit amounts by linear
///           interpolation, and rounded to the nearest. What is as light as paper has none, what is as dark as solid
///           black is solid.
///        Pages of cmyk are left as they are. Black is the ink that the ink limit keeps;
/// curves: one table of 2^bits entries per ink (see curve.h);
/// ink limit: with limit = floor(ink_limit·max / 100), where the inks of a pixel sum to more than it, each ink but
///        black becomes ink·(limit − black) div (the sum without black); black is kept. Black is
///        profiles::find_black(), else the fourth of CMYK, else there is none and every ink is reduced.
struct Settings {
  PixelFormat format;
  std::optional<profiles::Profile> page;   ///< checked with profiles::check_page()
  std::optional<profiles::Profile> press;  ///< checked with profiles::check_press(); needed where `page` is set
  profiles::Intent intent = profiles::Intent::relative;
  bool black_point_compensation = true;
  Precision precision = Precision::littlecms;
  BlackOnly black_only = BlackOnly::off;     ///< else the press needs a black ink
  std::vector<std::optional<Curve>> curves;  ///< per ink, in plane order; inks past its end have none
  std::optional<double> ink_limit;           ///< percent of solid, summed over the inks: 100 to 100·inks
  /// Of the page; 0: unknown, which counts as few. For a big page a backend may spend up to 128 MiB on a table. Without
  /// a table, LittleCMS itself computes Precision::exact, many times slower.
  std::int64_t pixels = 0;

  // How the separator is made; none of it changes a bit.
  ParallelFor parallel = {};  ///< the threads to make it with; without it, the calling thread alone
  std::optional<std::string>
      cache;  ///< a folder for what takes seconds to compute, kept for later runs; made if missing
  std::function<bool(double)> making;  ///< called by one thread at a time while something takes seconds, with the share
                                       ///< (0 to 1) that is done; false gives it up
  /// Of the job; may be null. What takes long to make is kept there for the next page.
  std::shared_ptr<SharedTables> shared;
};

/// Some consecutive rows of a page.
struct Strip {
  std::int64_t width = 0;  ///< pixels
  std::int64_t rows = 0;
  const std::byte* pixels = nullptr;  ///< aligned for a sample, as is the stride
  std::ptrdiff_t stride = 0;          ///< bytes from row to row
};

/// One ink's continuous tone of a strip: 8- or 16-bit samples, 0 paper, max solid, native byte order.
struct Plane {
  std::byte* samples = nullptr;  ///< aligned for a sample
  std::ptrdiff_t stride = 0;     ///< bytes from row to row, a multiple of the sample's size
};

/// Separates strips of one page. run() is const and may be called from several threads at once on different strips.
class Separator {
 public:
  virtual ~Separator() = default;

  /// The inks, in plane order.
  [[nodiscard]] virtual const std::vector<std::string>& inks() const = 0;

  /// How this page is computed: the backend and what it chose, as "cpu (AVX2, table)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// Scratch memory, in bytes, that run() needs for a strip of this size; 0 is possible.
  [[nodiscard]] virtual std::size_t workspace_bytes(std::int64_t width, std::int64_t rows) const = 0;

  /// Separates one strip into one plane per ink. The caller owns every buffer; none may overlap. `workspace` has at
  /// least workspace_bytes() bytes, of any alignment. Bytes between the end of a row and the stride are left alone.
  /// Errors: what a device reports.
  virtual Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const = 0;
};

}  // namespace platerip::separation
