#include "rip/pages/placing/lying_page.h"

#include "rip/pages/placing/pieces.h"

namespace platerip::rip {
namespace {

PagePart part_of(const tiffio::PageInfo& page, const Turn& turn, std::int64_t first, std::int64_t rows) {
  const std::int64_t turned_height = turn.exchange ? page.width : page.height;
  if (turn.flip_y) first = turned_height - first - rows;
  return turn.exchange ? PagePart{0, page.height, first, rows} : PagePart{first, rows, 0, page.width};
}

}  // namespace

LyingPage lying(PageRows& page, const Turn& turn) {
  const ReadOrder needed = turn.exchange ? ReadOrder::any_pixels : ReadOrder::any_rows;
  const bool moves_rows = turn.exchange || turn.flip_y;
  return moves_rows && page.order() >= needed ? LyingPage{&page, turn} : LyingPage();
}

Status read_lying(const LyingPage& lying, std::int64_t first, std::int64_t rows, std::byte* out) {
  const tiffio::PageInfo& page = lying.page->info();
  const PagePart part = part_of(page, lying.turn, first, rows);
  const std::int64_t row_bytes = part.columns * (page.row_bytes() / page.width);
  return in_pieces(part.rows, row_bytes, [&](std::int64_t begin, std::int64_t count) -> Status {
    return lying.page->read_part({part.row + begin, count, part.column, part.columns}, out + begin * row_bytes,
                                 row_bytes);
  });
}

}  // namespace platerip::rip
