#include "rip/film/film_sheet.h"

#include <string>
#include <utility>

#include "halftone/halftone.h"
#include "rip/job/page_plan.h"
#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {
namespace {

Error no_resolution() {
  return {"has no resolution, so a margin or a gap cannot be measured",
          ErrorCode::bad_input,
          {{.setting = "resolution", .value = "DPI"}}};
}

Status check_size(const Stepping& stepping, const tiffio::PageInfo& page) {
  const std::int64_t width = stepping.x.sheet(page.width), height = stepping.y.sheet(page.height);
  if (width < halftone::max_width && height < halftone::max_width) return {};
  return Error{"its sheet would have " + std::to_string(width) + " x " + std::to_string(height) +
                   " pixels, and no page may be so large",
               ErrorCode::bad_setting,
               {{.setting = "step", .value = "with fewer copies"}}};
}

tiffio::PageInfo sheet_of(tiffio::PageInfo page, const Stepping& stepping) {
  page.width = stepping.x.sheet(page.width);
  page.height = stepping.y.sheet(page.height);
  return page;
}

}  // namespace

Stepping stepping_at(const FilmSettings& film, const tiffio::Resolution& resolution, tiffio::Orientation orientation) {
  const auto steps = [&](int copies, const tiffio::Rational& per_unit) {
    return Steps{copies, pixels_of(film.step.gap, per_unit, resolution), pixels_of(film.margin, per_unit, resolution)};
  };
  int across = film.step.across, down = film.step.down;
  if (lies_on_its_side(orientation)) std::swap(across, down);
  return {steps(across, resolution.x), steps(down, resolution.y), orientation};
}

Result<Stepping> stepping_of(const Job& job, const tiffio::PageInfo& page) {
  const tiffio::Resolution resolution = resolution_of(job, page);
  if (!resolution.is_known() && (job.film.margin.needs_resolution() || job.film.step.gap.needs_resolution()))
    return no_resolution();
  const Stepping stepping = stepping_at(job.film, resolution, page.orientation);
  if (const Status status = check_size(stepping, page); !status.ok()) return status.error();
  return stepping;
}

Result<tiffio::PageInfo> film_info(const Job& job, const tiffio::PageInfo& page) {
  const auto stepping = stepping_of(job, page);
  if (!stepping.ok()) return stepping.error();
  return sheet_of(page, *stepping);
}

Result<Film> on_film(const Job& job, const PageSource& source, std::unique_ptr<PageRows> page,
                     const std::function<bool()>& stop) {
  Film film{.rows = std::move(page), .sheet = {}, .across = {}};
  film.sheet = film.rows->info();
  if (!job.film.changes_pages()) return film;
  const auto stepping = stepping_of(job, film.sheet);
  if (!stepping.ok()) return about_page(source, stepping.error());
  film.sheet = sheet_of(film.sheet, *stepping);
  film.across = stepping->x;
  const std::string name = page_label(source);
  film.mirror = job.film.mirror && !lies_on_its_side(film.sheet.orientation);
  if (job.film.mirror && !film.mirror) {
    if (stop) film.rows = stoppable(std::move(film.rows), name, stop);
    film.rows = turned(std::move(film.rows), name, {.flip_y = true}, memory_of(job) / placing_share, job.spool, stop);
  }
  film.rows = stepped(std::move(film.rows), name, stepping->y, stepping->orientation, job.spool);
  return film;
}

}  // namespace platerip::rip
