#include "rip/pages/placing/placed_rows.h"

namespace platerip::rip {
namespace {

class BorrowedRows : public PageRows {
 public:
  explicit BorrowedRows(PageRows& page) : page_(page) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return page_.info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return page_.memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    return page_.read(rows, out, stride);
  }
  Status skip(std::int64_t rows) override { return page_.skip(rows); }
  [[nodiscard]] ReadOrder order() const override { return page_.order(); }
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    return page_.read_part(part, out, stride);
  }

 private:
  PageRows& page_;
};

}  // namespace

std::unique_ptr<PageRows> borrowed(PageRows& page) {
  return std::make_unique<BorrowedRows>(page);
}

}  // namespace platerip::rip
