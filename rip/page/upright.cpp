#include "rip/page/upright.h"

#include <memory>
#include <string>
#include <utility>

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {
namespace {

struct Upright {
  std::unique_ptr<PageRows> rows;
  LyingPage lying = {};
  bool mirror = false;  // left and right are still to be exchanged
};

Result<Upright> turned_upright(const Job& job, const PageSource& page, PageRows& rows, bool for_gpu,
                               const std::function<bool()>& stop) {
  Upright upright{.rows = borrowed(rows)};
  if (!job.upright) return upright;
  const std::string name = page_label(page);
  if (const Status status = check_reader(rows.memory_bytes(), memory_range(job).most, placing_share); !status.ok())
    return status.error().about(name);
  Turn turn = to_upright(rows.info().orientation);
  if (turn == unturned) return upright;
  if (for_gpu && !job.film.changes_pages()) upright.lying = lying(rows, turn);
  upright.mirror = for_gpu && upright.lying.page == nullptr && turn.flip_x && !turn.exchange;
  if (upright.mirror) turn.flip_x = false;
  if (stop) upright.rows = stoppable(std::move(upright.rows), name, stop);
  upright.rows = turned(std::move(upright.rows), name, turn, memory_of(job) / placing_share, job.spool, stop);
  return upright;
}

}  // namespace

Result<Film> upright_film(const Job& job, const PageSource& page, PageRows& rows, bool for_gpu,
                          const std::function<bool()>& stop) {
  auto upright = turned_upright(job, page, rows, for_gpu, stop);
  if (!upright.ok()) return upright.error();
  auto film = on_film(job, page, std::move(upright->rows), stop);
  if (!film.ok()) return film.error();
  film->lying = upright->lying;
  film->mirror = film->mirror != upright->mirror;
  return film;
}

}  // namespace platerip::rip
