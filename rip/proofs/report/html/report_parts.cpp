#include "rip/proofs/report/html/report_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rip/proofs/report/html/charts.h"

namespace platerip::rip {
namespace {

const char* class_of(Grade grade) {
  switch (grade) {
    case Grade::good:
      return "good";
    case Grade::look:
      return "look";
    case Grade::bad:
      break;
  }
  return "bad";
}

const char* headline_of(Grade grade) {
  switch (grade) {
    case Grade::good:
      return "✓ The plates are OK";
    case Grade::look:
      return "! The plates are OK, but look at this";
    case Grade::bad:
      break;
  }
  return "✗ The plates are not OK";
}

void open_section(Html& html, const char* id, const char* title) {
  html.open("section", {{"id", id}, {"aria-labelledby", std::string(id) + "-title"}});
  html.element("h2", title, {{"id", std::string(id) + "-title"}});
}

void number(Html& html, double value, int decimals, const char* unit = " %") {
  html.element("td", fixed(value, decimals) + unit, {{"class", "number"}, {"data-value", fixed(value, 9)}});
}

struct Column {
  std::string title;
  bool is_number = true;
};

void head(Html& html, const std::string& caption, const std::vector<Column>& columns) {
  html.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption}});
  html.open("table").element("caption", caption).open("thead").open("tr");
  for (const Column& column : columns)
    html.element("th", column.title, {{"scope", "col"}, {"class", column.is_number ? "number" : ""}});
  html.close("tr").close("thead").open("tbody");
}

void foot(Html& html) {
  html.close("tbody").close("table").close("div");
}

void swatch(Html& html, const Rgb& rgb) {
  char color[8];
  std::snprintf(color, sizeof color, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  html.open("svg", {{"class", "swatch"}, {"viewBox", "0 0 16 16"}, {"aria-hidden", "true"}});
  html.open("rect", {{"width", "16"}, {"height", "16"}, {"fill", color}}).close("rect").close("svg");
}

// The share of an ink's pixels, in percent, that have the tones from `first` to `last` before halftoning.
double share(const std::array<std::uint64_t, 256>& counts, std::size_t first, std::size_t last) {
  const auto all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const auto some = std::accumulate(counts.begin() + first, counts.begin() + last + 1, std::uint64_t{0});
  return all == 0 ? 0 : 100 * static_cast<double>(some) / static_cast<double>(all);
}

void write_table(Html& html, const std::string& caption, const std::vector<std::pair<std::string, std::string>>& rows) {
  head(html, caption, {{"Name", false}, {"Value", false}});
  for (const auto& [name, value] : rows)
    html.open("tr").element("th", name, {{"scope", "row"}}).element("td", value).close("tr");
  foot(html);
}

// The size of an upright page in millimetres. Precondition: its resolution is known.
std::string size_text(const ReportFacts& facts) {
  const tiffio::Resolution& resolution = facts.verdict.resolution;
  const double unit = resolution.unit_millimetres();
  const double width = static_cast<double>(facts.shape.width) * unit / resolution.x;
  const double height = static_cast<double>(facts.shape.height) * unit / resolution.y;
  const bool exchange = facts.shape.turn().exchange;
  return fixed(exchange ? height : width, 1) + " × " + fixed(exchange ? width : height, 1) + " mm";
}

}  // namespace

double heat_limit(const ReportFacts& facts) {
  return facts.verdict.ink_limit.value_or(std::max(400.0, facts.verdict.most_ink_percent));
}

double greatest_heat(const ReportFacts& facts) {
  return std::max({100.0, heat_limit(facts), facts.verdict.most_ink_percent});
}

std::string place_text(const ReportFacts& facts, double x, double y) {
  std::string text = "x " + fixed(x, 0) + ", y " + fixed(y, 0) + " pixels";
  const tiffio::Resolution& resolution = facts.verdict.resolution;
  if (!resolution.is_known()) return text;
  const double unit = resolution.unit_millimetres();
  const bool exchange = facts.shape.turn().exchange;
  return text + " (" + fixed(x * unit / (exchange ? resolution.y : resolution.x), 1) + " × " +
         fixed(y * unit / (exchange ? resolution.x : resolution.y), 1) + " mm) from the top left";
}

void write_verdict(Html& html, const ReportFacts& facts) {
  const std::vector<Finding> findings = judge(facts.verdict);
  const Grade grade = worst(findings);
  html.open("div", {{"id", "verdict"}, {"class", std::string("verdict ") + class_of(grade)}, {"tabindex", "-1"}});
  html.element("strong", headline_of(grade));
  const std::size_t plates = std::max(facts.plates.size(), facts.parts.size());
  std::string summary = std::to_string(plates) + (plates == 1 ? " plate of " : " plates of ") +
                        std::to_string(facts.shape.width) + " × " + std::to_string(facts.shape.height) + " pixels";
  summary += ", total ink at most " + fixed(facts.verdict.most_ink_percent, 1) + " %";
  if (facts.verdict.ink_limit) summary += ", and " + fixed(*facts.verdict.ink_limit, 0) + " % are allowed";
  html.element("div", summary + ".");
  if (facts.verdict.resolution.is_known()) html.element("div", "The page measures " + size_text(facts) + ".");
  if (!facts.color_note.empty()) html.element("div", facts.color_note);
  if (!findings.empty()) html.open("ul");
  for (const Finding& finding : findings)
    html.element("li", finding.text,
                 {{"class", findings.front().grade == finding.grade ? "" : class_of(finding.grade)}});
  if (!findings.empty()) html.close("ul");
  html.close("div");
}

void write_parts(Html& html, const ReportFacts& facts) {
  if (facts.parts.empty()) return;
  head(html, "Coverage of each plate, in its own ink", {{"Plate", false}, {"Coverage"}});
  for (const ReportedPart& part : facts.parts) {
    html.open("tr").element("th", part.ink, {{"scope", "row"}});
    number(html, part.coverage_percent, 2);
    html.close("tr");
  }
  foot(html);
  html.element("p", "Lighter inks print a part of some inks. All else in this report is of these inks before that.",
               {{"class", "hint"}});
}

void write_inks(Html& html, const ReportFacts& facts, const Survey& survey) {
  open_section(html, "inks", "Inks");
  head(html, "Coverage and tones of each ink",
       {{"Ink", false}, {"Coverage"}, {"Unprinted"}, {"Solid"}, {"Halftone", false}, {"File", false}});
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    const PlateFact& plate = facts.verdict.plates[i];
    html.open("tr", {{"data-ink", plate.ink}}).open("th", {{"scope", "row"}});
    swatch(html, survey.colors().solid(i));
    html.text(plate.ink).close("th");
    number(html, plate.coverage_percent, 2);
    number(html, share(survey.histogram(i), 0, 0), 1);
    number(html, share(survey.histogram(i), 255, 255), 1);
    html.element("td", facts.plates[i].halftone);
    html.element("td", facts.plates[i].file).close("tr");
  }
  foot(html);
  write_parts(html, facts);
  html.element("h3", "Tones before halftoning, in percent, without unprinted and solid areas");
  html.open("div", {{"class", "charts"}});
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    const std::string& ink = facts.verdict.plates[i].ink;
    html.open("figure");
    draw_histogram(html, survey.histogram(i),
                   "Tones of " + ink + ": light (up to 25 %) " + fixed(share(survey.histogram(i), 1, 63), 1) +
                       " % of the page, middle " + fixed(share(survey.histogram(i), 64, 190), 1) + " %, dark " +
                       fixed(share(survey.histogram(i), 191, 254), 1) + " %");
    html.element("figcaption", ink).close("figure");
  }
  html.close("div").close("section");
}

void write_total_ink(Html& html, const ReportFacts& facts, const Survey& survey) {
  open_section(html, "total", "Total ink");
  const MostInk& most = survey.most_ink();
  const Grid& grid = survey.grid();
  const PagePoint corner = upright_corner(facts.shape, most.column * grid.box, most.row * grid.box,
                                          grid.box_width(most.column), grid.box_height(most.row));
  std::vector<std::pair<std::string, std::string>> rows = {
      {"Most, in an area of " + std::to_string(grid.box) + " × " + std::to_string(grid.box) + " pixels",
       fixed(most.percent, 1) + " %"},
      {"Its place", place_text(facts, static_cast<double>(corner.x), static_cast<double>(corner.y))}};
  if (facts.verdict.most_ink_pixel && grid.box > 1)
    rows.emplace_back("Most, in any pixel", fixed(*facts.verdict.most_ink_pixel, 1) + " %");
  rows.emplace_back("Mean", fixed(facts.mean_ink_percent, 1) + " %");
  rows.emplace_back(
      "Limit", facts.verdict.ink_limit ? fixed(*facts.verdict.ink_limit, 0) + " %, " + facts.limit_source : "none");
  rows.emplace_back("Inks that count", facts.counted_inks);
  write_table(html, "Total ink before halftoning", rows);
  html.open("p", {{"class", "hint"}})
      .text("The map is under Plates, as \"Total ink\". Red is above the limit.")
      .close("p");
  html.open("div", {{"class", "scale"}});
  draw_heat_scale(html, heat_limit(facts), greatest_heat(facts));
  html.close("div").close("section");
}

void write_zones(Html& html, const ReportFacts& facts, const Survey& survey) {
  const std::size_t zones = survey.zones(0).size();
  if (zones == 0) return;
  open_section(html, "zones", "Ink zones");
  double most = 0;
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    const auto percents = survey.zones(i);
    most = std::max(most, *std::max_element(percents.begin(), percents.end()));
  }
  html.element("p",
               "Coverage in percent of each of " + std::to_string(zones) +
                   " zones of equal width, from left to right across the page.",
               {{"class", "hint"}});
  html.open("div", {{"class", "charts wide"}});
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    html.open("figure");
    draw_zones(html, survey.zones(i), most, "Ink zones of " + facts.verdict.plates[i].ink + "; numbers below");
    html.element("figcaption", facts.verdict.plates[i].ink).close("figure");
  }
  html.close("div").open("details").element("summary", "Numbers");
  std::vector<Column> columns = {{"Zone", false}};
  for (const PlateFact& plate : facts.verdict.plates) columns.push_back({plate.ink});
  head(html, "Coverage of each ink zone", columns);
  for (std::size_t zone = 0; zone < zones; ++zone) {
    html.open("tr").element("th", std::to_string(zone + 1), {{"scope", "row"}});
    for (std::size_t i = 0; i < facts.plates.size(); ++i) number(html, survey.zones(i)[zone], 2);
    html.close("tr");
  }
  foot(html);
  html.close("details").close("section");
}

void write_flat_tones(Html& html, const ReportFacts& facts, const Survey& survey) {
  open_section(html, "tones", "Flat tones");
  html.element("p", "By how many percent of solid the dots of flat areas differ from the tone that they should have.",
               {{"class", "hint"}});
  html.open("div", {{"class", "charts"}});
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    html.open("figure");
    draw_flat_tones(html, survey.flat_tones(i), "Flat tones of " + facts.verdict.plates[i].ink + "; numbers below");
    html.element("figcaption", facts.verdict.plates[i].ink).close("figure");
  }
  html.close("div").open("details").element("summary", "Numbers");
  head(html, "Flat areas by the tone that they should have",
       {{"Ink", false}, {"Expected"}, {"Halftoned"}, {"Difference"}, {"Areas"}});
  for (std::size_t i = 0; i < facts.plates.size(); ++i) {
    for (const FlatTone& tone : survey.flat_tones(i)) {
      if (tone.areas == 0) continue;
      html.open("tr").element("th", facts.verdict.plates[i].ink, {{"scope", "row"}});
      number(html, tone.expected_percent(), 2);
      number(html, tone.made_percent(), 2);
      number(html, tone.made_percent() - tone.expected_percent(), 2);
      html.element("td", std::to_string(tone.areas), {{"class", "number"}}).close("tr");
    }
  }
  foot(html);
  html.close("details").close("section");
}

void write_settings(Html& html, const ReportFacts& facts) {
  open_section(html, "settings", "Settings");
  write_table(html, "Page and profiles", facts.properties);
  if (!facts.settings.empty()) write_table(html, "Options that were given", facts.settings);
  html.close("section");
}

}  // namespace platerip::rip
