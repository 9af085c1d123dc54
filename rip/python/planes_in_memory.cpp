#include "rip/python/planes_in_memory.h"

#include <algorithm>
#include <utility>

#include "rip/makers/cores_maker.h"
#include "rip/page/page_share.h"
#include "rip/page/rip_page.h"
#include "rip/python/memory_rows.h"

namespace platerip::python {
namespace {

// Keeps the planes of the inks that have a plate.
class KeepPlanes final : public rip::PlaneTap {
 public:
  explicit KeepPlanes(Planes& planes) : planes_(planes) {}

  void begin(const rip::MakerSettings& page) {
    inks_ = page.plate_inks;
    planes_.width = page.halftone.width;
    planes_.height = page.page_height;
    planes_.bits = page.halftone.bits;
    row_bytes_ = planes_.width * planes_.bits / 8;
    for (std::size_t ink = 0; ink < inks_.size(); ++ink)
      planes_.samples.push_back(memory_for(planes_.height, row_bytes_));
  }

  void see(const rip::StripInFlight& strip, std::int64_t first, std::int64_t rows) override {
    for (std::size_t ink = 0; ink < inks_.size(); ++ink) {
      const separation::Plane& from = strip.planes[inks_[ink]];
      std::byte* const to = planes_.samples[ink].get() + (strip.first_row + first) * row_bytes_;
      for (std::int64_t row = 0; row < rows; ++row)
        std::copy_n(from.samples + (first + row) * from.stride, row_bytes_, to + row * row_bytes_);
    }
  }

 private:
  Planes& planes_;
  std::vector<std::size_t> inks_;
  std::int64_t row_bytes_ = 0;
};

class NoPlates final : public rip::PlateSink {
 public:
  explicit NoPlates(Planes& planes) : planes_(planes) {}
  Status begin(const rip::PlatesInfo& plates, std::vector<rip::OutputFile>&) override {
    planes_.inks = plates.inks;
    return {};
  }
  Status write(std::span<const halftone::Plate>, std::int64_t) override { return {}; }
  Status finish() override { return {}; }

 private:
  Planes& planes_;
};

// The same job with the fastest halftone, and nothing after the separation.
rip::Job for_planes_alone(const rip::Job& job) {
  rip::Job made = job;
  made.method = "threshold";
  made.inks = rip::Inks::independent;
  made.sharpness.reset();
  made.ink_sharpness.clear();
  made.quality = halftone::SearchQuality::normal;
  made.search_rounds.reset();
  made.screens = {};
  made.drops = {};
  made.preview.reset();
  made.report = {};
  made.ppf.reset();
  made.film = {};
  made.plates = {};
  return made;
}

}  // namespace

Result<Planes> separate_page(const OpenedJob& opened, const rip::PageSource& source, rip::PageRows& rows,
                             const rip::PageEvents& events) {
  Planes planes;
  KeepPlanes keep(planes);
  NoPlates none(planes);
  rip::PageShare all{.rows = rip::RowsToMake::all(rows.info().height)};
  all.make_maker = [&keep](const rip::MakerSettings& settings) -> Result<std::unique_ptr<rip::Maker>> {
    rip::MakerSettings seen = settings;
    seen.tap = &keep;
    keep.begin(seen);
    auto maker = rip::CoresMaker::make(seen);
    if (!maker.ok()) return maker.error();
    return std::unique_ptr<rip::Maker>(*std::move(maker));
  };
  rip::RunResources resources = opened.resources;
  resources.share = std::make_shared<const rip::PageShare>(std::move(all));
  auto report = rip_page(for_planes_alone(opened.job), source, rows, none, events, resources);
  if (!report.ok()) return report.error();
  planes.warnings = std::move(report->warnings);
  return planes;
}

}  // namespace platerip::python
