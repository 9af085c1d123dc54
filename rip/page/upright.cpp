#include "rip/page/upright.h"

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {
namespace {

class BorrowedRows : public PageRows {
 public:
  explicit BorrowedRows(PageRows& rows) : rows_(rows) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return rows_.info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return rows_.memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    return rows_.read(rows, out, stride);
  }

 private:
  PageRows& rows_;
};

}  // namespace

MemoryRange reader_memory(const Job& job) {
  return memory_range(job) / (job.upright ? placing_share : reader_share);
}

Result<std::unique_ptr<PageRows>> turned_upright(const Job& job, const PageSource& page, PageRows& rows,
                                                 const std::function<bool()>& stop) {
  if (!job.upright) return std::unique_ptr<PageRows>();
  const std::string name = page_label(page);
  if (const Status status = check_reader(rows.memory_bytes(), memory_range(job).most, placing_share); !status.ok())
    return status.error().about(name);
  const Turn turn = to_upright(rows.info().orientation);
  if (turn == unturned) return std::unique_ptr<PageRows>();
  std::unique_ptr<PageRows> source = std::make_unique<BorrowedRows>(rows);
  if (stop) source = stoppable(std::move(source), name, stop);
  return turned(std::move(source), name, turn, memory_of(job) / placing_share, job.spool, stop);
}

}  // namespace platerip::rip
