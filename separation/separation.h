// Turns a strip of a page into ink planes: colour transform, calibration curves, total ink limit.
//
// Functions may throw std::bad_alloc. The function that makes the separator passes on exceptions of Settings::parallel
// and Settings::making. Nothing else throws.
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
#include "separation/made_ink.h"
#include "separation/pixel_format.h"

namespace platerip::separation {

/// How closely the colour transform follows the profiles.
enum class Precision {
  littlecms,  ///< LittleCMS' default: RGB is interpolated between 33 × 33 × 33 colours
  exact,      ///< every colour goes through the profiles' own curves and tables (cmsFLAGS_NOOPTIMIZE)
};

/// Which pixels are printed with black ink alone.
enum class KeepBlack {
  none,
  k,        ///< those of gray pages, and those of converted cmyk pages that have no other ink than black
  neutral,  ///< also the gray pixels of rgb pages: r = g = b, after alpha
};

/// Tables that the pages of a job share, each kind from the last page that made one: the table of exact colours (64
/// MiB, or 128 MiB for more than four inks), the interpolation grid and the black tone (at most 1 MiB), and other
/// tables for GPUs (some MiB). They live as long as this object. Thread-safe.
class SharedTables;
/// Makes an empty object for Settings::shared.
std::shared_ptr<SharedTables> make_shared_tables();

/// What to do to the pixels of a page. The steps run in the order below, on integers. max is 255 or 65535.
///
/// Alpha: the pixel, with samples c and alpha a, is composed over paper white. Paper is max for gray and rgb, 0 for
/// cmyk. The results are:
/// - gray and rgb, associated alpha: min(max, c + (max − a))
/// - gray and rgb, unassociated alpha: (c·a + max·(max − a) + max div 2) div max, which is the nearest value
/// - cmyk, associated alpha: c
/// - cmyk, unassociated alpha: (c·a + max div 2) div max
/// lab has no alpha. If a page has no colours, alpha covers its spot inks, as it covers cmyk; else it leaves them.
///
/// Colour: cmsDoTransform from `page` to `press`. LittleCMS knows the black of CMY and CMYK only. For other inks, black
/// point compensation finds the press's black as LittleCMS finds that of CMYK (profiles/black_point.h), and scales XYZ
/// by LittleCMS' formula in an abstract profile between the two. If `page` is a device link, cmsDoTransform through it
/// alone, with the intent in its header and without black point compensation. Without `page`, cmyk passes through
/// unchanged. Precision::exact adds cmsFLAGS_NOOPTIMIZE, for every kind of page. LittleCMS then computes an 8-bit
/// sample s as the 16-bit sample 257·s, and converts a 16-bit result v to 8 bits by (v·65281 + 2^23) >> 24, as it
/// always does. For lab pages, `page` is Profile::lab(), and only Precision::exact is allowed. LittleCMS' default would
/// interpolate between 33 × 33 × 33 colours of L*a*b*, none of which is neutral, so that white would get a little ink.
///
/// Black alone: some pixels are printed with black ink only. `keep_black` selects them. lab pages do not change. Black
/// is the ink that the ink limit below does not reduce. A device link does not say how dark its inks are. Through a
/// link, the amount of black is max − v, as PostScript and PDF convert gray (ISO 32000-1, 10.3.2), and for cmyk the
/// page's own. Otherwise its amount k follows from v in four steps. For cmyk, v is the page's black; read (0, 0, 0, v)
/// for (v, v, v):
/// 1. Y(v) is the luminance of the gray, by the page's profile and the intent. For rgb the gray is (v, v, v). Y(k) is
///    the luminance of the amount k of black alone, by the press's profile (A2B): absolute for the absolute intent,
///    else relative colorimetric. Both come from CIE 1976 L* (CIE 15), without black point compensation.
/// 2. Each luminance becomes a darkness (W − Y) ÷ (W − B). For grays, W and B are the luminances of the page's white
///    and black; for amounts, of paper and solid black. So luminance is scaled linearly, as in black point compensation
///    (ISO 18619), but to the press's black ink instead of all its inks. Without black point compensation B is 0. The
///    absolute intent never uses it; its W is 1.
/// 3. From white to black, darkness must not fall: where it would, it stays constant. It is also limited to the values
///    at the two ends. This suppresses noise in a profile.
/// 4. k is the amount that is as dark as the gray. It is interpolated linearly between every 15th 16-bit amount, and
///    rounded to the nearest integer. A gray as light as paper gets no black; one as dark as solid black gets solid
///    black.
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
///
/// Made inks are made from the page's pixels, or from the inks that the steps above give. The knock-out is the last
/// step (made_ink.h).
struct Settings {
  PixelFormat format;
  /// Checked with profiles::check_page(), or a device link, checked with profiles::check_link().
  std::optional<profiles::Profile> page;
  /// Checked with profiles::check_press(); needed if `page` is set and no device link.
  std::optional<profiles::Profile> press;
  profiles::Intent intent = profiles::Intent::relative;
  bool black_point_compensation = true;
  Precision precision = Precision::littlecms;
  KeepBlack keep_black = KeepBlack::none;    ///< anything but `none` needs a black ink
  bool paper_white = false;                  ///< the page's white has no ink
  std::vector<std::optional<Curve>> curves;  ///< per ink, in plane order; missing entries mean no curve
  /// The names of the spot inks (PixelFormat::spots). Their planes follow the planes of the press's inks. A spot ink's
  /// samples are not converted; only its curve and its limit are applied. The ink limit does not count spot inks.
  std::vector<std::string> spots = {};
  /// Inks that are made from the page (made_ink.h). Their planes follow those of the spot inks. Curves and limits count
  /// them, the ink limit does not.
  std::vector<MadeInk> made = {};
  /// Pixels of this colour get no ink at all. Not for lab pages.
  std::optional<KnockOut> knock_out = {};
  /// How many inks follow those of the page's colours.
  [[nodiscard]] std::size_t added_inks() const { return spots.size() + made.size(); }

  std::optional<double> ink_limit;  ///< percent of solid, summed over the inks: 100 to 100·inks
  /// Percent of solid, 0 to 100, per ink in plane order; missing entries mean no limit.
  std::vector<std::optional<double>> ink_limits = {};
  /// The number of pixels of the page. 0 means unknown, which is too few for a table. For a large page, a backend may
  /// spend up to 128 MiB on a colour table.
  std::int64_t pixels = 0;

  // The following settings affect how fast the separator is made, but not a single bit of its results.
  ParallelFor parallel = {};           ///< threads for making it; if empty, the calling thread works alone
  std::optional<std::string> cache;    ///< a folder that keeps slow results for later runs; created if missing
  std::function<bool(double)> making;  ///< called by one thread at a time during slow work, with the share done (0 to
                                       ///< 1); returning false cancels
  /// The job's shared tables, or null. They keep slow results for the next page.
  std::shared_ptr<SharedTables> shared;
};

/// Consecutive rows of a page.
struct Strip {
  std::int64_t width = 0;  ///< pixels
  std::int64_t rows = 0;
  const std::byte* pixels = nullptr;  ///< aligned for a sample, as is the stride; format: Settings::format
  std::ptrdiff_t stride = 0;          ///< bytes from row to row
};

/// The continuous tone of one ink in a strip: 8- or 16-bit samples in native byte order, from 0 for paper to max for
/// solid.
struct Plane {
  std::byte* samples = nullptr;  ///< aligned for a sample
  std::ptrdiff_t stride = 0;     ///< bytes from row to row, a multiple of the sample's size
};

/// Separates the strips of one page. Several threads may call run() at once for different strips, each with its own
/// workspace.
class Separator {
 public:
  virtual ~Separator() = default;

  /// The inks, in plane order.
  [[nodiscard]] virtual const std::vector<std::string>& inks() const = 0;

  /// How the page is computed: the backend and what it chose, for example "cpu (AVX2, table)".
  [[nodiscard]] virtual std::string description() const = 0;

  /// Bytes of scratch memory that run() needs for a strip of this size; may be 0.
  [[nodiscard]] virtual std::size_t workspace_bytes(std::int64_t width, std::int64_t rows) const = 0;

  /// Separates one strip into one plane per ink, in plane order. The caller owns every buffer, and no two may overlap.
  /// `workspace` has at least workspace_bytes() bytes; any alignment will do. Bytes between the end of a row and the
  /// stride are not touched. Errors: only those of a device.
  virtual Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const = 0;
};

}  // namespace platerip::separation
