#include "rip/pages/page_rows.h"

#include <vector>

namespace platerip::rip {

Status PageRows::skip(std::int64_t rows) {
  if (rows == 0) return {};
  std::vector<std::byte> row(static_cast<std::size_t>(info().row_bytes()));
  for (; rows > 0; --rows) {
    if (const Status status = read(1, row.data(), std::ssize(row)); !status.ok()) return status;
  }
  return {};
}

Status PageRows::read_part(const PagePart& /*part*/, std::byte* /*out*/, std::ptrdiff_t /*stride*/) {
  return Error{"the page can only be read in turn; this is a defect of the program"};
}

}  // namespace platerip::rip
