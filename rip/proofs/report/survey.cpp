#include "rip/proofs/report/survey.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rip/proofs/report/box_tones.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

std::vector<std::pair<std::int64_t, std::int64_t>> centres(const PageShape& page, const std::vector<PagePoint>& crops) {
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  places.reserve(crops.size());
  for (const PagePoint& crop : crops) places.push_back(column_and_row(page, crop));
  return places;
}

// The borders of the zones along the plates' columns, or along their rows if the page lies on its side.
std::vector<std::int64_t> zone_borders(const PageShape& page, int zones) {
  if (zones == 0) return {};
  return equal_parts(page.upright_width(), std::min<std::int64_t>(zones, page.upright_width()));
}

Grid page_grid(const ProofedPage& page) {
  return grid_of(page.shape.width, page.shape.height, page.plates.size());
}

// The total ink of boxes.
std::int64_t box_bytes(const ProofedPage& page) {
  const Grid grid = page_grid(page);
  return grid.columns() * grid.rows() * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

// The tones of the plates, and their colours together.
std::int64_t picture_bytes(const ProofedPage& page) {
  const SheetGrid grid =
      sheet_grid(page.shape.width, page.shape.height, page.shape.proportion, longest_picture(page.plates.size()));
  return grid.columns * grid.rows * (static_cast<std::int64_t>(page.plates.size()) + 3);
}

// How many rows of boxes are completed before they are looked at: all of a GPU's strip, unless boxes are small.
std::int64_t boxes_at_once(const Grid& grid) {
  constexpr std::int64_t most = 64;
  return std::clamp<std::int64_t>(Crops::rows_ahead / grid.box, 1, std::min(most, grid.rows()));
}

// What is known of these rows until then: the levels of plates, and the looks.
std::int64_t waiting_bytes(const ProofedPage& page) {
  const Grid grid = page_grid(page);
  const std::int64_t rows = boxes_at_once(grid);
  const auto of_levels = std::ssize(page.plates) * static_cast<std::int64_t>(sizeof(std::uint64_t));
  constexpr std::int64_t of_looks = 2 * sizeof(double) + sizeof(std::uint16_t);
  return rows * grid.columns() * (of_levels + of_looks);
}

}  // namespace

Survey::Survey(const ProofedPage& page, const ReportSettings& settings)
    : page_(page),
      grid_(page_grid(page)),
      colors_(page.colors()),
      zone_borders_(zone_borders(page.shape, settings.zones)),
      tone_settings_(wanted_tones(page)),
      inks_(tone_settings_),
      plates_(page.plates.size()),
      crops_(grid_, page.plates.size(), page.plan.levels, centres(page.shape, settings.crops)),
      totals_memory_(large_memory(static_cast<std::size_t>(box_bytes(page)))),
      totals_(reinterpret_cast<std::uint16_t*>(totals_memory_.get()),
              static_cast<std::size_t>(grid_.columns() * grid_.rows())),
      picture_(page.pictured(), longest_picture(page.plates.size()), colors_, DrawnPicture::Kept::colors_and_plates) {
  const auto columns = parts_of(grid_.width, grid_.box), rows = parts_of(grid_.height, grid_.box);
  pictures_boxes_ = picture_.are_boxes(columns, rows);
  for (std::size_t i = 0; i < plates_.size(); ++i) {
    PlateData& plate = plates_[i];
    const LevelInk& ink = page.plan.level_inks[i];
    plate.flat.emplace_back(grid_, page.plan.bits, ink);
    const auto add_levels = [&plate](std::size_t, std::span<const std::uint64_t> sums) {
      plate.levels.insert(plate.levels.end(), sums.begin(), sums.end());
    };
    plate.sums.emplace_back(columns, rows, ink, add_levels,
                            page.sums ? page.sums->find(i, columns, rows) : std::nullopt);
    if (!zone_borders_.empty()) plate.zones.emplace(grid_, zone_borders_, page.shape.turn().exchange, ink);
  }
}

std::int64_t Survey::memory_bytes(const ProofedPage& page, const ReportSettings& settings) {
  const Grid grid = page_grid(page);
  return box_bytes(page) + 2 * std::ssize(page.plates) * LevelRows::memory_bytes(grid.columns(), grid.rows()) +
         ToneRows::memory_bytes(wanted_tones(page)) + waiting_bytes(page) +
         DrawnPicture::memory_bytes(page.pictured(), longest_picture(page.plates.size()),
                                    page.press ? page.press->channels() : 0, DrawnPicture::Kept::colors_and_plates) +
         Crops::memory_bytes(grid, page.plates.size(), page.plan.levels, settings.crops.size());
}

// The writing of the report turns the pictures, and makes PNGs of them.
std::int64_t Survey::writing_bytes(const ProofedPage& page) {
  constexpr std::int64_t text = std::int64_t{16} << 20;
  return 3 * picture_bytes(page) + 3 * box_bytes(page) + text;
}

// Spot inks count only if there are no others.
ToneSettings Survey::wanted_tones(const ProofedPage& page) {
  return {page_grid(page), page.plan.bits, page.inks(), page.counted_inks()};
}

void Survey::add_boxes(const ProofedPage& page, WantedSums& wanted) {
  const Grid grid = page_grid(page);
  for (std::size_t i = 0; i < page.plates.size(); ++i)
    wanted.add({i, page.plan.level_inks[i], parts_of(grid.width, grid.box), parts_of(grid.height, grid.box)});
  TonePicture::add_boxes(page.pictured(), longest_picture(page.plates.size()), wanted);
}

// Unless its pixels are the boxes, the picture has nothing in common with them but the plates.
void Survey::add(const StripInFlight& strip) {
  if (pictures_boxes_) return add_boxes(strip);
  parallel_for(2, [&](int part) {
    if (part == 0) return add_boxes(strip);
    picture_.add(strip.plates, strip.plate_rows, strip.sums_of_plates());
  });
}

// Adds a few rows of boxes at a time.
void Survey::add_boxes(const StripInFlight& strip) {
  const std::int64_t end = strip.first_plate_row + strip.plate_rows;
  const std::int64_t boxes = boxes_at_once(grid_);
  if (strip.rows > 0) inks_.add(strip.tones, strip.first_row + strip.rows);
  for (std::int64_t row = strip.first_plate_row; row < end;) {
    const std::int64_t rows = std::min({grid_.height, (row_ + boxes) * grid_.box, end}) - row;
    add_plates(strip, row, rows);
    row += rows;
    finish_boxes();
  }
}

void Survey::add_plates(const StripInFlight& strip, std::int64_t first, std::int64_t rows) {
  parallel_for(static_cast<int>(plates_.size()), [&](int task) {
    const auto index = static_cast<std::size_t>(task);
    halftone::Plate plate = strip.plates[index];
    plate.pixels += (first - strip.first_plate_row) * plate.stride;
    plates_[index].sums[0].add(plate, rows, strip.sums_of_plates());
    if (plates_[index].zones) plates_[index].zones->add(plate, first, rows);
    crops_.add(index, plate, first, rows);
  });
}

// Takes the rows of boxes that are complete. Their tones are there, because planes are never behind the plates.
void Survey::finish_boxes() {
  const std::size_t rows = plates_[0].levels.size() / static_cast<std::size_t>(grid_.columns());
  std::vector<ToneRow> tones;
  for (std::size_t row = 0; row < rows; ++row) tones.push_back(inks_.take());
  std::vector<BoxLooks> looks(rows);
  const std::int64_t last = row_ + static_cast<std::int64_t>(rows) - 1;
  parallel_for(static_cast<int>(3 * plates_.size() + rows), [&](int index) {
    auto task = static_cast<std::size_t>(index);
    if (task < plates_.size()) return add_levels(task, tones);
    if ((task -= plates_.size()) < plates_.size()) {
      if (pictures_boxes_) picture_.add_boxes(task, static_cast<std::size_t>(row_), plates_[task].levels);
      return;
    }
    if ((task -= plates_.size()) < plates_.size()) return crops_.leave(task, last);
    task -= plates_.size();
    looks[task] = looks_of(tones[task], task);
  });
  if (pictures_boxes_) picture_.draw();
  for (const BoxLooks& boxes : looks) {
    most_total_ = std::max(most_total_, boxes.seen->most_total);
    if (boxes.most_ink.percent > most_ink_.percent) most_ink_ = boxes.most_ink;
    crops_.add_boxes(row_++, *boxes.seen);
  }
  for (PlateData& plate : plates_) plate.levels.clear();
}

void Survey::add_levels(std::size_t index, std::span<const ToneRow> tones) {
  PlateData& plate = plates_[index];
  for (std::size_t row = 0; row < tones.size(); ++row) {
    plate.flat[0].add(tones[row], levels(index, row), page_.plates[index].ink);
    if (plate.zones) plate.zones->add_boxes(row_ + static_cast<std::int64_t>(row), levels(index, row));
  }
  plate.sum = std::accumulate(plate.levels.begin(), plate.levels.end(), plate.sum);
}

// Of a row of boxes that is complete, `row` rows below the first one.
std::span<const std::uint64_t> Survey::levels(std::size_t plate, std::size_t row) const {
  const auto columns = static_cast<std::size_t>(grid_.columns());
  return std::span(plates_[plate].levels).subspan(row * columns, columns);
}

// What such a row looks like.
Survey::BoxLooks Survey::looks_of(const ToneRow& tones, std::size_t row) {
  const auto columns = static_cast<std::size_t>(grid_.columns());
  const std::int64_t box_row = row_ + static_cast<std::int64_t>(row);
  const auto totals = totals_.subspan(static_cast<std::size_t>(box_row) * columns, columns);
  BoxLooks looks;
  for (std::size_t column = 0; column < columns; ++column) {
    const double total = tones.total(tone_settings_, column);
    totals[column] = static_cast<std::uint16_t>(1000 * total + 0.5);
    if (100 * total > looks.most_ink.percent)
      looks.most_ink = {100 * total, static_cast<std::int64_t>(column), box_row};
  }
  std::vector<std::uint16_t> plates(plates_.size() * columns);
  for (std::size_t plate = 0; plate < plates_.size(); ++plate)
    tones_of_boxes({grid_.width, grid_.box, grid_.box_height(box_row), page_.plan.level_inks[plate].solid},
                   levels(plate, row), &plates[plate * columns]);
  std::vector<std::uint8_t> rgb(3 * columns);
  colors_.run(plates, columns, rgb);
  looks.seen.emplace(rgb, totals);
  return looks;
}

std::vector<double> Survey::zones(std::size_t plate) const {
  if (zone_borders_.empty()) return {};
  const std::vector<std::uint64_t> levels = plates_[plate].zones->zones();
  std::vector<double> percents;
  for (std::size_t zone = 0; zone + 1 < zone_borders_.size(); ++zone) {
    const std::int64_t width = zone_borders_[zone + 1] - zone_borders_[zone];
    const auto solid = static_cast<double>(width * page_.shape.upright_height()) * page_.plan.level_inks[plate].solid;
    percents.push_back(100 * static_cast<double>(levels[zone]) / solid);
  }
  if (page_.shape.turn().flip_x) std::reverse(percents.begin(), percents.end());
  return percents;
}

const std::array<FlatTone, 101>& Survey::flat_tones(std::size_t plate) const {
  return plates_[plate].flat[0].tones();
}

const std::array<std::uint64_t, 256>& Survey::histogram(std::size_t plate) const {
  return inks_.histogram(page_.plates[plate].ink);
}

}  // namespace platerip::rip
