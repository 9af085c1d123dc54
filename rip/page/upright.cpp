#include "rip/page/upright.h"

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

Result<Upright> turned_upright(const Job& job, const PageSource& page, PageRows& rows, bool for_gpu,
                               const std::function<bool()>& stop) {
  if (!job.upright) return Upright();
  const std::string name = page_label(page);
  if (const Status status = check_reader(rows.memory_bytes(), memory_range(job).most, placing_share); !status.ok())
    return status.error().about(name);
  Turn turn = to_upright(rows.info().orientation);
  if (turn == unturned) return Upright();
  Upright upright;
  if (for_gpu && !job.film.changes_pages()) upright.lying = lying(rows, turn);
  upright.mirror = for_gpu && upright.lying.page == nullptr && turn.flip_x && !turn.exchange;
  if (upright.mirror) turn.flip_x = false;
  std::unique_ptr<PageRows> source = borrowed(rows);
  if (stop) source = stoppable(std::move(source), name, stop);
  upright.rows = turned(std::move(source), name, turn, memory_of(job) / placing_share, job.spool, stop);
  return upright;
}

}  // namespace platerip::rip
