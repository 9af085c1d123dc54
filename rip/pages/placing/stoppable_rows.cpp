#include <algorithm>
#include <string>
#include <utility>

#include "rip/pages/placing/placed_rows.h"

namespace platerip::rip {
namespace {

class StoppableRows : public PageRows {
 public:
  StoppableRows(std::unique_ptr<PageRows> page, std::string name, std::function<bool()> stop)
      : page_(std::move(page)), name_(std::move(name)), stop_(std::move(stop)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return page_->info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return page_->memory_bytes(); }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    return few_at_a_time(
        rows, [&](std::int64_t done, std::int64_t count) { return page_->read(count, out + done * stride, stride); });
  }
  Status skip(std::int64_t rows) override {
    return few_at_a_time(rows, [&](std::int64_t /*done*/, std::int64_t count) { return page_->skip(count); });
  }

  [[nodiscard]] ReadOrder order() const override { return page_->order(); }
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    return page_->read_part(part, out, stride);
  }

 private:
  template <typename Pass>
  Status few_at_a_time(std::int64_t rows, const Pass& pass) {
    constexpr std::int64_t at_once = 16;
    for (std::int64_t done = 0; done < rows; done += at_once) {
      if (stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
      if (const Status status = pass(done, std::min(at_once, rows - done)); !status.ok()) return status;
    }
    return {};
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  std::function<bool()> stop_;
};

}  // namespace

std::unique_ptr<PageRows> stoppable(std::unique_ptr<PageRows> page, std::string name, std::function<bool()> stop) {
  return std::make_unique<StoppableRows>(std::move(page), std::move(name), std::move(stop));
}

}  // namespace platerip::rip
