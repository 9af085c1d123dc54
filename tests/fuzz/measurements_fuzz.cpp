// Reads any bytes as measurements, as a target and as a file of curves. It must not crash, and curves made from what it
// accepts must be valid.
#include <cstdlib>
#include <optional>

#include "rip/calibrate/correction.h"
#include "rip/calibrate/measurements.h"
#include "rip/calibrate/tone_values.h"
#include "separation/curves/curve_file.h"
#include "tests/fuzz/fuzzed_file.h"

namespace {

using namespace platerip;

void make_curves(const rip::Measurements& measured) {
  for (std::size_t ink = 0; ink < measured.inks.size() && ink < 32; ++ink) {
    const auto tints = rip::tone_values(measured, ink, 1.7);
    if (!tints.ok()) continue;
    const auto points = rip::correct(rip::ToneCurve::through(*tints), rip::Aim(), std::nullopt);
    if (!separation::Curve::from_points(points).ok()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::FuzzedFile file;
  file.write(data, size);
  if (const auto curves = separation::CurveFile::read(file.path()); curves.ok())
    static_cast<void>(curves->curve_of("Cyan"));
  if (const auto measured = rip::read_measurements(file.path(), std::nullopt); measured.ok()) make_curves(*measured);
  const auto target = rip::read_target(file.path());
  if (!target.ok()) return 0;
  if (const auto measured = rip::read_measurements(file.path(), *target); measured.ok()) make_curves(*measured);
  return 0;
}
