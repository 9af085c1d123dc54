#include "rip/host_strips.h"

namespace platerip::rip {

Result<HostPage> HostPage::make(const EngineSettings& settings) {
  HostPage page;
  page.width_ = settings.halftone.width;
  page.bits_ = settings.halftone.bits;
  page.plate_inks_ = settings.plate_inks;
  auto separator = settings.host.separation->make(settings.separation);
  if (!separator.ok()) return separator.error();
  page.separator_ = *std::move(separator);
  return page;
}

std::int64_t HostPage::halftone_bytes(const EngineSettings& settings) {
  return static_cast<std::int64_t>(settings.host.halftone->workspace_bytes(settings.halftone));
}

std::size_t HostPage::workspace_bytes(std::int64_t rows) const {
  return separator_->workspace_bytes(width_, rows);
}

Status HostPage::begin(const EngineSettings& settings) {
  const auto bytes = static_cast<std::size_t>(halftone_bytes(settings));
  memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  auto halftoner = settings.host.halftone->make(settings.halftone, {memory_.get(), bytes});
  if (!halftoner.ok()) return halftoner.error();
  halftoner_ = *std::move(halftoner);
  return {};
}

Status HostPage::separate(StripInFlight& strip) const {
  const separation::Strip rows{width_, strip.rows, strip.pixels, strip.pixel_stride};
  if (const Status status = separator_->run(rows, strip.planes, strip.workspace); !status.ok()) return status;
  strip.total_ink.add(strip.planes, bits_, width_, strip.rows);
  return {};
}

Status HostPage::halftone(const StripInFlight& strip) {
  std::vector<halftone::Plane> planes;
  for (const std::size_t ink : plate_inks_) planes.push_back({strip.planes[ink].samples, strip.planes[ink].stride});
  return halftoner_->run({strip.rows, planes, strip.plates});
}

HostStrips::HostStrips(HostPage page, const StripPlan& plan, StripMemory memory)
    : page_(std::move(page)), plan_(plan), memory_(std::move(memory)) {}

Result<std::unique_ptr<StripEngine>> HostStrips::make(const EngineSettings& settings) {
  auto page = HostPage::make(settings);
  if (!page.ok()) return page.error();
  const PageBytes bytes{
      .row = settings.shape.row_bytes(),
      .workspace = [&page](std::int64_t rows) { return static_cast<std::int64_t>(page->workspace_bytes(rows)); },
      .fixed = HostPage::halftone_bytes(settings) + settings.other_bytes,
      .reader = settings.reader_bytes};
  const auto plan =
      plan_strips(settings.height, bytes, strips_for_cores(settings.threads), settings.memory, settings.strip_rows);
  if (!plan.ok()) return plan.error();
  if (const Status status = page->begin(settings); !status.ok()) return status.error();
  StripMemory memory(settings.shape, *plan, page->workspace_bytes(plan->rows));
  return std::unique_ptr<StripEngine>(new HostStrips(*std::move(page), *plan, std::move(memory)));
}

}  // namespace platerip::rip
