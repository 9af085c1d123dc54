#include "separation/curves/curve_file.h"

#include "base/text_file.h"
#include "separation/cgats/inks.h"
#include "separation/cgats/sheet.h"
#include "separation/cgats/words.h"

namespace platerip::separation {
namespace {

Result<Curve> curve_in(const cgats::Sheet& sheet, std::size_t input, const cgats::InkColumn& column) {
  std::vector<Curve::Point> points;
  for (const cgats::Row& row : sheet.rows) {
    const auto in = sheet.number(row, input);
    if (!in.ok()) return in.error();
    const auto out = sheet.number(row, column.field);
    if (!out.ok()) return out.error();
    points.push_back({100 * *in, 100 * *out});
  }
  auto curve = Curve::from_points(std::move(points));
  return curve.ok() ? curve : curve.error().about(sheet.path + ": " + column.ink);
}

}  // namespace

Result<CurveFile> CurveFile::read(const std::string& path) {
  CurveFile file;
  file.path_ = path;
  const auto text = read_text_file(path, 1, "a curve file");
  if (!text.ok()) return text.error();
  if (!cgats::is_of_type(*text, "CAL")) {
    auto curve = Curve::from_text(*text, path);
    if (!curve.ok()) return curve.error();
    file.curves_.emplace_back("", *std::move(curve));
    return file;
  }
  const auto sheet = cgats::parse(path, *text);
  if (!sheet.ok()) return sheet.error();
  const std::vector<cgats::InkColumn> columns = cgats::ink_columns(*sheet);
  if (columns.empty()) return Error{path + ": the calibration has no inks"};
  const std::string& first = sheet->fields[columns.front().field];
  const auto input = sheet->find(cgats::upper(first.substr(0, first.find('_')) + "_I"));
  if (!input) return Error{path + ": the calibration has no column of inputs"};
  for (const cgats::InkColumn& column : columns) {
    auto curve = curve_in(*sheet, *input, column);
    if (!curve.ok()) return curve.error();
    file.curves_.emplace_back(column.ink, *std::move(curve));
  }
  return file;
}

Result<Curve> CurveFile::curve_of(const std::string& ink) const {
  std::string inks;
  for (const auto& [name, curve] : curves_) {
    if (name.empty() || cgats::upper(name) == cgats::upper(ink)) return curve;
    inks += (inks.empty() ? "" : ", ") + name;
  }
  return Error{path_ + ": no curve for " + ink + "; there are " + inks};
}

Result<std::vector<std::optional<Curve>>> curves_of(const std::vector<profiles::PerInk<CurveFile>>& files,
                                                    const std::vector<std::string>& inks, std::string_view option) {
  const auto of_inks = profiles::by_ink(files, inks, option);
  if (!of_inks.ok()) return of_inks.error();
  std::vector<std::optional<Curve>> curves(inks.size());
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    if ((*of_inks)[ink] == nullptr) continue;
    auto curve = (*of_inks)[ink]->curve_of(inks[ink]);
    if (!curve.ok()) return curve.error();
    curves[ink] = *std::move(curve);
  }
  return curves;
}

}  // namespace platerip::separation
