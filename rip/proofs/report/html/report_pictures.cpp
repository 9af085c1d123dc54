#include <algorithm>
#include <cmath>
#include <utility>

#include "rip/pages/placing/turn.h"
#include "rip/proofs/report/html/charts.h"
#include "rip/proofs/report/html/report_parts.h"
#include "rip/proofs/report/picture.h"
#include "rip/proofs/report/shown_pixels.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// The names of what can be shown. Each ink is called by its number; only the whole page can be shown as total ink.
constexpr const char* all_inks = "all";
constexpr const char* total_ink = "total";

void radio(Html& html, const std::string& group, const std::string& value, const std::string& label, bool checked) {
  html.open("label");
  Attributes attributes = {{"type", "radio"}, {"name", group}, {"value", value}};
  if (checked) attributes.emplace_back("checked", "");
  html.empty("input", attributes).text(" " + label).close("label");
}

std::string title_of(CropKind kind) {
  switch (kind) {
    case CropKind::highlight:
      return "Highlight";
    case CropKind::midtone:
      return "Midtone";
    case CropKind::shadow:
      return "Shadow";
    case CropKind::most_ink:
      return "Most ink";
    case CropKind::chosen:
      break;
  }
  return "Chosen";
}

Rgb color_of_total(double percent, double limit) {
  constexpr double step = 4;  // percent: few enough colours for a palette
  const double shown = percent > limit ? percent : std::min(limit, step * std::round(percent / step));
  return heat_color(percent > limit ? step * std::ceil(shown / step) : shown, limit);
}

std::vector<Rgb> colors_of_all_totals(const Survey& survey, double limit) {
  std::vector<Rgb> colors;
  for (int total = 0; total <= survey.most_total(); ++total) colors.push_back(color_of_total(total / 10.0, limit));
  return colors;
}

// Encodes the views, each shrunk by `factor`, unless they are. Returns the number of their bytes.
std::size_t encode(Views& views, std::int64_t factor) {
  if (factor != std::exchange(views.factor, factor)) {
    parallel_for(static_cast<int>(views.all.size()), [&](int index) {
      View& view = views.all[index];
      view.uri = factor == 1 ? data_uri(view.picture) : data_uri(shrunk(view.picture, factor));
    });
  }
  std::size_t bytes = 0;
  for (const View& view : views.all) bytes += view.uri.size();
  return bytes;
}

// Every eighth band of a picture's rows.
Picture sample_of(const PictureView& picture) {
  constexpr std::int64_t rows = 8;
  Picture sample{picture.width, 0, picture.channels};
  const std::int64_t row_bytes = picture.width * picture.channels;
  for (std::int64_t y = 0; y + rows <= picture.height; y += 8 * rows, sample.height += rows) {
    const auto first = picture.samples.begin() + y * row_bytes;
    sample.samples.insert(sample.samples.end(), first, first + rows * row_bytes);
  }
  return sample;
}

// Pictures with fewer rows are small, whatever they show.
constexpr std::int64_t least_sampled = 400;

// About the bytes of a whole picture's PNG, which takes long to make.
double bytes_of(const PictureView& picture) {
  if (picture.height <= least_sampled) return 0;
  const Picture sample = sample_of(picture);
  const double share = static_cast<double>(sample.height) / static_cast<double>(picture.height);
  return static_cast<double>(data_uri_bytes(sample)) / share;
}

// The least factor that is worth a try.
std::int64_t first_factor(const Views& views, std::size_t bytes) {
  double size = 0;
  for (const View& view : views.all) size += view.sampled_bytes;
  return size > 1.1 * static_cast<double>(bytes) ? 2 : 1;
}

// A place on the upright sheet, in the shorter sides of pixels.
struct SheetPoint {
  double x = 0;
  double y = 0;
};

void write_mark(Html& html, const SheetPoint& centre, double radius, const std::string& number) {
  html.open("circle", {{"cx", fixed(centre.x, 0)}, {"cy", fixed(centre.y, 0)}, {"r", fixed(radius, 1)}})
      .close("circle");
  html.element(
      "text", number,
      {{"x", fixed(centre.x, 0)}, {"y", fixed(centre.y + 0.38 * radius, 1)}, {"font-size", fixed(1.1 * radius, 1)}});
}

SheetPoint centre_of(const PageShape& shape, std::int64_t left, std::int64_t top, std::int64_t width,
                     std::int64_t height) {
  const PagePoint corner = upright_corner(shape, left, top, width, height);
  const bool exchange = shape.turn().exchange;
  const std::int64_t x = corner.x + (exchange ? height : width) / 2;
  const std::int64_t y = corner.y + (exchange ? width : height) / 2;
  return {shape.pixel_width() * static_cast<double>(x), shape.pixel_height() * static_cast<double>(y)};
}

void write_marks(Html& html, const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops) {
  const PageShape& shape = facts.shape;
  const double sheet_width = shape.pixel_width() * static_cast<double>(shape.upright_width());
  const double sheet_height = shape.pixel_height() * static_cast<double>(shape.upright_height());
  const double radius = std::max(sheet_width, sheet_height) / 60;
  html.open("svg", {{"class", "marks"},
                    {"viewBox", "0 0 " + fixed(sheet_width, 0) + " " + fixed(sheet_height, 0)},
                    {"role", "group"},
                    {"aria-label", "Places of the crops"}});
  for (std::size_t i = 0; i < crops.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    html.open("a", {{"href", "#crop-" + number}, {"aria-label", "Crop " + number + ": " + title_of(crops[i].kind)}});
    write_mark(html, centre_of(shape, crops[i].left, crops[i].top, crops[i].width, crops[i].height), radius, number);
    html.close("a");
  }
  const MostInk& most = survey.most_ink();
  const Grid& grid = survey.grid();
  html.open("g", {{"class", "most"}, {"role", "img"}, {"aria-label", "Most ink: " + fixed(most.percent, 1) + " %"}});
  write_mark(html,
             centre_of(shape, most.column * grid.box, most.row * grid.box, grid.box_width(most.column),
                       grid.box_height(most.row)),
             radius, fixed(most.percent, 0));
  html.close("g").close("svg");
}

// The data URIs of each plate of a crop, and of all together, which are above the others.
std::vector<std::string> pictures_of(const Crop& crop, const ReportFacts& facts, const Survey& survey) {
  const std::size_t plates = facts.plates.size();
  std::vector<std::string> pictures(plates + 1);
  const tiffio::Orientation orientation = facts.shape.orientation;
  parallel_for(static_cast<int>(pictures.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    pictures[plate] = plate < plates ? data_uri_of_grays(upright(gray_of(crop, plate, survey), orientation))
                                     : data_uri(upright(colors_of(crop, survey), orientation));
  });
  return pictures;
}

// The middle of a crop, `side` pixels wide and high unless the crop is smaller.
Crop middle_of(const Crop& crop, std::int64_t side) {
  const std::int64_t width = std::min(side, crop.width);
  const std::int64_t height = std::min(side, crop.height);
  const std::int64_t left = (crop.width - width) / 2;
  const std::int64_t top = (crop.height - height) / 2;
  Crop middle{crop.kind, crop.left + left, crop.top + top, width, height};
  const auto pixels = static_cast<std::size_t>(crop.width * crop.height);
  for (std::size_t plate = 0; plate < crop.levels.size(); plate += pixels) {
    for (std::int64_t row = top; row < top + height; ++row) {
      const auto line = crop.levels.begin() + static_cast<std::ptrdiff_t>(plate) + row * crop.width + left;
      middle.levels.insert(middle.levels.end(), line, line + width);
    }
  }
  return middle;
}

std::string length_text(double length) {
  return fixed(length, length == std::round(length) ? 0 : 2);
}

// Tells that pixels are not square, if so.
void write_proportion(Html& html, const PageShape& shape) {
  const double ratio = shape.pixel_height() / shape.pixel_width();
  if (ratio == 1) return;
  const std::string text =
      ratio > 1 ? fixed(ratio, 2) + " times as high as wide" : fixed(1 / ratio, 2) + " times as wide as high";
  html.element("p", "Pixels are drawn as they are on the sheet: " + text + ".", {{"class", "hint"}});
}

void write_crop(Html& html, const ReportFacts& facts, const Survey& survey, const Crop& crop,
                const std::string& number) {
  const bool exchange = facts.shape.turn().exchange;
  const std::int64_t width = exchange ? crop.height : crop.width;
  const std::int64_t height = exchange ? crop.width : crop.height;
  const PagePoint corner = upright_corner(facts.shape, crop.left, crop.top, crop.width, crop.height);
  const std::string title = number + " " + title_of(crop.kind);
  html.open("article", {{"class", "crop"}, {"id", "crop-" + number}, {"tabindex", "-1"}}).element("h3", title);
  html.element("p",
               std::to_string(width) + " × " + std::to_string(height) + " pixels, its top left corner at " +
                   place_text(facts, static_cast<double>(corner.x), static_cast<double>(corner.y)),
               {{"class", "soft"}});
  const double shown_width = facts.shape.pixel_width() * static_cast<double>(width);
  const double shown_height = facts.shape.pixel_height() * static_cast<double>(height);
  const std::string box = "0 0 " + length_text(shown_width) + " " + length_text(shown_height);
  html.open("div", {{"class", "pair"}}).open("figure");
  html.open("svg", {{"role", "img"},
                    {"aria-label", title + ", one pixel for each dot"},
                    {"viewBox", box},
                    {"width", length_text(shown_width)},
                    {"height", length_text(shown_height)}});
  html.open("g", {{"id", "dots-" + number}});
  std::vector<std::string> pictures = pictures_of(crop, facts, survey);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    html.picture("image", "href", std::move(pictures[i]),
                 {{"data-layer", i < facts.plates.size() ? std::to_string(i) : all_inks},
                  {"width", length_text(shown_width)},
                  {"height", length_text(shown_height)},
                  {"preserveAspectRatio", "none"}})
        .close("image");
  }
  html.close("g").close("svg").element("figcaption", "1:1").close("figure").open("figure");
  html.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", title + ", enlarged"}});
  html.open("svg", {{"role", "img"},
                    {"aria-label", title + ", each dot four pixels wide"},
                    {"viewBox", box},
                    {"width", length_text(4 * shown_width)},
                    {"height", length_text(4 * shown_height)}});
  html.open("use", {{"href", "#dots-" + number}}).close("use").close("svg").close("div");
  html.element("figcaption", "4:1").close("figure").close("div").close("article");
}

}  // namespace

Views views_of(const ReportFacts& facts, const Survey& survey, std::size_t bytes) {
  const std::size_t plates = facts.plates.size();
  Views views;
  views.all.emplace_back(all_inks, "All inks");
  for (std::size_t i = 0; i < plates; ++i) views.all.emplace_back(std::to_string(i), facts.verdict.plates[i].ink);
  views.all.emplace_back(total_ink, "Total ink");
  const SheetGrid& grid = survey.picture_grid();
  parallel_for(static_cast<int>(views.all.size()), [&](int task) {
    const auto index = static_cast<std::size_t>(task);
    View& view = views.all[index];
    if (index == 0) view.picture = {grid.columns, grid.rows, 3, survey.rgb()};
    if (index > 0 && index <= plates) view.picture = {grid.columns, grid.rows, 1, survey.gray(index - 1)};
    if (index > plates) {
      view.total = colors_of_totals(survey, colors_of_all_totals(survey, heat_limit(facts)));
      view.picture = {
          grid.columns, grid.rows, 3, {reinterpret_cast<const std::uint8_t*>(view.total.get()), survey.rgb().size()}};
    }
    if (to_upright(facts.shape.orientation) != unturned)
      view.picture = view.turned = upright_copy(view.picture, facts.shape.orientation);
    view.sampled_bytes = bytes_of(view.picture);
  });
  encode(views, first_factor(views, bytes));
  return views;
}

void write_views(Html& html, const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops,
                 Views views, std::size_t bytes) {
  Html frame;
  write_marks(frame, facts, survey, crops);
  const std::size_t around = frame.size() + 4096 + 1024 * views.all.size();
  std::int64_t factor = first_factor(views, bytes);
  while (encode(views, factor) + around > bytes && factor < 16) ++factor;
  html.open("section", {{"id", "plates"}, {"class", "viewer"}, {"aria-labelledby", "plates-title"}});
  html.element("h2", "Plates", {{"id", "plates-title"}});
  if (!facts.color_note.empty()) html.element("p", facts.color_note, {{"class", "hint"}});
  html.open("fieldset").element("legend", "Show");
  for (const View& view : views.all) radio(html, "view", view.name, view.label, view.name == all_inks);
  html.close("fieldset").open("div", {{"class", "tools"}});
  html.element("button", "−", {{"type", "button"}, {"data-zoom", "out"}, {"aria-label", "Zoom out"}});
  html.element("button", "+", {{"type", "button"}, {"data-zoom", "in"}, {"aria-label", "Zoom in"}});
  html.element("button", "Whole page", {{"type", "button"}, {"data-zoom", "fit"}});
  html.open("output", {{"aria-live", "polite"}}).close("output");
  html.element("span", "Drag or arrow keys move, wheel or + and − zoom. Circles lead to the dots.",
               {{"class", "hint"}});
  html.close("div");
  html.open("div", {{"class", "view"},
                    {"tabindex", "0"},
                    {"role", "group"},
                    {"aria-label", "The page: arrow keys move, plus and minus zoom, 0 shows the whole page"}});
  html.open("div", {{"class", "stage"}});
  for (View& view : views.all) {
    html.open("figure", {{"class", "layer"}, {"data-layer", view.name}});
    html.picture("img", "src", std::move(view.uri),
                 {{"alt", view.label + " of the whole page"},
                  {"width", std::to_string(view.picture.width)},
                  {"height", std::to_string(view.picture.height)},
                  {"draggable", "false"}});
    html.element("figcaption", view.label).close("figure");
  }
  html.add(std::move(frame)).close("div").close("div").close("section");
}

void write_crops(Html& html, const ReportFacts& facts, const Survey& survey, const std::vector<Crop>& crops,
                 std::size_t bytes) {
  html.open("section", {{"id", "dots"}, {"class", "crops"}, {"aria-labelledby", "dots-title"}});
  html.element("h2", "Dots", {{"id", "dots-title"}});
  write_proportion(html, facts.shape);
  html.open("fieldset").element("legend", "Show");
  radio(html, "crops", all_inks, "All inks", true);
  for (std::size_t i = 0; i < facts.plates.size(); ++i)
    radio(html, "crops", std::to_string(i), facts.verdict.plates[i].ink, false);
  html.close("fieldset");
  if (crops.empty()) html.element("p", "No part of the page is printed.");
  constexpr std::int64_t least_side = 20;
  for (std::int64_t side = Crops::side;; side = side * 3 / 4) {
    std::vector<Html> shown(crops.size());
    parallel_for(static_cast<int>(crops.size()), [&](int crop) {
      write_crop(shown[crop], facts, survey, middle_of(crops[crop], side), std::to_string(crop + 1));
    });
    std::size_t size = 0;
    for (const Html& crop : shown) size += crop.size();
    if (size > bytes && side > least_side) continue;
    for (Html& crop : shown) html.add(std::move(crop));
    break;
  }
  html.close("section");
}

}  // namespace platerip::rip
