#include "rip/pages/placing/gray_rows.h"

#include <utility>
#include <vector>

#include "profiles/lcms.h"
#include "separation/alpha.h"

namespace platerip::rip {
namespace {

using profiles::Intent;
using profiles::Profile;

separation::PixelFormat format_of(const tiffio::PageInfo& page) {
  const bool associated = page.alpha == tiffio::Alpha::associated;
  return {.model = profiles::ColorModel::rgb,
          .alpha = associated ? separation::Alpha::associated : separation::Alpha::unassociated,
          .bits = page.bits};
}

class GrayRows : public PageRows {
 public:
  GrayRows(std::unique_ptr<PageRows> page, Profile from, Profile gray, profiles::lcms::Transform transform)
      : page_(std::move(page)),
        from_(std::move(from)),
        gray_(std::move(gray)),
        transform_(std::move(transform)),
        info_(page_->info()) {
    info_.model = tiffio::ColorModel::gray;
    info_.alpha = tiffio::Alpha::none;
    info_.icc_profile.clear();
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + row_bytes()) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    row_.resize(row_bytes());
    for (; rows > 0; --rows, out += stride) {
      if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
      if (page_->info().alpha != tiffio::Alpha::none) lay_over_paper();
      cmsDoTransform(transform_.get(), row_.data(), out, static_cast<cmsUInt32Number>(info_.width));
    }
    return {};
  }

 private:
  [[nodiscard]] std::size_t row_bytes() const { return static_cast<std::size_t>(page_->info().row_bytes()); }

  // In place, because a composed pixel is shorter.
  void lay_over_paper() {
    const separation::PixelFormat format = format_of(page_->info());
    const auto compose = [&](auto* row) { separation::compose_over_paper(format, row, row, info_.width); };
    if (format.bits == 8) return compose(reinterpret_cast<std::uint8_t*>(row_.data()));
    compose(reinterpret_cast<std::uint16_t*>(row_.data()));
  }

  std::unique_ptr<PageRows> page_;
  Profile from_;  // the transform refers to both profiles
  Profile gray_;
  profiles::lcms::Transform transform_;
  tiffio::PageInfo info_;
  std::vector<std::byte> row_;
};

}  // namespace

Result<std::unique_ptr<PageRows>> gray_rows(std::unique_ptr<PageRows> page, const Profile& profile, Intent intent,
                                            bool black_point_compensation) {
  const bool wide = page->info().bits == 16;
  const Profile gray = Profile::srgb_gray();
  const profiles::lcms::Complaint complaint;
  profiles::lcms::Transform transform(
      cmsCreateTransformTHR(cmsGetProfileContextID(gray.handle()), profile.handle(), wide ? TYPE_RGB_16 : TYPE_RGB_8,
                            gray.handle(), wide ? TYPE_GRAY_16 : TYPE_GRAY_8,
                            static_cast<cmsUInt32Number>(intent == Intent::absolute ? Intent::relative : intent),
                            black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0));
  if (!transform) {
    return Error{profile.name() + ": cannot be converted to gray: " + complaint.text_or("LittleCMS refuses") +
                 "; print in colour"};
  }
  return std::unique_ptr<PageRows>(std::make_unique<GrayRows>(std::move(page), profile, gray, std::move(transform)));
}

}  // namespace platerip::rip
