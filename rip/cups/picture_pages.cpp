#include "rip/cups/picture_pages.h"

#include <algorithm>
#include <string>

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {
namespace {

Extent extent_of(const tiffio::PageInfo& page) {
  const tiffio::Resolution& resolution = page.resolution;
  if (!resolution.is_known()) return {page.width, page.height, 0, 0};
  return {page.width, page.height, resolution.per_inch(resolution.x), resolution.per_inch(resolution.y)};
}

Extent extent_of(const cups_page_header2_t& header) {
  return {header.cupsWidth, header.cupsHeight, static_cast<double>(header.HWResolution[0]),
          static_cast<double>(header.HWResolution[1])};
}

// The part of the scaled picture that lies on the sheet.
Scaling piece_on_sheet(const Placement& placement, const Extent& sheet) {
  const std::int64_t left = std::max<std::int64_t>(placement.left, 0);
  const std::int64_t top = std::max<std::int64_t>(placement.top, 0);
  return {.width = placement.width,
          .height = placement.height,
          .left = left - placement.left,
          .top = top - placement.top,
          .columns = std::min(placement.left + placement.width, sheet.width) - left,
          .rows = std::min(placement.top + placement.height, sheet.height) - top};
}

class PicturePages : public PrintPages {
 public:
  PicturePages(std::unique_ptr<Pages> pictures, const Job& job, const PlaceOptions& options, WantedPages wanted,
               const cups_page_header2_t& header, std::function<bool()> stop)
      : pictures_(std::move(pictures)),
        job_(job),
        options_(options),
        wanted_(std::move(wanted)),
        header_(header),
        stop_(std::move(stop)) {}

  [[nodiscard]] std::size_t count() const override { return pictures_->count(); }
  [[nodiscard]] const cups_page_header2_t& header() const override { return header_; }

  std::optional<Result<NextPage>> next() override {
    for (;;) {
      auto picture = pictures_->next();
      if (!picture) return std::nullopt;
      const bool is_wanted = wanted_.has(++number_);
      if (!picture->ok() && (is_wanted || hides_wanted_pages())) return picture;
      if (!is_wanted) continue;
      const std::string label = page_label((**picture).source);
      auto sheet = on_its_sheet(std::move((**picture).rows), label);
      if (!sheet.ok()) return sheet.error().about(label);
      return NextPage{(**picture).source, *std::move(sheet)};
    }
  }

 private:
  // Whether the file may hold more pages after a broken one, which cannot be found then. If the job wants any of them,
  // it must not skip the error.
  [[nodiscard]] bool hides_wanted_pages() const {
    const bool is_last = pictures_->count() == 0 || number_ == static_cast<int>(pictures_->count());
    return is_last && wanted_.has_after(number_);
  }

  Result<std::unique_ptr<PageRows>> on_its_sheet(std::unique_ptr<PageRows> rows, const std::string& label) const {
    if (const Status status = check_reader(rows->memory_bytes(), memory_range(job_).most, placing_share); !status.ok())
      return status.error();
    constexpr std::size_t share = 2 * placing_share;  // turning and scaling take one share each
    rows = stoppable(std::move(rows), label, stop_);
    const Turn turn = then(to_upright(rows->info().orientation), options_.turn);
    if (!(turn == unturned)) rows = turned(std::move(rows), label, turn, memory_of(job_) / share, job_.spool, stop_);
    const Extent extent = extent_of(header_);
    Placement placement = place(extent_of(rows->info()), extent, options_);
    if (placement.width != rows->info().width || placement.height != rows->info().height) {
      const Scaling scaling = piece_on_sheet(placement, extent);
      auto scaled = resampled(std::move(rows), scaling, memory_range(job_).most, share);
      if (!scaled.ok()) return scaled;
      rows = *std::move(scaled);
      placement.left += scaling.left;
      placement.top += scaling.top;
    }
    const tiffio::Resolution resolution{extent.x_resolution, extent.y_resolution, 2};
    return on_sheet(std::move(rows), {extent.width, extent.height, resolution, placement.left, placement.top});
  }

  std::unique_ptr<Pages> pictures_;
  const Job& job_;
  PlaceOptions options_;
  WantedPages wanted_;
  cups_page_header2_t header_;
  std::function<bool()> stop_;
  int number_ = 0;
};

}  // namespace

Result<std::unique_ptr<PrintPages>> picture_pages(std::unique_ptr<Pages> pictures, const Job& job,
                                                  const JobTicket& ticket, int copies, std::function<bool()> stop) {
  const auto option = [&ticket](const std::string& name) { return ticket.option(name); };
  const auto options = read_place_options(option);
  if (!options.ok()) return options.error();
  auto wanted = WantedPages::read(option);
  if (!wanted.ok()) return wanted.error();
  auto header = ticket.sheet();
  if (!header.ok()) return header.error();
  header->NumCopies = static_cast<unsigned>(copies);
  return std::unique_ptr<PrintPages>(
      std::make_unique<PicturePages>(std::move(pictures), job, *options, *std::move(wanted), *header, std::move(stop)));
}

}  // namespace platerip::rip
