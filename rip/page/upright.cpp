#include "rip/page/upright.h"

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

Result<std::unique_ptr<PageRows>> turned_upright(const Job& job, const PageSource& page, PageRows& rows,
                                                 const std::function<bool()>& stop) {
  if (!job.upright) return std::unique_ptr<PageRows>();
  const std::string name = page_label(page);
  if (const Status status = check_reader(rows.memory_bytes(), memory_range(job).most, placing_share); !status.ok())
    return status.error().about(name);
  const Turn turn = to_upright(rows.info().orientation);
  if (turn == unturned) return std::unique_ptr<PageRows>();
  std::unique_ptr<PageRows> source = borrowed(rows);
  if (stop) source = stoppable(std::move(source), name, stop);
  return turned(std::move(source), name, turn, memory_of(job) / placing_share, job.spool, stop);
}

}  // namespace platerip::rip
