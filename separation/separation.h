// Turns a strip of a page into ink planes: colour transform, calibration curves, total ink limit.
//
// Functions may throw std::bad_alloc. An exception of Settings::parallel or Settings::making passes through the
// function that makes the separator. Nothing else throws.
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

/// How closely the colour transform follows the profiles.
enum class Precision {
  littlecms,  ///< LittleCMS' default: RGB is interpolated between 33 × 33 × 33 colours
  exact,      ///< every colour goes through the profiles' own curves and tables (cmsFLAGS_NOOPTIMIZE), which is slower
};

/// Which pixels of gray and rgb pages are printed with black ink alone.
enum class BlackOnly {
  off,
  pages,   ///< the pixels of gray pages
  pixels,  ///< also the gray pixels of rgb pages: r = g = b, after alpha
};

/// Tables that the pages of a job share: the table of exact colours made last (64 MiB, or 128 MiB for more than four
/// inks), the last grid and black tone (at most 1 MiB), and other tables for GPUs (at most 2 MiB). They live as long as
/// this object. Thread-safe.
class SharedTables;
/// Makes an empty object for Settings::shared.
std::shared_ptr<SharedTables> make_shared_tables();

/// What to do to the pixels of a page. The steps run in this order, on integers; max is 255 or 65535.
///
/// Alpha: the pixel is composed over paper white in its own samples c. Paper is max for gray and rgb, 0 for cmyk.
/// - gray and rgb: associated alpha gives min(max, c + (max − a)); unassociated alpha gives (c·a + max·(max − a) + max
///   div 2) div max, which is the nearest value;
/// - cmyk: associated alpha gives c; unassociated alpha gives (c·a + max div 2) div max.
/// - lab has no alpha.
///
/// Colour: cmsDoTransform from `page` to `press`, or through `page` alone if it is a device link, with the intent in
/// its header and without black point compensation; without `page`, cmyk passes through unchanged. Precision::exact
/// adds cmsFLAGS_NOOPTIMIZE, for every kind of page. LittleCMS then computes an 8-bit sample s as the 16-bit sample
/// 257·s, and converts a 16-bit result v to 8 bits by (v·65281 + 2^23) >> 24, as it always does. lab pages come from
/// Profile::lab() and need Precision::exact: LittleCMS' default would interpolate between 33 × 33 × 33 colours of
/// L*a*b*, none of which is neutral, and print white with a little ink.
///
/// Black alone: a gray v that `black_only` selects is printed with black ink only, and with `keep_black` a pixel of
/// cmyk pages that has no other ink than black too, if they are converted. lab pages are left as they are. Black is the
/// ink that the ink limit keeps. Through a device link, which says nothing of how dark inks are, its amount is max − v,
/// as PostScript and PDF convert gray (ISO 32000-1, 10.3.2), and for cmyk the page's own. Else its amount k follows
/// from v in four steps; for cmyk, v is the page's black and (v, v, v) is (0, 0, 0, v):
/// 1. Y(v) is the luminance of the gray by the page's profile and the intent; for rgb the gray is (v, v, v). Y(k) is
///    the luminance of the amount k of black alone by the press's profile (A2B), absolute for the absolute intent, else
///    relative colorimetric. Both come from CIE 1976 L* (CIE 15), without black point compensation.
/// 2. Each luminance becomes a darkness (W − Y) ÷ (W − B). For grays, W and B are the Y of the page's white and black;
///    for amounts, of paper and solid black. So luminance is scaled linearly, as in black point compensation (ISO
///    18619), but to the press's black ink instead of all its inks. Without black point compensation B is 0. The
///    absolute intent has none, and for it W is 1.
/// 3. From white to black, darkness must not fall: where it would, it keeps its value. It never exceeds the values at
///    the two ends. This suppresses the noise of a profile.
/// 4. k is the amount as dark as the gray, interpolated linearly between every 15th 16-bit amount and rounded to the
///    nearest. A gray as light as paper gets no black; one as dark as solid black gets solid black.
///
/// Paper: with `paper_white`, pixels of the page's white have no ink: max for gray and rgb, 0 for cmyk, and for lab L*
/// = 100 with a* = b* = 0.
///
/// Curves: one table of 2^bits entries per ink (see curve.h).
///
/// Limits of inks: an ink is at most floor(its limit·max / 100).
///
/// Ink limit: limit = floor(ink_limit·max / 100). If the inks of a pixel sum to more, each ink except black becomes
/// ink·(limit − black) div (the sum without black). Black is kept. It is profiles::find_black(), else the fourth ink of
/// CMYK. If there is no black, every ink is reduced.
struct Settings {
  PixelFormat format;
  /// Checked with profiles::check_page(), or a device link, checked with profiles::check_link().
  std::optional<profiles::Profile> page;
  /// Checked with profiles::check_press(); needed if `page` is set and no device link.
  std::optional<profiles::Profile> press;
  profiles::Intent intent = profiles::Intent::relative;
  bool black_point_compensation = true;
  Precision precision = Precision::littlecms;
  BlackOnly black_only = BlackOnly::off;     ///< anything but `off` needs a black ink
  bool keep_black = false;                   ///< black alone of cmyk pages stays black alone; needs a black ink
  bool paper_white = false;                  ///< the page's white has no ink
  std::vector<std::optional<Curve>> curves;  ///< per ink, in plane order; missing entries mean no curve
  /// The names of PixelFormat::spots. Their planes follow those of the colours: the samples as they are, through their
  /// curve. The ink limit does not count them.
  std::vector<std::string> spots = {};
  std::optional<double> ink_limit;  ///< percent of solid, summed over the inks: 100 to 100·inks
  /// Percent of solid, 0 to 100, per ink in plane order; missing entries mean no limit.
  std::vector<std::optional<double>> ink_limits = {};
  /// The number of pixels of the page. 0 means unknown, and is treated as few. For a large page a backend may spend up
  /// to 128 MiB on a table. Without a table, LittleCMS itself computes Precision::exact, many times slower.
  std::int64_t pixels = 0;

  // The following settings affect how fast the separator is made, but not a single bit of its results.
  ParallelFor parallel = {};           ///< threads for making it; if empty, the calling thread works alone
  std::optional<std::string> cache;    ///< a folder that keeps slow results for later runs; created if missing
  std::function<bool(double)> making;  ///< called by one thread at a time during slow work, with the share done (0 to
                                       ///< 1); returning false cancels
  /// The job's shared tables, or null. Slow results are kept there for the next page.
  std::shared_ptr<SharedTables> shared;
};

/// Some consecutive rows of a page.
struct Strip {
  std::int64_t width = 0;  ///< pixels
  std::int64_t rows = 0;
  const std::byte* pixels = nullptr;  ///< aligned for a sample, as is the stride; format: Settings::format
  std::ptrdiff_t stride = 0;          ///< bytes from row to row
};

/// The continuous tone of one ink in a strip: 8- or 16-bit samples, 0 for paper to max for solid, native byte order.
struct Plane {
  std::byte* samples = nullptr;  ///< aligned for a sample
  std::ptrdiff_t stride = 0;     ///< bytes from row to row, a multiple of the sample's size
};

/// Separates strips of one page. run() may be called by several threads at once for different strips, each with a
/// workspace of its own.
class Separator {
 public:
  virtual ~Separator() = default;

  /// The inks, in plane order.
  [[nodiscard]] virtual const std::vector<std::string>& inks() const = 0;

  /// How this page is computed: the backend and its choices, for example "cpu (AVX2, table)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// Bytes of scratch memory that run() needs for a strip of this size; may be 0.
  [[nodiscard]] virtual std::size_t workspace_bytes(std::int64_t width, std::int64_t rows) const = 0;

  /// Separates one strip into one plane per ink, in plane order. The caller owns every buffer, and none may overlap.
  /// `workspace` has at least workspace_bytes() bytes, of any alignment. Bytes between the end of a row and the stride
  /// are not touched. Errors: only those of a device.
  virtual Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const = 0;
};

}  // namespace platerip::separation
