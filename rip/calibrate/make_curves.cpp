#include "rip/calibrate/make_curves.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "rip/calibrate/correction.h"
#include "rip/calibrate/ink_aims.h"
#include "rip/calibrate/measurements.h"
#include "rip/calibrate/tone_curve.h"
#include "rip/calibrate/written_file.h"
#include "rip/job/option_values.h"
#include "rip/plates/kept_files.h"
#include "rip/plates/names/ink_name.h"
#include "rip/plates/output_folder.h"
#include "rip/plates/plate_names.h"
#include "separation/curves/curve_file.h"

namespace platerip::rip {
namespace {

using separation::Curve;

// The distance from the curve, in percent, at which a tint is suspect: measurements do not scatter as much.
constexpr double far_away = 3;

std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

// The curves with which the inks of the target were printed.
Result<std::vector<std::optional<Curve>>> read_curves(const std::vector<profiles::PerInk<std::string>>& wanted,
                                                      const std::vector<std::string>& inks) {
  std::vector<profiles::PerInk<separation::CurveFile>> files;
  for (const auto& [ink, path] : wanted) {
    auto file = separation::CurveFile::read(path);
    if (!file.ok()) return file.error();
    files.push_back({ink, *std::move(file)});
  }
  return separation::curves_of(files, inks, "printed-with");
}

// The path of the curve of each ink.
std::vector<std::string> paths_of(const CurvesOrder& order, const std::vector<std::string>& inks) {
  const std::filesystem::path measured(order.measured);
  const std::filesystem::path folder = order.folder ? std::filesystem::path(*order.folder) : measured.parent_path();
  std::vector<std::string> paths;
  for (const InkName& ink : ink_names_in_files(inks))
    paths.push_back((folder / (measured.stem().string() + "." + ink.ink + ".txt")).string());
  return paths;
}

// The lines that begin a curve's file.
std::vector<std::string> remarks_of(const CurvesOrder& order, const std::string& ink, const std::string& aim,
                                    bool replaces) {
  std::vector<std::string> lines{ink + ": made by platerip calibrate"};
  lines.push_back("aim: " + aim + (order.yule_nielsen > 1 ? ", n " + one_decimal(order.yule_nielsen) : ""));
  if (replaces) lines.emplace_back("replaces the curve with which the target was printed");
  for (std::string& line : lines)
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return lines;
}

}  // namespace

Result<Calibration> make_curves(const CurvesOrder& order) {
  const auto measured = read_with_target(order.measured, order.target);
  if (!measured.ok()) return measured.error();
  if (measured->has_drops())
    return Error{order.measured +
                 ": measures drop sizes; give it to platerip calibrate drops, and print another target"};
  const auto printed_with = read_curves(order.printed_with, measured->inks);
  if (!printed_with.ok()) return printed_with.error();

  const auto aims = ink_aims(order, *measured);
  if (!aims.ok()) return aims.error();

  KeptFiles kept;
  kept.keep(order.measured);
  for (const WantedAim& each : order.aims) kept.keep(each.name);
  if (order.profile) kept.keep(*order.profile);
  if (order.target) kept.keep(*order.target);
  for (const auto& [ink, file] : order.printed_with) kept.keep(file);

  if (order.folder)
    if (const Status made = make_folder(*order.folder); !made.ok()) return made.error();
  Calibration result{.inks = {}, .warnings = aims->warnings};
  std::vector<OutputFile> files;
  const std::vector<std::string> paths = paths_of(order, measured->inks);
  for (std::size_t ink = 0; ink < measured->inks.size(); ++ink) {
    const std::string& name = measured->inks[ink];
    const auto& [aim_name, aim] = aims->inks[ink];
    if (!measured->has(ink)) {
      result.warnings.push_back(order.measured + ": " + name + " is not measured and gets no curve");
      continue;
    }
    const auto tints = tone_values(*measured, ink, order.yule_nielsen);
    if (!tints.ok()) return tints.error();
    const ToneCurve press = ToneCurve::through(*tints);
    const auto points = correct(press, aim, (*printed_with)[ink]);
    const auto curve = Curve::from_points(points);
    if (!curve.ok()) return curve.error().about(order.measured + ": " + name);
    InkCalibration& made = result.inks.emplace_back(InkCalibration{name, {}, paths[ink]});
    for (const Tint& tint : *tints) {
      made.tints.push_back({tint, aim(tint.nominal), 100 * (*curve)(tint.nominal / 100)});
      if (std::abs(tint.measured - press(tint.nominal)) > far_away)
        result.warnings.push_back(tint.where + name + " " + one_decimal(tint.nominal) + " % measures " +
                                  one_decimal(tint.measured) + " %, its neighbours suggest " +
                                  one_decimal(press(tint.nominal)) + " %; measure it again");
    }
    if (const auto there = id_of(paths[ink]); there && kept.has(*there))
      return Error{paths[ink] + ": would be replaced, but is read; give another folder with -o"};
    const std::string text = curve_text(points, remarks_of(order, name, aim_name, (*printed_with)[ink].has_value()));
    if (const Status written = add_text_file(files, paths[ink], text); !written.ok()) return written.error();
  }
  if (files.empty()) return Error{order.measured + ": no ink is measured alone"};
  if (const Status committed = OutputFile::commit(files); !committed.ok()) return committed.error();
  return result;
}

}  // namespace platerip::rip
